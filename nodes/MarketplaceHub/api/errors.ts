import omit from 'lodash/omit';
import type { IDataObject } from 'n8n-workflow';
import { mostDetails, shortDetails, shorten } from './values/text';

/*
 * A failure is classified twice: code asks the `kind` of a HubError for the cause, and its `outcome` for the
 * fate of a write.
 */

/** Why a request did not succeed. */
type HubErrorKind =
	/** A value breaks a rule of the reference. */
	| 'invalid'
	/** A limit of the user holds it. */
	| 'held'
	/** The credential has to be changed. */
	| 'credential'
	/** The hub answered with a status other than 2xx. */
	| 'refused'
	/** No usable answer to a read, or no connection for a write. */
	| 'unreachable'
	/** The answer to a write was lost, or does not say that it was carried out. */
	| 'unconfirmed'
	/** The outcome of another write, or the state of the record, forbids the write. */
	| 'obstacle'
	/** A time limit of the user ended the wait. */
	| 'timeLimit'
	/** A failure that the nodes do not know. */
	| 'unforeseen';

/**
 * Rules that an entry may break: it lacks a field, a value is beyond its bound, stock is below zero in many rows. The
 * first two say nothing of other entries.
 */
type BrokenRule = 'missing' | 'bound' | 'belowZero';

/**
 * The fate of a write that the hub did not refuse: the hub may have carried it out, or the write did not leave
 * this n8n.
 */
type OpenOutcome = 'unknown' | 'notSent';

/** The outcome where nothing else is said. */
const outcomes: Partial<Record<HubErrorKind, OpenOutcome>> = {
	invalid: 'notSent',
	credential: 'notSent',
	held: 'notSent',
	obstacle: 'notSent',
	unconfirmed: 'unknown',
	timeLimit: 'unknown',
};

/** Everything that a HubError may say besides its kind and message. */
type HubErrorOptions = Partial<Omit<HubError, 'kind' | 'name' | 'message' | 'stack' | 'with'>>;

/** Lengths that no part of a message exceeds, whatever the hub says, in characters. */
const longestMessage = 1_000;
const longestDescription = 3_000;
const longestRequestId = 200;

/**
 * The one error class of `api/`: every failure is thrown as a HubError. Its message says what happened and
 * never holds a secret; `shared/nodeErrors.ts` makes n8n's NodeApiError or NodeOperationError of it.
 */
export class HubError extends Error {
	/** How to get unstuck. */
	readonly description?: string;
	readonly httpStatus?: number;
	/** The hub's `Request-Id`, to be quoted to its support. */
	readonly requestId?: string;
	/** The hub's `error` text. */
	readonly error?: string;
	/** The hub's `details`, or the broken rules of a request that was not sent. */
	readonly details?: string[];
	/** As given, else the outcome that the kind implies; undefined for a request that the hub refused. */
	readonly outcome?: OpenOutcome;
	/** The record, as far as the hub showed it when it was read after the write. */
	readonly seen?: IDataObject;
	/** The hub did not answer however often it was asked: other requests will fare no better. */
	readonly isOutOfReach?: boolean;
	/** The hub gave an answer, which cannot be used: other requests may fare better. */
	readonly wasAnswered?: boolean;
	/** The run has ended: it sends no further request. */
	readonly endsRun?: boolean;
	/** Of a held entry, the cause: its message without the outcome and without the limit. */
	readonly reason?: string;
	/** The guard that holds an entry, by its name in the form. */
	readonly guard?: string;
	/** Whether that guard holds the whole run, or all of it that raises stock. */
	readonly isRunHeld?: true;
	/** The fields that an entry lacks, by their names in the form, where its message only counts them. */
	readonly missingFields?: string[];
	/** Of an invalid value, the rule: its message without the name of the field. */
	readonly rule?: string;
	/** Of an invalid entry, the broken rule, where the rule tells whether other entries may be wrong, too. */
	readonly broken?: BrokenRule;
	/** The error that n8n has thrown, where this stands for it. */
	declare readonly cause?: Error;

	constructor(
		readonly kind: HubErrorKind,
		message: string,
		options: HubErrorOptions = {},
	) {
		super(shorten(message, longestMessage));
		this.name = 'HubError';
		Object.assign(this, { outcome: outcomes[kind] }, options);
		const { description, requestId, error, details } = options;
		if (description !== undefined) this.description = shorten(description, longestDescription);
		if (requestId !== undefined) this.requestId = shorten(requestId, longestRequestId);
		if (error !== undefined) this.error = shorten(error, longestMessage);
		if (details !== undefined) this.details = shortDetails(details, String, mostDetails + 1);
	}

	/** The same with these changes. Another kind leaves the outcome of a write as it is. */
	with({
		kind = this.kind,
		message = this.message,
		...options
	}: HubErrorOptions & { kind?: HubErrorKind; message?: string }): HubError {
		const said = omit({ ...this }, 'kind', 'name');
		return new HubError(kind, message, { ...said, ...options });
	}
}

/** An entry that the hub refused, in its own words where it gives some. */
export function refusedEntry(said: string | undefined, details?: string[]): HubError {
	const told = { error: said, details, description: details?.join('; ') };
	return new HubError(
		'refused',
		said ?? 'The hub did not accept the entry and gives no reason',
		told,
	);
}

/** Whether every other request will fail as well. */
export const isFatal = ({ kind, isOutOfReach, wasAnswered }: HubError) =>
	(kind === 'unreachable' && wasAnswered !== true) ||
	kind === 'credential' ||
	isOutOfReach === true;

/** The HubError in or behind `error` (n8n's helpers wrap the errors of a credential), if there is one. */
export const findHubError = (error: unknown): HubError | undefined =>
	[...causesOf(error)].find((cause) => cause instanceof HubError);

/** An error and its causes, the outermost first. */
export function* causesOf(error: unknown): Generator<Error> {
	for (let current = error, depth = 0; current instanceof Error && depth < 5; depth++) {
		yield current;
		current = current.cause;
	}
}

/**
 * The failure of a request, where others may go on.
 * @throws any other error, e.g. the reason of a cancelled execution
 */
export function toFailure(error: unknown): HubError {
	if (error instanceof HubError) return error;
	throw error;
}

/** The HubError that `work` ends with, undefined when it succeeds; every other rejection passes on. */
export const catchHubError = async (work: Promise<unknown>): Promise<HubError | undefined> =>
	await work.then(() => undefined, toFailure);

/** The result of a read that a write needs first: where it fails, nothing was sent. */
export const orNotSent = async <Answer>(reading: Promise<Answer>): Promise<Answer> =>
	await reading.catch((error: unknown) => {
		throw toFailure(error).with({ outcome: 'notSent' });
	});

/**
 * Whether the hub has answered a request with 404. Where the token exchange got that answer, which makes the failure
 * one of kind `credential` or `unreachable`, it says nothing of the record.
 */
export function isNotFound(error: unknown): boolean {
	const { httpStatus, kind } = findHubError(error) ?? {};
	return httpStatus === 404 && (kind === 'refused' || kind === 'unconfirmed');
}

/** The result of a read; undefined for a record that the hub does not have, or cannot be asked for. */
export async function orNotFound<Answer>(reading: Promise<Answer>): Promise<Answer | undefined> {
	return await reading.catch((error: unknown) => {
		const isInvalid = error instanceof HubError && error.kind === 'invalid';
		if (isInvalid || isNotFound(error)) return undefined;
		throw error;
	});
}
