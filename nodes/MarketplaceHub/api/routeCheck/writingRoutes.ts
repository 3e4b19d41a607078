import uniqBy from 'lodash/uniqBy';
import { readRoute } from '../auth/routes';
import { type Endpoint, endpoints } from '../endpoints';
import { type Address, type CheckedName, routeOf } from './asking';
import { type Finding, notAsked, withEntry } from './findings';
import type { MadeUpRecord, Probe } from './probes';
import { type Check, hadEnded, judged } from './question';

type WritingProbe = Probe & { name: CheckedName };

/** The findings about a writing route of the credential, and about its candidates where it is not found there. */
export async function findWritingRoute(check: Check, probe: WritingProbe): Promise<Finding[]> {
	const inEffect = check.account.endpoint(probe.name);
	const byDefault: Endpoint = endpoints[probe.name];
	const candidates = (byDefault.candidates ?? []).map((text) => readRoute(text, byDefault));
	const routes = [inEffect, byDefault, ...candidates].filter((route) => route !== undefined);
	const findings: Finding[] = [];
	for (const route of uniqBy(routes, routeOf)) {
		if (findings[0]?.verdict === 'works') break;
		findings.push(await findRoute(check, probe, inEffect.label, route));
	}
	return withEntry(findings);
}

async function findRoute(
	check: Check,
	{ name, record, field }: WritingProbe,
	label: string,
	route: Address,
): Promise<Finding> {
	const { asking, madeUp } = check;
	const refuse = (why: string) => notAsked(label, routeOf(route), why);
	if (asking.ended !== undefined) return refuse(hadEnded);
	if (route.method === 'DELETE') return refuse('a deletion is never asked');
	const address = madeUp.filled(route);
	const read = record && (await readMadeUp(check, record));
	if (record !== undefined && read?.status !== 404)
		return refuse(`the made-up ${record} was not answered 404`);
	// a route may have the form of a product's address: its last word must then be the SKU of no product
	for (const { method, path } of [address, madeUp.controlOf(route)]) {
		const [, sku] = /^\/v1\/products\/([^/]+)\/?$/.exec(path) ?? [];
		if (sku === undefined || !['PUT', 'PATCH'].includes(method)) continue;
		const product = await asking.ask('productGet', 'Product', { method: 'GET', path });
		if (product?.status !== 404) return refuse(`${sku} as a SKU was not answered 404`);
	}
	const body = route.method === 'GET' ? undefined : {};
	const outcome = await asking.ask(name, label, address, { body });
	if (outcome === undefined) return refuse(hadEnded);
	return await judged(check, { name, label, route, body, field }, outcome, read);
}

async function readMadeUp({ asking, account, madeUp }: Check, record: MadeUpRecord) {
	const name = record === 'order' ? 'orderGet' : 'productGet';
	const endpoint = account.endpoint(name);
	return await asking.ask(name, endpoint.label, madeUp.filled(endpoint));
}
