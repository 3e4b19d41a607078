import { sleep } from 'n8n-workflow';
import { deadlineIn, firstOf, monotonicNow } from '../async';
import type { Endpoint } from '../endpoints';
import { failureOf } from '../http/failures';
import type { Run } from '../http/run';
import {
	type HubContext,
	type HubResponse,
	noAnswerWithin,
	NoUsableAnswer,
	type Outcome,
	type OutgoingRequest,
	send,
} from '../http/send';
import type { KnownToken } from '../state';
import { timing } from '../timing';
import { stateOf, withoutSecrets, type Account } from './account';
import { notIssued } from './exchange';
import { findStoredToken, obtainToken, requestWith } from './newToken';
import { checkRest, isResting, letRest, noteAccepted, usableToken } from './tokens';

/** A request on its way. */
export interface Sending {
	context: HubContext;
	endpoint: Endpoint;
	request: OutgoingRequest;
	/** Whose time the request spends, the exchange of keys included. */
	run: Run;
}

/**
 * Sends one request with the account's token. Only a 401 is dealt with here: the request was not
 * carried out, so it is sent again with another token.
 * @throws HubError when the credential is not usable, no token was issued, or of kind `cancelled`
 */
export async function sendWithToken(account: Account, sending: Sending): Promise<Outcome> {
	const state = stateOf(account);
	checkRest(state);
	const token = usableToken(state);
	if (token?.isAccepted !== true) return await sendInTurn(account, sending);
	const outcome = await sendOnce(account, sending, token);
	return isRefused(outcome) ? await sendInTurn(account, sending, outcome) : outcome;
}

const isRefused = (outcome: Outcome): outcome is HubResponse =>
	!(outcome instanceof NoUsableAnswer) && outcome.status === 401;

/** How often a request exchanges the keys at most; once for an account that has rested. */
const mostExchanges = 2;
/** How many tokens it tries at most, with those of other processes. */
const mostTokens = 6;

/**
 * Sends a request while no token is known to be accepted. One request does so at a time, so that not
 * all of them ask for a token, or are refused; once it is answered, the next one has its turn.
 * @param refused the answer to the request, if it was sent before
 */
async function sendInTurn(
	account: Account,
	sending: Sending,
	refused?: HubResponse,
): Promise<Outcome> {
	const { context, endpoint, request, run } = sending;
	const state = stateOf(account);
	const since = monotonicNow();
	const time = Math.max(run.left, timing.shortestTry);
	const tooLate = () => notIssued(noAnswerWithin(time), account);
	const signal = firstOf(request.signal, run.signal, deadlineIn(time, tooLate));
	const letNext = await state.tokenLine.enter(signal);
	try {
		let exchanges = state.rest === undefined ? 0 : 1;
		for (let tokens = 0; ; tokens++) {
			if (refused === undefined) checkRest(state);
			else if (isResting(state)) throw failureOf('refused', endpoint, refused);
			if (usableToken(state) === undefined) await findStoredToken(account, context, signal);
			if (usableToken(state) === undefined) {
				if (refused !== undefined && (exchanges === mostExchanges || tokens > mostTokens))
					throw letRest(state, failureOf('refused', endpoint, refused));
				exchanges++;
				await obtainToken(account, { context, run, signal, since });
			}
			const { token } = state;
			if (token.isAccepted && refused === undefined) {
				letNext();
				return await sendWithToken(account, sending);
			}
			const sent = sendOnce(account, sending, token);
			if (!(await isOverSoon(sent))) letNext();
			const outcome = await sent;
			if (!isRefused(outcome)) return outcome;
			refused = outcome;
		}
	} finally {
		letNext();
	}
}

/** Whether a request is answered before the others are let go. */
const isOverSoon = async (sent: Promise<unknown>) =>
	await Promise.race([sent.then(() => true), sleep(timing.goAhead).then(() => false)]);

async function sendOnce(
	account: Account,
	{ context, request, run }: Sending,
	token: KnownToken,
): Promise<Outcome> {
	const longest = Math.ceil(Math.max(run.left, timing.shortestTry));
	const { timeout = timing.requestTimeout } = request;
	const outcome = await send(
		async (options) => await requestWith(context, { account, token }, options),
		{ ...request, timeout: Math.min(longest, timeout) },
	);
	if (outcome instanceof NoUsableAnswer) return outcome;
	if (isRefused(outcome)) token.isRefused = true;
	else noteAccepted(stateOf(account), token);
	return withoutSecrets(outcome, account);
}
