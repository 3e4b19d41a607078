import omitBy from 'lodash/omitBy';
import { type Account, accountOf } from '../auth/account';
import { routeField } from '../auth/routes';
import { otherExchange } from '../auth/tokenFailure';
import { HubError } from '../errors';
import type { Outcome } from '../http/answer';
import { anything } from '../schemas/answers';
import { Asking, type CheckHub, routeOf } from './asking';
import { type Finding, notAsked, withEntry } from './findings';

interface Reached {
	/** Undefined where the hub has the token exchange at none of the known addresses. */
	connected?: { asking: Asking; ping: Outcome };
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
	try {
		const connected = await firstPing(hub);
		const isNew = account.state.token !== before && account.state.token.isOwn;
		const exchange = isNew
			? told(own, 'gave a token', 'works')
			: told(own, 'not asked: the account has a token', 'notAsked');
		return { connected, exchange: [exchange] };
	} catch (error) {
		if (!(error instanceof HubError) || !isElsewhere(error)) throw error;
		const other = otherExchange(account);
		const first = (verdict: Finding['verdict']) => told(own, String(error.httpStatus), verdict);
		try {
			const connected = await firstPing(at(withExchange(account, other)));
			return {
				connected,
				exchange: withEntry([first('notThere'), told(other, 'gave a token', 'works')]),
			};
		} catch (second) {
			if (!(second instanceof HubError) || second.kind !== 'credential') throw second;
			if (isElsewhere(second)) {
				const answer = String(second.httpStatus);
				return { exchange: [first('unclear'), told(other, answer, 'unclear')] };
			}
			const where = `The hub has its token exchange at ${other}: enter that under Customize Routes.`;
			throw second.with({ description: `${second.description ?? ''} ${where}` });
		}
	}
}

/** Whether the token exchange was answered 404 or 405, now or before. */
const isElsewhere = ({ kind, httpStatus }: HubError) =>
	kind === 'credential' && (httpStatus === 404 || httpStatus === 405);

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
async function firstPing(hub: CheckHub): Promise<{ asking: Asking; ping: Outcome }> {
	const asking = new Asking(hub);
	const endpoint = (await hub.account()).endpoint('ping');
	const ask = async () => {
		asking.forget();
		const outcome = await asking.ask('ping', endpoint.label, endpoint);
		if (outcome === undefined) throw new Error('The first request was not asked');
		return outcome;
	};
	let ping = await ask();
	if (ping.status === 401) {
		await hub.request('orderList', { query: { offset: 0, limit: 1 } }, anything);
		ping = await ask();
	} else if (ping.status === undefined || ping.status === 429 || ping.status >= 500) {
		await hub.request('ping', {}, anything);
		ping = await ask();
	}
	return { asking, ping };
}
