import { sleep } from 'n8n-workflow';
import { deadlineIn, firstOf, monotonicNow, orAborted, wait } from '../async/wait';
import type { Endpoint } from '../endpoints';
import { HubError } from '../errors';
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
import type { AccessToken, AccountState } from '../state';
import { timing } from '../timing';
import {
	credentialName,
	credentialWith,
	currentAccount,
	stateOf,
	withoutSecrets,
	type Account,
} from './account';
import { awaitToken, notIssued } from './exchange';
import {
	checkRefusal,
	isAcceptedToken,
	isRefused,
	isRefusedToken,
	mayExchange,
	newestToken,
	noteAccepted,
	noteRefused,
	refuseAccount,
	usableToken,
} from './tokens';
import { lookForStoredToken } from './storedToken';

/** How many tokens one request tries at most. */
const mostTokens = 8;

/** A request on its way. */
export interface Sending {
	context: HubContext;
	endpoint: Endpoint;
	request: OutgoingRequest;
	/** Whose time the request spends, the exchange of a token included. */
	run: Run;
}

/**
 * Sends one request with the account's token. Only a 401 is dealt with here: the request was not
 * carried out, so the token is renewed and the request sent again. The stored token is read again
 * first: another process may replace it, see storedToken.ts. A token that is refused right after its
 * exchange is exchanged once more; then the account is left alone for a while.
 * @throws HubError when the credential is not usable, no token was issued, or of kind `cancelled`
 */
export async function sendWithToken(account: Account, sending: Sending): Promise<Outcome> {
	const { context } = sending;
	let refused: Refused | undefined;
	for (let tokens = 1; ; tokens++) {
		const { outcome, used } = await afterProbe(account, sending, refused);
		if (outcome instanceof NoUsableAnswer || outcome.status !== 401) return outcome;
		refused = { token: used, answer: outcome };
		const current = await currentAccount(context, true);
		const goesOn = tokenFor(current, used) !== undefined || mayExchange(stateOf(current));
		if (tokens === mostTokens || !goesOn) throw refusedFor(account, sending, outcome);
		account = current;
	}
}

/** The last try of a request that was answered 401. */
interface Refused {
	token: AccessToken;
	answer: HubResponse;
}

function refusedFor(account: Account, { endpoint }: Sending, answer: HubResponse): HubError {
	const failure = failureOf('refused', endpoint, answer);
	refuseAccount(stateOf(account), failure);
	return failure;
}

/** The newest token that is not known to be refused, if there is one. */
function tokenFor(account: Account, refused: AccessToken | undefined): AccessToken | undefined {
	const token = usableToken(account);
	const isUsable =
		token !== undefined &&
		token.accessToken !== refused?.accessToken &&
		!isRefusedToken(stateOf(account), token);
	return isUsable ? token : undefined;
}

/** An empty token makes n8n call preAuthentication; its time tells which token it has to be newer than. */
const noToken = (account: Account, refused?: AccessToken): AccessToken => ({
	accessToken: '',
	accessTokenIssuedAt: Math.max(
		refused?.accessTokenIssuedAt ?? 0,
		newestToken(account).accessTokenIssuedAt,
	),
});

interface Attempt {
	outcome: Outcome;
	used: AccessToken;
}

/**
 * Sends the request. With a token that is new to this process one request goes ahead and shows
 * whether it is accepted: another process may just have replaced it, and not all requests shall be
 * refused then. The others wait for it, but not long.
 */
async function afterProbe(
	account: Account,
	sending: Sending,
	refused: Refused | undefined,
): Promise<Attempt> {
	const { context, request } = sending;
	const { signal } = request;
	const state = stateOf(account);
	const choose = () => tokenFor(account, refused?.token) ?? noToken(account, refused?.token);
	const end = monotonicNow() + timing.probe;
	let hasLooked = false;
	for (;;) {
		if (refused === undefined) checkRefusal(state);
		else if (isRefused(state)) throw refusedFor(account, sending, refused.answer);
		const left = end - monotonicNow();
		const isOpen = !isAcceptedToken(state, choose());
		if (isOpen && state.probe !== undefined && left > 0) {
			const failure = await orAborted(Promise.race([state.probe, sleep(left)]), signal);
			if (failure !== undefined) throw failure;
		} else if (choose().accessToken === '' && !mayExchange(state)) {
			await untilRefused(account, sending, refused);
		} else if (choose().accessToken === '' && !hasLooked) {
			await orAborted(lookForStoredToken(context, account), signal);
			hasLooked = true;
		} else break;
	}
	const token = choose();
	const attempt = sendOnce(account, sending, token).then((ended) => {
		judge(state, ended);
		return ended;
	});
	if (!isAcceptedToken(state, token) && state.probe === undefined) {
		state.probe = attempt
			.then(() => undefined, withoutToken)
			.finally(() => {
				state.probe = undefined;
			});
	}
	return await attempt;
}

/** Waits for the request that is about to find out that the account is refused; it may be stopped. */
async function untilRefused(
	account: Account,
	sending: Sending,
	refused: Refused | undefined,
): Promise<void> {
	const state = stateOf(account);
	await wait(timing.backoff * 1.5, sending.request.signal);
	const isOver = tokenFor(account, refused?.token) !== undefined || mayExchange(state);
	const answer = refused?.answer ?? { status: 401, headers: {}, text: '' };
	if (!isOver) throw refusedFor(account, sending, answer);
}

/** Those who wait for the request would only learn the same when no token was issued for it. */
const withoutToken = (error: unknown) =>
	error instanceof HubError && error.kind === 'unreachable' ? error : undefined;

/** Notes what an answer shows of the token. */
function judge(state: AccountState, { outcome, used }: Attempt): void {
	if (outcome instanceof NoUsableAnswer) return;
	if (outcome.status === 401) noteRefused(state, used);
	else noteAccepted(state, used);
}

async function sendOnce(account: Account, sending: Sending, token: AccessToken): Promise<Attempt> {
	const { context, request, run } = sending;
	const state = stateOf(account);
	const data = credentialWith(account, token);
	const { id, name = '' } = context.getNode().credentials?.[credentialName] ?? {};
	const credentialsDecrypted = { id: id ?? '', name, type: credentialName, data };
	const { httpRequestWithAuthentication } = context.helpers;
	const needsToken = token.accessToken === '';
	const atLeast = Math.max(run.left, timing.shortestTry);
	// a request has its own time to be answered; the exchange that it may wait for has all that is left
	const deadline = needsToken ? deadlineIn(atLeast) : undefined;
	const leave = needsToken ? awaitToken(state) : () => {};
	const outcome = await send(
		async (options) =>
			await httpRequestWithAuthentication.call(context, credentialName, options, {
				credentialsDecrypted,
			}),
		{
			...request,
			timeout: Math.ceil(Math.min(atLeast, request.timeout ?? timing.requestTimeout)),
			signal: firstOf(request.signal, deadline),
		},
	)
		.catch((error: unknown) => {
			if (request.signal?.aborted === true || deadline?.aborted !== true) throw error;
			return noAnswerWithin(atLeast);
		})
		.finally(leave);
	// n8n puts the renewed token into the object it was given
	const used = {
		accessToken: String(data.accessToken),
		accessTokenIssuedAt: Number(data.accessTokenIssuedAt),
	};
	if (outcome instanceof NoUsableAnswer && used.accessToken === '') {
		if (state.exchangeFailure !== undefined) throw state.exchangeFailure;
		if (deadline?.aborted === true) throw notIssued(outcome, account);
	}
	state.rememberToken(used.accessToken);
	const isAnswer = !(outcome instanceof NoUsableAnswer);
	return { outcome: isAnswer ? withoutSecrets(outcome, account) : outcome, used };
}
