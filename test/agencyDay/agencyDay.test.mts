import type { IDataObject, INode } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { credentialData } from '../engine/credentialData.mts';
import { startHub, type Hub } from '../hub/index.mts';
import { signIn, useHub } from '../n8n/session.mts';
import { tableRows } from '../server/dataTables.mts';
import { importExample } from '../server/examples.mts';
import type { Credential, Workflow } from '../server/rest.mts';
import { queryHome } from '../server/sqlite.mts';
import { waitFor } from '../server/wait.mts';
import {
	apiCredential,
	asksEvery,
	chooses,
	loginCredential,
	sendOnboarding,
	tagOf,
	typeIn,
} from '../support/agency.mts';
import { useMailbox } from '../support/mailbox.mts';

/** A day of an agency: fifty sellers are onboarded in one go and sell, and three of them are in trouble. */
const SELLERS = Number(process.env.AGENCY_SELLERS ?? 50);
const AT_ONCE = 5;
const QUARTER = 15 * 60_000;
const [WRONG_KEYS, SLOW, SILENT] = ['s02', 's03', 's04'] as const;

interface Seller {
	id: string;
	hub: Hub;
	orders: string[];
}

const first = await useHub({ clock: 'manual' });
const n8n = await signIn();
const hubs: Hub[] = [];

const sellers: Seller[] = [];
for (let number = 1; number <= SELLERS; number++) {
	const id = `s${String(number).padStart(2, '0')}`;
	const keys = { apiKey: `api-key-of-${id}-no-secret`, secretKey: `secret-key-of-${id}-no-secret` };
	const hub = await startHub({ ...keys, clock: 'manual', seed: { products: 1, orders: 1 } });
	hubs.push(hub);
	sellers.push({ id, hub, orders: [] });
}
const { emails, smtp } = await useMailbox(n8n);
const [api, login] = [await apiCredential(n8n), await loginCredential(n8n)];
const unused = await n8n.createCredential({
	...{ name: 'Template', type: 'marketplaceHubApi', data: credentialData(first) },
});

/** Does it for all sellers, some at a time. */
async function forAll(act: (seller: Seller) => Promise<void>, wanted = sellers): Promise<void> {
	const left = [...wanted];
	const one = async () => {
		for (let seller = left.shift(); seller; seller = left.shift()) await act(seller);
	};
	await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** The hub's clock says how long ago something was, and n8n's own goes on meanwhile. */
const withoutSlack = (node: INode): INode =>
	node.name === 'Limits'
		? (JSON.parse(
				JSON.stringify(node).replace(
					'"name":"slackSeconds","value":"={{ 120 }}"',
					'"name":"slackSeconds","value":"={{ 0 }}"',
				),
			) as INode)
		: node;

const tags = [await tagOf(n8n, 'seller template')];
// every minute, so that the day is short; each copy of a template has it
for (const example of ['seller-status', 'orders-into-table'])
	await importExample(n8n, example, unused, { tags, adapt: asksEvery(1, 'minutes') });
const onboarding = await importExample(n8n, 'onboard-seller', unused, {
	adapt: chooses(api, login),
});
await n8n.publish(onboarding);
const all = await importExample(n8n, 'all-sellers-status', unused, {
	...{ smtp, adapt: (node: INode) => chooses(api)(withoutSlack(node)) },
});

const status = new Map<string, Workflow>();
const credentials = new Map<string, Credential>();

const storedBy = async ({ id }: Seller) =>
	(await tableRows(n8n, `seller_${id}_orders`)).map(({ idPedido }) => String(idPedido)).sort();
const rowOf = async (id: string) =>
	(await tableRows(n8n, 'agency_sellers')).find(({ seller }) => seller === id);

/** Waits until all orders of a seller are stored and acknowledged. */
async function allArrive(seller: Seller): Promise<void> {
	const { id, hub, orders } = seller;
	const stored = async () => (await storedBy(seller)).length === orders.length;
	await waitFor(stored, { what: `the orders of ${id}`, timeout: 300_000, every: 500 });
	const isEmpty = () => hub.state.queue.size === 0;
	await waitFor(isEmpty, { what: `the queue of ${id}`, timeout: 300_000 });
	expect(await storedBy(seller)).toEqual([...orders].sort());
}

/** Each seller gets an order, some at a time; it is stored and acknowledged where `arrives` says so. */
async function sell(arrives: (seller: Seller) => boolean = () => true): Promise<void> {
	await forAll(async (seller) => {
		const { id, hub, orders } = seller;
		orders.push(String(hub.createOrder().idPedido));
		if (!arrives(seller)) return;
		await allArrive(seller);
		// a busy machine that answers late loses its webhooks, and the table is right to say so
		if (id !== SILENT) expect(hub.webhook.switchedOffBecause, id).toBeUndefined();
	});
}

const look = async ({ id }: Seller) => {
	const { error } = await n8n.run(status.get(id)!);
	expect(error?.message, id).toBeUndefined();
};
/** Each seller's own workflow looks, then the one for all; what the team is told. */
async function quarter(): Promise<Array<string | undefined>> {
	for (const { hub } of sellers) hub.clock.advance(QUARTER);
	await forAll(look);
	const before = emails.length;
	const { error } = await n8n.run(all);
	expect(error?.message).toBeUndefined();
	return emails.slice(before).map(({ subject }) => subject);
}

test('fifty sellers: onboarded in one go, each trouble seen within two looks, nobody waits for another', async () => {
	const begin = async ({ id, hub }: Seller) => {
		const { text } = await sendOnboarding(n8n, onboarding, id, `Loja ${id}`, hub.url);
		expect(text).toContain('Now type in the keys');
	};
	await begin(sellers[0]!);
	await forAll(begin, sellers.slice(1));
	for (const credential of await n8n.request<Credential[]>('GET', '/rest/credentials')) {
		const [, id] = /^Seller (s\d\d): hub$/.exec(credential.name) ?? [];
		if (id !== undefined) credentials.set(id, credential);
	}
	expect(credentials.size).toBe(SELLERS);
	await forAll(async ({ id, hub }) => {
		await typeIn(n8n, credentials.get(id)!, credentialData(hub) as IDataObject);
		const { text } = await sendOnboarding(n8n, onboarding, id, `Loja ${id}`, hub.url);
		const [path] = /\/webhook\/[\w-]+\/webhook/.exec(text) ?? [];
		expect(path, text).toBeDefined();
		hub.webhook.configure({ url: `${n8n.url}${path}` });
	});
	const listed = await n8n.request<Workflow[]>('GET', '/rest/workflows?includeScopes=false');
	const own = listed.filter(({ name }) => /^Seller s\d\d: /.test(name));
	expect(own).toHaveLength(2 * SELLERS);
	for (const { id, name } of own) {
		const [, seller] = /^Seller (s\d\d): Seller status$/.exec(name) ?? [];
		if (seller !== undefined)
			status.set(seller, await n8n.request<Workflow>('GET', `/rest/workflows/${id}`));
	}
	expect(await tableRows(n8n, 'agency_sellers')).toHaveLength(SELLERS);
	console.log(`${SELLERS} sellers are onboarded.`);

	await sell();
	expect(await quarter()).toEqual([]);
	await sell();
	expect(await quarter()).toEqual([]);

	const bySeller = Object.fromEntries(sellers.map((seller) => [seller.id, seller]));
	const { [WRONG_KEYS]: wrong, [SLOW]: slow, [SILENT]: silent } = bySeller;
	await typeIn(n8n, credentials.get(WRONG_KEYS)!, {
		...(credentialData(wrong!.hub) as IDataObject),
		secretKey: 'wrong',
	});
	slow!.hub.faults.add({ endpoint: 'queueList', kind: 'slow', delay: 25_000, times: Infinity });
	silent!.hub.webhook.configure({ url: 'http://127.0.0.1:9/off' });
	const isServed = ({ id }: Seller) => ![WRONG_KEYS, SLOW].includes(id as never);

	const told: Array<string | undefined> = [];
	for (const round of [1, 2]) {
		await sell(isServed);
		told.push(...(await quarter()));
		console.log(`Look ${round}: ${told.join('; ')}`);
	}
	const rows = await tableRows(n8n, 'agency_sellers');
	const inTrouble = rows.filter(({ troubles }) => troubles !== '');
	expect(inTrouble.map(({ seller }) => seller).sort()).toEqual([WRONG_KEYS, SLOW, SILENT]);
	expect(await rowOf(WRONG_KEYS)).toMatchObject({ state: 'refused' });
	expect(String((await rowOf(SLOW))?.troubles).split(', ')).toContain('slow');
	expect(await rowOf(SILENT)).toMatchObject({ troubles: 'webhook' });
	expect(told).toEqual(
		expect.arrayContaining([
			`Loja ${WRONG_KEYS}: credential`,
			`Loja ${SLOW}: slow`,
			`Loja ${SILENT}: webhook`,
		]),
	);
	expect(new Set(told).size).toBe(told.length);

	// while one waits for his hub, another one is served
	const { executionId } = await n8n.startRun(status.get(SLOW)!);
	await look(sellers[0]!);
	expect((await n8n.execution(executionId!)).status).toBe('running');

	// once mended, both get what came meanwhile
	await typeIn(n8n, credentials.get(WRONG_KEYS)!, credentialData(wrong!.hub) as IDataObject);
	slow!.hub.faults.clear();
	await forAll(allArrive, [wrong!, slow!]);

	// nothing of one goes to another
	const tokens = sellers.map(({ hub }) => hub.tokens.current!);
	for (const { id, hub } of sellers) {
		const sent = JSON.stringify(
			hub.log.map(({ headers, body, rawUrl }) => [headers, body, rawUrl]),
		);
		const others = sellers.filter((other) => other.id !== id);
		const secrets = others.flatMap((other) => [other.hub.apiKey, other.hub.secretKey]);
		const foreign = [...secrets, ...tokens.filter((token) => token !== hub.tokens.current)];
		expect(foreign.filter((secret) => sent.includes(secret))).toEqual([]);
		if (id !== WRONG_KEYS) expect(hub.count({ endpoint: 'auth', status: 401 })).toBe(0);
		expect(hub.contractViolations).toEqual([]);
	}
	const ofAll = sellers.flatMap(({ hub }) => [hub.apiKey, hub.secretKey, hub.tokens.current!]);
	const holds = (text: string) => ofAll.filter((secret) => text.includes(secret));
	expect(holds(JSON.stringify(await tableRows(n8n, 'agency_sellers')))).toEqual([]);
	for (const { id, name } of own) {
		const executions = await queryHome<{ data: string }>(
			n8n.home,
			'SELECT d.data FROM execution_entity e JOIN execution_data d ON d.executionId = e.id WHERE e.workflowId = ?',
			id,
		);
		if (!name.endsWith('Seller status')) expect(executions.length, name).toBeGreaterThan(0);
		expect(holds(executions.map(({ data }) => data).join('\n')), name).toEqual([]);
	}

	for (const workflow of own) await n8n.unpublish(workflow);
	for (const hub of hubs) await hub.stop();
}, 3_000_000);
