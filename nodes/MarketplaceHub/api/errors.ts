/** What went wrong, for those who have to react differently. */
export type HubErrorKind =
	/** The request was not sent: a value breaks a rule of the reference. */
	| 'invalid'
	/** Not sent, because a limit of the user holds it. */
	| 'held'
	/** The credential has to be changed. */
	| 'credential'
	/** The hub answered with a status other than 2xx. */
	| 'refused'
	/** No usable answer to a read, or no connection for a write: it was not carried out. */
	| 'unreachable'
	/** A write may have been carried out: its answer was lost, or says nothing about it. */
	| 'outcomeUnknown'
	/** A write was not sent because of what became of another one. */
	| 'notSent'
	/** A time limit of the user ended the wait. */
	| 'timeLimit'
	/** The execution was cancelled. */
	| 'cancelled'
	/** What the nodes do not know of: only `outcome` says whether a write may have been carried out. */
	| 'unforeseen';

/** What to do when the outcome of a request is unknown. */
export const lookFirst =
	'It was not sent again, because that could do it twice. Read the record from the hub before you repeat it.';

/** What is known of a write that was neither carried out nor refused. */
export type OpenOutcome =
	/** It may have been carried out, or still be. */
	| 'unknown'
	/** It did not leave this n8n. */
	| 'notSent';

const outcomes: Partial<Record<HubErrorKind, OpenOutcome>> = {
	invalid: 'notSent',
	credential: 'notSent',
	held: 'notSent',
	notSent: 'notSent',
	outcomeUnknown: 'unknown',
	timeLimit: 'unknown',
};

interface HubErrorOptions {
	/** How to get unstuck. */
	description?: string;
	/** HTTP status of the hub's answer. */
	httpStatus?: number;
	/** The hub's `Request-Id`, to be quoted to its support. */
	requestId?: string;
	/** The hub's `error` text. */
	error?: string;
	/** The hub's `details`, or the broken rules of a request that was not sent. */
	details?: string[];
	/** Where the kind does not say it. */
	outcome?: OpenOutcome;
	/** What n8n has thrown, where this stands for it. */
	cause?: Error;
	/** The hub did not answer however often it was asked: other requests will fare no better. */
	isOutOfReach?: boolean;
}

/** Lengths that no part of a message exceeds, whatever the hub says, in characters. */
const longestMessage = 1_000;
const longestDescription = 3_000;
const longestDetail = 300;
const longestRequestId = 200;
/** Most entries of `details`. */
const mostDetails = 20;

/** `text` as a message or log may hold it: on one line, with a mark for each invisible character. */
export const printable = (text: string): string =>
	text.replace(/\r\n|[\t\n\r\p{Zl}\p{Zp}]/gu, ' ').replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\ufffd');

/** `text` as a message may hold it, cut where it is too long. */
export function shorten(text: string, most: number): string {
	const shown = printable(text);
	return shown.length <= most ? shown : `${shown.slice(0, most - 1)}…`;
}

/** The first of several in a row, and how many more there are, e.g. `1, 2 and 3 more`. */
export function listed(values: Iterable<unknown>, most = mostDetails): string {
	const all = [...values];
	const first = all.slice(0, most).join(', ');
	return all.length > most ? `${first} and ${all.length - most} more` : first;
}

/** The first of `details` as text, and how many more there are. */
export function shortDetails<Detail>(
	details: readonly Detail[],
	asText: (detail: Detail) => string = String,
	most = mostDetails,
): string[] {
	const first = details.slice(0, most).map((detail) => shorten(asText(detail), longestDetail));
	const more = details.length - first.length;
	return more > 0 ? [...first, `and ${more} more`] : first;
}

function shortened({ description, requestId, error, details }: HubErrorOptions): HubErrorOptions {
	return {
		...(description !== undefined && { description: shorten(description, longestDescription) }),
		...(requestId !== undefined && { requestId: shorten(requestId, longestRequestId) }),
		...(error !== undefined && { error: shorten(error, longestMessage) }),
		...(details !== undefined && { details: shortDetails(details, String, mostDetails + 1) }),
	};
}

/**
 * The one error class of `api/`: whatever does not succeed is thrown as one. Its message says what
 * happened and never holds a secret; `run.ts` turns it into n8n's NodeApiError or NodeOperationError.
 */
export class HubError extends Error {
	readonly description?: string;
	readonly httpStatus?: number;
	readonly requestId?: string;
	readonly error?: string;
	readonly details?: string[];
	/** Undefined for what the hub has refused, and for reads that were sent. */
	readonly outcome?: OpenOutcome;
	readonly isOutOfReach?: boolean;
	declare readonly cause?: Error;

	constructor(
		readonly kind: HubErrorKind,
		message: string,
		options: HubErrorOptions = {},
	) {
		super(shorten(message, longestMessage));
		this.name = 'HubError';
		Object.assign(this, { outcome: outcomes[kind] }, options, shortened(options));
	}
}

/** Whether every other request will fail as well. */
export const isFatal = ({ kind, isOutOfReach }: HubError) =>
	kind === 'unreachable' || kind === 'credential' || isOutOfReach === true;

/** The HubError in or behind `error` (n8n's helpers wrap what a credential throws), if there is one. */
export function findHubError(error: unknown): HubError | undefined {
	for (let current = error, depth = 0; current instanceof Error && depth < 5; depth++) {
		if (current instanceof HubError) return current;
		current = current.cause;
	}
	return undefined;
}

/** The HubError that `work` ends with, undefined when it succeeds; every other rejection passes on. */
export async function catchHubError(work: Promise<unknown>): Promise<HubError | undefined> {
	return await work.then(
		() => undefined,
		(error: unknown) => {
			if (error instanceof HubError) return error;
			throw error;
		},
	);
}
