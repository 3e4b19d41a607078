import type { z } from 'zod';
import type { Endpoint, PathValues } from '../endpoints';
import { HubError, isNotFound } from '../errors';
import { withoutStop } from '../values/text';
import { errorTextOf, type HubResponse, type NoUsableAnswer, type Outcome } from './answer';
import { userAgent } from './send';

/** Advice where a firewall, or the hub, lets no request of this n8n in. */
export const adviceOn403 = `The hub, or a firewall in front of it, does not let this n8n in. Check that the App Token is approved for this environment, give your n8n a fixed outgoing IP address, and ask the support of the hub to let that and the user-agent ${userAgent} through.`;

const adviceByStatus: Record<number, string> = {
	400: 'Correct the values named by the hub.',
	401: 'Check App Token, API Key and Secret Key of the credential. If the account is in use elsewhere with the same keys (outside this n8n, in a second credential in queue mode, or on another worker where the credential holds expressions), each new token there ends the one used here.',
	403: adviceOn403,
	404: 'Check the identifier.',
	406: 'The hub only accepts HTTPS. Check the Base URL of the credential.',
	413: 'The request is too large for the hub: shorten long texts such as descriptions, or give fewer entries in a run.',
	422: 'Correct the values named by the hub.',
	429: 'Other programs use the same account, or the limit is lower than documented. Try again later.',
};

/** Where the reference does not show the route, after a 404 or 405. */
const adviceOnRoute = {
	person:
		'Connection: Check Routes, with a sandbox credential of the same hub, finds out which route your hub has; or set it by hand under Customize Routes in the credential.',
	agent: 'A person can set another route under Customize Routes in the credential.',
};

const isRedirect = (status: number) => status >= 300 && status < 400;

function adviceFor(status: number, { assumed, path }: Endpoint, isForAgent: boolean): string {
	if (isRedirect(status)) return 'Check the Base URL of the credential.';
	if (status >= 500) return 'The hub has a difficulty of its own. Try again later.';
	const general = adviceByStatus[status] ?? "Ask the hub's support why it refuses this.";
	if (assumed === undefined || (status !== 404 && status !== 405)) return general;
	return sentences(
		status === 404 && path.includes('{') ? general : '',
		'The hub may have this operation at another address.',
		isForAgent ? adviceOnRoute.agent : adviceOnRoute.person,
	);
}

/** The name of a request in a message, e.g. `PUT /v1/orders/queue/{id}`. */
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** The hub's details as a sentence of their own. */
const sentenceOf = (details: readonly string[]) =>
	details.length === 0 ? '' : `${withoutStop(details.join('; '))}.`;

const sentences = (...parts: string[]) => parts.filter((part) => part !== '').join(' ');

/**
 * The failure of a request that is not sent again: of kind `refused` for an answer and `unreachable` for
 * none, but `unconfirmed` for a write that `mayBeDone`. An agent, who cannot run Check Routes, is not sent there.
 */
export function failureOf(
	outcome: Outcome,
	endpoint: Endpoint,
	{ mayBeDone = false, isForAgent = false } = {},
): HubError {
	if (mayBeDone) return unknownOutcome(outcome, endpoint);
	if (outcome.status !== undefined)
		return refusal(outcome, endpoint, adviceFor(outcome.status, endpoint, isForAgent));
	return noAnswer(outcome, endpoint, outcome.isTooLarge ? askForLess : checkNetwork);
}

/** The end of a message about a write that may have been carried out. */
const isUnknown = {
	byThisTry: '; whether it carried the request out is unknown',
	byEarlierTry: '; whether an earlier try carried the request out is unknown',
	byHub: '; whether the hub has carried the request out is unknown',
};

function unknownOutcome(outcome: Outcome, endpoint: Endpoint): HubError {
	const isOnce = endpoint.retry === 'once';
	const failure =
		outcome.status === undefined
			? noAnswer(outcome, endpoint, howToLook(endpoint))
			: refusal(outcome, endpoint, howToLook(endpoint));
	const isThisTry = outcome.status === undefined || isOnce || outcome.status >= 500;
	return failure.with({
		kind: 'unconfirmed',
		outcome: 'unknown',
		message: failure.message + isUnknown[isThisTry ? 'byThisTry' : 'byEarlierTry'],
		isOutOfReach: outcome.status === undefined && !isOnce && !outcome.isTooLarge,
	});
}

const noAnswer = ({ message, wasAnswered }: NoUsableAnswer, endpoint: Endpoint, whatToDo: string) =>
	new HubError('unreachable', `The hub ${message}`, {
		description: sentences(whatToDo, `(${nameOf(endpoint)})`),
		wasAnswered,
	});

function refusal(answer: HubResponse, endpoint: Endpoint, whatToDo: string): HubError {
	const { status, headers } = answer;
	const { text, details } = errorTextOf(answer);
	const silence = isRedirect(status) ? 'a redirect, which is not followed' : 'no explanation';
	const error = text || silence;
	const requestId = headers['request-id']?.replace(/[^\x20-\x7e]/g, '?');
	return new HubError('refused', `The hub answered ${status}: ${withoutStop(error)}`, {
		description: sentences(
			sentenceOf(details),
			whatToDo,
			forSupport(requestId),
			`(${nameOf(endpoint)})`,
		),
		httpStatus: status,
		requestId,
		error,
		details,
	});
}

/** The request's ID that the hub's support asks for; empty where the hub has named none. */
export const forSupport = (requestId?: string) =>
	requestId === undefined ? '' : `Request-Id for the hub's support: ${requestId}`;

const checkNetwork = 'Check the Base URL of the credential and the network of your n8n.';
const askForLess =
	'Ask for less at once: set a lower Limit instead of Return All, or more filters.';

const howToLook = ({ retry }: Endpoint) =>
	retry === 'once'
		? 'It was not sent again, because that could do it twice. Read the record from the hub before you repeat it.'
		: 'Read the record from the hub to see. Sending the same again does no harm.';

/**
 * The error with which a write ended, with the outcome of the write. A write that could not even be sent, e.g.
 * for want of a token or of time, was not carried out, unless an earlier try may have been.
 * @param isUnderWay whether the request was being sent, or waited for its answer
 */
export function withOutcome(
	error: unknown,
	endpoint: Endpoint,
	{ mayBeDone }: { mayBeDone: boolean },
	isUnderWay: boolean,
): unknown {
	if (endpoint.retry === 'read' || !(error instanceof HubError)) return error;
	const { kind, message, description = '', httpStatus, requestId } = error;
	if (kind === 'unconfirmed') return error;
	if (!mayBeDone) {
		const isNotSent = kind === 'unreachable' || (kind === 'timeLimit' && !isUnderWay);
		return isNotSent ? error.with({ outcome: 'notSent' }) : error;
	}
	return new HubError('unconfirmed', message + isUnknown.byHub, {
		description: sentences(description, howToLook(endpoint)),
		httpStatus,
		requestId,
		isOutOfReach: true,
	});
}

/** Why a request is not sent whose run has ended with `failure`. */
export function notSentAfter({ kind, message, description, httpStatus }: HubError): HubError {
	const reason = `Not sent, because an earlier request failed: ${message}`;
	return new HubError(kind, reason, { description, httpStatus, outcome: 'notSent', endsRun: true });
}

/** A 404 with the record that was asked for in its message. */
export function withIdentifiers(error: unknown, path: PathValues = {}): unknown {
	if (!(error instanceof HubError) || !isNotFound(error)) return error;
	const asked = Object.values(path).map(String).join(', ');
	if (asked === '' || error.message.includes(asked)) return error;
	return error.with({ message: `${error.message} (${asked})` });
}

/** The failure of a request whose answer has not the documented form. */
export function unexpectedAnswer(endpoint: Endpoint, { issues: [issue] }: z.ZodError): HubError {
	const isWrite = endpoint.retry !== 'read';
	const outcome = isWrite ? isUnknown.byThisTry : '';
	const where = `${issue?.path.join('.') || 'answer'}: ${issue?.message ?? 'unknown'}.`;
	const route = endpoint.assumed !== undefined ? ' and the route under Customize Routes' : '';
	return new HubError(
		isWrite ? 'unconfirmed' : 'unreachable',
		`The hub's answer does not have the documented form (${nameOf(endpoint)})${outcome}`,
		{
			description: sentences(
				isWrite ? howToLook(endpoint) : '',
				where,
				`Check the Base URL of the credential${route}.`,
			),
			wasAnswered: true,
		},
	);
}
