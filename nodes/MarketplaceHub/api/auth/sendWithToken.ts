import { sleep } from 'n8n-workflow';
import { deadlineIn, firstOf, monotonicNow, orAborted, wait } from '../async';
import type { HubContext } from '../context';
import { endpoints } from '../endpoints';
import { HubError } from '../errors';
import { answerOf, type Call, waitForRetry } from '../http/call';
import { takeSlot } from '../http/rateLimit';
import { isDone, noTries, triesAfter } from '../http/retry';
import { failureOf } from '../http/failures';
import {
	type HubResponse,
	noAnswerWithin,
	NoUsableAnswer,
	type Outcome,
	type OutgoingRequest,
	type RequestHelper,
	send,
} from '../http/send';
import type { KnownToken } from '../state';
import { timing } from '../timing';
import {
	type Account,
	credentialName,
	credentialOf,
	currentAccount,
	type OwnRequest,
} from './account';
import { exchangeKeys, notIssued } from './exchange';

/*
 * Several processes of one n8n (main, webhook processes, workers) share nothing but the stored
 * credential, and each exchange of keys revokes the token of the others. So the process that has
 * issued the present token renews it; the others give it a head start, look meanwhile whether it has
 * stored a newer one, and only then exchange the keys themselves, each at another moment.
 */

/** A request that goes out with the account's token. */
export interface Sending extends Call {
	account: Account;
	context: HubContext;
	request: OutgoingRequest;
}

/**
 * Sends one request with the account's token. Only a 401 is dealt with here: the request was not
 * carried out, so it is sent again with another token.
 */
export async function sendWithToken(sending: Sending): Promise<Outcome> {
	const { state } = sending.account;
	state.checkPause();
	const token = state.usableToken;
	if (token?.isOpen !== true) return await sendInTurn(sending);
	const outcome = await sendOnce(sending, token);
	return isRefused(outcome) ? await sendInTurn(sending, outcome) : outcome;
}

const isRefused = (outcome: Outcome): outcome is HubResponse => outcome.status === 401;

/** How often a request exchanges the keys at most; once for an account that has rested. */
const mostExchanges = 2;

/**
 * Sends a request while no token is known to be accepted. One request does so, so that not all of
 * them ask for a token or are refused; once it is answered, or takes long, the others go, too.
 * @param refused the answer to the request, if it was sent before
 */
async function sendInTurn(sending: Sending, refused?: HubResponse): Promise<Outcome> {
	const { account, endpoint, run } = sending;
	const { state } = account;
	const since = monotonicNow();
	const time = Math.max(run.left, timing.shortestTry);
	const tooLate = () => notIssued(noAnswerWithin(time), account);
	const signal = firstOf(sending.signal, deadlineIn(time, tooLate));
	const letNext = await state.tokenTurns.enter(signal);
	try {
		let exchanges = state.pause === undefined ? 0 : 1;
		for (;;) {
			if (refused === undefined) state.checkPause();
			else if (state.isPaused) throw failureOf('refused', endpoint, refused);
			if (state.usableToken === undefined) await findStoredToken(sending, signal);
			if (state.usableToken === undefined) {
				if (refused !== undefined && exchanges === mostExchanges)
					throw state.pauseAccount(failureOf('refused', endpoint, refused));
				exchanges++;
				await obtainToken(sending, since, signal);
			}
			const { token } = state;
			if (token.isOpen && refused === undefined) {
				letNext();
				return await sendWithToken(sending);
			}
			const sent = sendOnce(sending, token);
			if (!(await isOverSoon(sent))) token.isOpen = true;
			if (token.isOpen) letNext();
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

async function sendOnce(sending: Sending, token: KnownToken): Promise<Outcome> {
	const { account, request, run } = sending;
	const longest = Math.ceil(Math.max(run.left, timing.shortestTry));
	const timeout = Math.min(longest, timing.requestTimeout);
	const outcome = await send(throughN8n(sending, { account, token }), { ...request, timeout });
	if (outcome.status === undefined) return outcome;
	if (isRefused(outcome)) token.isRefused = true;
	else account.state.noteAccepted(token);
	return account.state.withoutSecrets(outcome);
}

/** How n8n sends a request and authenticates it with what `own` says. */
function throughN8n({ context }: Sending, own: OwnRequest): RequestHelper {
	const { id, name = '' } = context.getNode().credentials?.[credentialName] ?? {};
	const data = credentialOf(own);
	const credentialsDecrypted = { id: id ?? '', name, type: credentialName, data };
	const { httpRequestWithAuthentication } = context.helpers;
	return async (options) =>
		await httpRequestWithAuthentication.call(context, credentialName, options, {
			credentialsDecrypted,
		});
}

/**
 * Exchanges the keys for a token, by the rules of a read. Callers that have waited for each other
 * fail together.
 */
async function obtainToken(sending: Sending, since: number, signal?: AbortSignal): Promise<void> {
	const { state } = sending.account;
	if (state.notIssued !== undefined && state.notIssued.at > since) throw state.notIssued.because;
	await exchangeByTheRules(sending, signal).catch((error: unknown) => {
		if (error instanceof HubError && error.kind === 'credential') state.pauseAccount(error);
		// that the time of this run is over says nothing to others
		if (error instanceof HubError && error.kind === 'unreachable' && signal?.aborted !== true)
			state.notIssued = { because: error, at: monotonicNow() };
		throw error;
	});
}

async function exchangeByTheRules(sending: Sending, signal?: AbortSignal): Promise<void> {
	const { account, run } = sending;
	const endpoint = endpoints.auth;
	const call: Call = { endpoint, run, signal, window: account.state.window('auth') };
	for (let tries = noTries; ; ) {
		const takenAt = await takeSlot(call.window, undefined, run, signal);
		const outcome = await answerOf(call, takenAt, orAborted(exchange(sending), signal));
		tries = triesAfter(tries, outcome);
		if (isDone(endpoint, outcome, tries)) return;
		const failure = notIssued(outcome, account);
		if (!(await waitForRetry(call, outcome, tries, failure))) throw run.giveUp(failure);
	}
}

/** n8n stores a token in the course of a request only; this one is not sent. */
async function exchange(sending: Sending): Promise<Outcome> {
	const { account, context } = sending;
	// n8n would store the keys of an item with the token, over the expressions that gave them
	if (account.dependsOnItem)
		return await exchangeKeys(
			async (options) => await context.helpers.httpRequest(options),
			account,
		);
	const own: OwnRequest = { account };
	await throughN8n(sending, own)({ url: account.baseUrl }).catch(() => undefined);
	return own.exchanged ?? new NoUsableAnswer('no answer');
}

/** Looks for a while whether another process has stored a newer token. */
async function findStoredToken(
	{ account: { dependsOnItem, state }, context }: Sending,
	signal?: AbortSignal,
): Promise<void> {
	if (dependsOnItem) return;
	const end = monotonicNow() + lookTime(state.token);
	for (;;) {
		// a credential that cannot be read now is reported by the request that needs it
		await orAborted(currentAccount(context, true), signal).catch(() => undefined);
		const left = end - monotonicNow();
		if (left <= 0 || state.usableToken !== undefined) return;
		await wait(Math.min(left, timing.tokenLook), signal);
	}
}

/**
 * How long a process looks for a token of another one before it exchanges the keys itself, in ms:
 * not at all when it has issued the present one, unless that one was never accepted.
 * @param random from 0 to 1: processes look for different times
 */
export function lookTime(
	{ accessToken, isOpen, isOwn }: KnownToken,
	random = Math.random(),
): number {
	const spread = timing.tokenSpread * random;
	if (accessToken === '') return spread;
	if (isOwn) return isOpen ? 0 : spread;
	return timing.tokenHeadStart + spread;
}
