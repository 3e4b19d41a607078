import omitBy from 'lodash/omitBy';
import { delay } from '../async';
import { type Account, accountOf } from '../auth/account';
import { routeField } from '../auth/routes';
import { otherExchange } from '../auth/tokenFailure';
import { toFailure } from '../errors';
import type { Outcome } from '../http/answer';
import { anything } from '../schemas/reads/answers';
import { timing } from '../timing';
import { Asking, type CheckHub, routeOf } from './asking';
import { type Finding, notAsked, withEntry } from './findings';

interface Connected {
	asking: Asking;
	ping?: Outcome;
}

interface Reached {
	/** Undefined where the hub has the token exchange at none of the known addresses. */
	connected?: Connected;
	exchange: Finding[];
}

/** Gets a token by the rules of every operation; where the exchange is not there, once at the other address. */
export async function reach(hub: CheckHub, at: (account: Account) => CheckHub): Promise<Reached> {
	const account = await hub.account();
	const { token: before } = account.state;
	const row = account.endpoint('auth');
	const told = (asked: string, answer: string, verdict: Finding['verdict']): Finding => ({
		...notAsked(row.label, asked, answer),
		verdict,
	});
	const own = routeOf(row);
	const first = await connect(hub);
	if ('connected' in first) {
		const isNew = account.state.token !== before && account.state.token.isOwn;
		const exchange = isNew
			? told(own, 'gave a token', 'works')
			: told(own, 'not asked: the account has a token', 'notAsked');
		return { ...first, exchange: [exchange] };
	}
	const other = otherExchange(account);
	const where = `The hub has its token exchange at ${other}: enter that under Customize Routes.`;
	const second = await connect(at(withExchange(account, other)), where);
	const ofOwn = (verdict: Finding['verdict']) => told(own, String(first.notThere), verdict);
	if ('notThere' in second) {
		const ofOther = told(other, String(second.notThere), 'unclear');
		return { exchange: [ofOwn('unclear'), ofOther] };
	}
	const exchange = withEntry([ofOwn('notThere'), told(other, 'gave a token', 'works')]);
	return { ...second, exchange };
}

/**
 * Gets a token and asks for the ping.
 * @param advice more advice where the exchange refuses the keys
 * @returns the status 404 or 405 where the hub has no token exchange at this address
 * @throws HubError for any other failure: it ends the check
 */
async function connect(
	hub: CheckHub,
	advice?: string,
): Promise<{ connected: Connected } | { notThere: number }> {
	try {
		return { connected: await firstPing(hub) };
	} catch (error) {
		const failure = toFailure(error);
		if (failure.kind !== 'credential') throw failure;
		const { httpStatus, description = '' } = failure;
		if (httpStatus === 404 || httpStatus === 405) return { notThere: httpStatus };
		throw advice === undefined
			? failure
			: failure.with({ description: `${description} ${advice}` });
	}
}

/** The account as it is once the credential names this exchange; n8n stores nothing of it. */
function withExchange({ credential }: Account, route: string): Account {
	const isCustom = credential.customizeRoutes === true;
	const kept = isCustom
		? credential
		: omitBy(credential, (_value, name) => /^route[A-Z]/.test(name));
	const changed = { ...kept, customizeRoutes: true, [routeField('auth')]: route, accessToken: '' };
	return { ...accountOf(changed), dependsOnItem: true };
}

/**
 * The token test, by the rules of every operation. A hub may answer 401 to an address that it does not have:
 * a documented read shows whether the token is good, and renews it where it is not.
 */
async function firstPing(hub: CheckHub): Promise<Connected> {
	const first = await ping(hub);
	const { status = Infinity } = first.ping ?? {};
	if (status !== 401 && status !== 429 && status < 500) return first;
	await delay(timing.checkPause);
	await hub.request('orderList', { query: { offset: 0, limit: 1 } }, anything);
	await delay(timing.checkPause);
	return await ping(hub);
}

async function ping(hub: CheckHub): Promise<Connected> {
	const asking = new Asking(hub);
	const endpoint = (await hub.account()).endpoint('ping');
	return { asking, ping: await asking.ask('ping', endpoint.label, endpoint) };
}
