import { monotonicNow, wait } from '../async/wait';
import type { HubContext } from '../http/send';
import type { AccessToken, AccountState } from '../state';
import { timing } from '../timing';
import { currentAccount, stateOf, type Account } from './account';
import { isOwn, isRefusedToken, newestToken, usableToken } from './tokens';

/*
 * Several processes of one n8n (main, webhook processes, workers) share nothing but the stored
 * credential, and each exchange of keys revokes the token of the others. So the process that has
 * issued the present token renews it; the others give it a head start, look meanwhile whether it has
 * stored a newer one, and only then exchange the keys themselves, each at another moment.
 */

/**
 * Looks for a newer token that another process may be storing, once for everything in this process
 * that needs one. What it finds is the account's newest token from then on, see `newestToken`.
 */
export async function lookForStoredToken(context: HubContext, account: Account): Promise<void> {
	const state = stateOf(account);
	state.look ??= look(context, lookTime(newestToken(account), state)).finally(() => {
		state.look = undefined;
	});
	await state.look;
}

async function look(context: HubContext, time: number): Promise<void> {
	const end = monotonicNow() + time;
	for (;;) {
		// a credential that cannot be read now is reported by the request that needs it
		const account = await currentAccount(context, true).catch(() => undefined);
		if (account === undefined) return;
		const token = usableToken(account);
		if (token !== undefined && !isRefusedToken(stateOf(account), token)) return;
		const left = end - monotonicNow();
		if (left <= 0) return;
		await wait(Math.min(left, timing.tokenLook));
	}
}

/**
 * How long a process looks before it exchanges the keys itself, in ms: not at all when it has issued
 * the present token, unless that one was never accepted.
 * @param newest the newest token that is known
 * @param random from 0 to 1: processes look for different times
 */
export function lookTime(
	newest: AccessToken,
	state: Pick<AccountState, 'token' | 'tokensRefused'>,
	random = Math.random(),
): number {
	const spread = timing.tokenSpread * random;
	if (newest.accessToken === '') return spread;
	if (isOwn(newest, state)) return state.tokensRefused === 0 ? 0 : spread;
	return timing.tokenHeadStart + spread;
}
