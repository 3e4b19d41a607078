import omitBy from 'lodash/omitBy';
import { delay } from '../async';
import { type Account, accountOf } from '../auth/account';
import { routeField } from '../auth/routes';
import { otherExchange } from '../auth/tokenFailure';
import { HubError } from '../errors';
import type { Outcome } from '../http/answer';
import { anything } from '../schemas/answers';
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
	const connected = await firstPing(hub).catch(elsewhereOnly);
	if (!(connected instanceof HubError)) {
		const isNew = account.state.token !== before && account.state.token.isOwn;
		const exchange = isNew
			? told(own, 'gave a token', 'works')
			: told(own, 'not asked: the account has a token', 'notAsked');
		return { connected, exchange: [exchange] };
	}
	const first = (verdict: Finding['verdict']) => told(own, String(connected.httpStatus), verdict);
	const other = otherExchange(account);
	const second = await firstPing(at(withExchange(account, other))).catch((error: unknown) => {
		if (!isOfCredential(error) || isElsewhere(error)) return elsewhereOnly(error);
		const where = `The hub has its token exchange at ${other}: enter that under Customize Routes.`;
		throw error.with({ description: `${error.description ?? ''} ${where}` });
	});
	if (second instanceof HubError) {
		const answer = String(second.httpStatus);
		return { exchange: [first('unclear'), told(other, answer, 'unclear')] };
	}
	const exchange = withEntry([first('notThere'), told(other, 'gave a token', 'works')]);
	return { connected: second, exchange };
}

const isOfCredential = (error: unknown): error is HubError =>
	error instanceof HubError && error.kind === 'credential';

/** The failure, where another address of the token exchange may mend it; else it ends the check. */
function elsewhereOnly(error: unknown): HubError {
	if (isOfCredential(error) && isElsewhere(error)) return error;
	throw error;
}

/** Whether the token exchange was answered 404 or 405, now or before. */
const isElsewhere = ({ httpStatus }: HubError) => httpStatus === 404 || httpStatus === 405;

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
