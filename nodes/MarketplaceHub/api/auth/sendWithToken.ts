import { sleep } from 'n8n-workflow';
import { orAborted } from '../async';
import type { Endpoint } from '../endpoints';
import type { HubResponse, Outcome } from '../http/answer';
import { failureOf } from '../http/failures';
import { type OutgoingRequest, send } from '../http/send';
import type { KnownToken } from '../state/knownToken';
import { timing } from '../timing';
import { throughN8n } from './ownRequest';
import { renewToken, type TokenUser } from './token';

/** A request that goes out with its account's token. */
interface AuthorizedRequest extends TokenUser {
	endpoint: Endpoint;
	request: OutgoingRequest;
}

/**
 * Sends one request with the account's token. Only a 401 is dealt with here: the request was not
 * carried out, so it is sent again with a newer token, until the account is paused. While no answer
 * shows whether the hub accepts the token, one request goes ahead.
 */
export async function sendWithToken(sending: AuthorizedRequest): Promise<Outcome> {
	const { account, endpoint, signal } = sending;
	const { state } = account;
	let refused: HubResponse | undefined;
	for (;;) {
		if (state.pause.isOn && refused !== undefined) throw failureOf(refused, endpoint);
		state.pause.check();
		const token = state.usableToken ?? (await renewToken(sending));
		if (token?.firstAnswer !== undefined) await orAborted(token.firstAnswer, signal);
		if (token === undefined || token.isRefused) continue;
		const outcome = await sendWith(token, sending);
		if (outcome.status !== 401) return outcome;
		refused = outcome;
	}
}

/**
 * Sends one request exactly once with the token that the account has. Its answer says nothing about the token: at
 * an address that may not exist, a hub may answer 401 to any.
 */
export async function sendOnceWithToken(sending: AuthorizedRequest): Promise<Outcome> {
	const { account, context, request } = sending;
	const { state } = account;
	state.pause.check();
	const token = state.usableToken ?? (await renewToken(sending));
	state.pause.check();
	const outcome = await send(throughN8n(context, { account, token }), request);
	return outcome.status === undefined ? outcome : state.withoutSecrets(outcome);
}

/** Sends a request with this token; others wait for the first answer to the token, unless that takes too long. */
async function sendWith(token: KnownToken, sending: AuthorizedRequest): Promise<Outcome> {
	const { account, context, request, run } = sending;
	const timeout = Math.min(Math.ceil(run.timeForTry), timing.requestTimeout);
	const helper = throughN8n(context, { account, token });
	const sent = send(helper, { ...request, timeout }).then((outcome) =>
		noteAnswer(outcome, token, sending),
	);
	token.firstAnswer ??= Promise.race([sent.catch(() => undefined), sleep(timing.goAhead)]);
	return await sent;
}

/**
 * Notes whether an answer refuses the token.
 * @returns the outcome without secrets
 */
function noteAnswer(
	outcome: Outcome,
	token: KnownToken,
	{ account: { state }, endpoint }: AuthorizedRequest,
): Outcome {
	if (outcome.status === undefined) return outcome;
	const answer = state.withoutSecrets(outcome);
	if (answer.status === 401) state.noteRefused(token, failureOf(answer, endpoint));
	else state.noteAccepted(token);
	return answer;
}
