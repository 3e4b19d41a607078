import type { Account } from '../auth/account';
import { type CheckHub, routeOf } from './asking';
import { findLists, findPing } from './documentedRoutes';
import { type Finding, notAsked, summaryOf } from './findings';
import { habitsOf } from './habits';
import { MadeUp } from './madeUp';
import { probes } from './probes';
import { reach } from './reach';
import { findWritingRoute } from './writingRoutes';

/*
 * Connection: Check Routes. It reads first, as `probes.ts` lists it; in Sandbox it then asks the writing routes with
 * bodies and identifiers that no hub can accept. `verdict.ts` judges each route beside a control.
 */

/**
 * Finds out which routes the hub has.
 * @param at the hub for an account that differs from the credential's in its token exchange
 * @returns a summary, then a finding for each route and habit
 * @throws HubError of kind `credential` where the hub refuses the keys
 */
export async function runCheck(
	hub: CheckHub,
	at: (account: Account) => CheckHub,
): Promise<Finding[]> {
	const account = await hub.account();
	const isProduction = account.environment === 'production';
	const { connected, exchange } = await reach(hub, at);
	if (connected === undefined)
		return [summaryOf(exchange, isProduction, noExchange(account)), ...exchange];
	const { asking, ping } = connected;
	const check = { asking, account, madeUp: new MadeUp() };
	const dated = ping && { outcome: ping, at: Date.now() };
	const pinged = await findPing(check, ping);
	const { findings: ofLists, seen } = await findLists(check);
	const routes = [...exchange, pinged, ...ofLists];
	for (const probe of probes) {
		const row = account.endpoint(probe.name);
		const ofProduction = [notAsked(row.label, routeOf(row), 'asked in Sandbox only')];
		const findings = isProduction ? ofProduction : await findWritingRoute(check, probe);
		for (const finding of findings) routes.push(finding);
	}
	const habits = habitsOf({ ...seen, all: asking.answers, dated });
	return [
		summaryOf(routes, isProduction, asking.ended),
		...routes,
		...habits.map((habit): Finding => ({ asked: '', enter: '', ...habit })),
	];
}

const noExchange = ({ baseUrl }: Account) =>
	`The check ended: the hub at ${baseUrl} has its token exchange at no known address. Check the Base URL of the credential, which may need a path, e.g. https://api.example.com/omni-api; if it is right, ask the hub's support for the address.`;
