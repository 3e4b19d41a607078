import type { IDataObject } from 'n8n-workflow';
import { expect, onTestFinished, test } from 'vitest';
import { credentialData, credentialType } from '../engine/credentialData.mts';
import { insertRows, tableRows } from '../server/dataTables.mts';
import { importExample, triggerOf } from '../server/examples.mts';
import { webhookUrl, type Credential, type Workflow } from '../server/rest.mts';
import {
	apiCredential,
	chooses,
	getForm,
	loginCredential,
	postForm,
	sendFilledForm,
	sendForm,
	sendOffboarding,
	sendOnboarding,
	tagOf,
	typeIn,
	useTemplates,
} from '../support/agency.mts';
import { findInHome } from './secrets.mts';
import { nodeOf, queueIsEmpty, runExample, server, to, useN8n } from './session.mts';

/** A seller is onboarded by a form, sells, and leaves. */
const { hub, n8n, credential } = await useN8n({
	seed: { orders: 2 },
	apiKey: 'key-of-the-agency-kit-no-secret',
	secretKey: 'secret-of-the-agency-kit-no-secret',
});
const [api, login] = [await apiCredential(n8n), await loginCredential(n8n)];

async function publishForm(example: string): Promise<Workflow> {
	const workflow = await importExample(n8n, example, credential, { adapt: chooses(api, login) });
	await n8n.publish(workflow);
	return workflow;
}

const onboarding = await publishForm('onboard-seller');
const offboarding = await publishForm('offboard-seller');
const withoutTemplate = await sendForm(n8n, onboarding, 'verde', 'Loja Verde', hub.url);
const tags = [await tagOf(n8n, 'seller template')];
await useTemplates(n8n, credential, tags);

type Listed = Workflow & { tags: Array<{ name: string }> };
/** The seller's workflows, by their names. */
async function workflowsOf(seller: string): Promise<Listed[]> {
	const all = await n8n.request<Listed[]>('GET', '/rest/workflows?includeScopes=false');
	const own = all.filter(({ name }) => name.startsWith(`Seller ${seller}: `));
	return own.sort((a, b) => a.name.localeCompare(b.name));
}
const whole = async ({ id }: Workflow) =>
	await n8n.request<Workflow>('GET', `/rest/workflows/${id}`);
const credentialsOf = async (seller: string) =>
	(await n8n.request<Credential[]>('GET', '/rest/credentials')).filter(
		({ name }) => name === `Seller ${seller}: hub`,
	);
const rowOf = async (seller: string) =>
	(await tableRows(n8n, 'agency_sellers')).find((row) => row.seller === seller);
const onboard = async (seller: string, name = 'Loja Azul') =>
	await sendOnboarding(n8n, onboarding, seller, name, hub.url);
const offboard = async (seller: string, more: { queue?: string; name?: string } = {}) =>
	await sendOffboarding(n8n, offboarding, { seller, name: 'Loja Azul', ...more });

test('nobody gets in without the login', async () => {
	for (const authorization of ['', `Basic ${btoa('agency:wrong')}`]) {
		const answers = ['azul', 'Loja Azul', hub.url];
		expect((await postForm(n8n, onboarding, answers, { headers: { authorization } })).status).toBe(
			401,
		);
	}
	expect(await n8n.executions(onboarding)).toHaveLength(1);
});

test('without a template the page says so', () => {
	expect(withoutTemplate.text).toContain('A template is missing');
});

test('what is no ID, or no address, creates nothing', async () => {
	for (const seller of ['Loja Azul', 'a', 'seller_1', '%', 'template', 'a'.repeat(18)])
		expect((await onboard(seller)).text).toContain('Nothing was created');
	const { text } = await sendForm(n8n, onboarding, 'azul', 'Loja Azul', 'api.example.com');
	expect(text).toContain('Nothing was created');
	for (const name of [' ', 'a'.repeat(101)])
		expect((await onboard('azul', name)).text).toContain('Nothing was created');
	expect(await workflowsOf('azul')).toEqual([]);
});

test('the first run creates a credential without keys, copies and tags, and says where to type the keys in', async () => {
	const { text, executionId } = await onboard(' Azul ');
	const [own, ...others] = await credentialsOf('azul');
	expect([own?.type, others]).toEqual([credentialType, []]);
	expect(text).toContain(`/home/credentials/${own?.id}`);
	expect(text).toContain('has no API Key');
	const created = await workflowsOf('azul');
	expect(created.map(({ name, active }) => [name, active])).toEqual([
		['Seller azul: Orders into a table', false],
		['Seller azul: Seller status', true],
	]);
	for (const workflow of created) {
		expect(workflow.tags.map(({ name }) => name).sort()).toEqual(['agency seller', 'seller azul']);
		const { nodes } = await whole(workflow);
		const chosen = nodes.flatMap(({ credentials }) => credentials?.[credentialType]?.id ?? []);
		expect(new Set(chosen)).toEqual(new Set([own?.id]));
		expect(JSON.stringify(nodes)).not.toMatch(/marketplace_hub_|your-seller-id/);
	}
	expect(await rowOf('azul')).toMatchObject({ name: 'Loja Azul', onboarded: null });
	expect(hub.log).toEqual([]);
	const { raw } = await n8n.execution(executionId);
	for (const secret of [hub.apiKey, hub.secretKey]) expect(raw).not.toContain(secret);
});

test('once the keys are typed in, the second run pings, reads one order, publishes, and shows the address', async () => {
	const before = await workflowsOf('azul');
	const [own] = await credentialsOf('azul');
	await typeIn(n8n, own!, credentialData(hub) as IDataObject);
	const { text, executionId } = await onboard('azul');
	expect(hub.count({ endpoint: 'ping', status: 200 })).toBe(1);
	expect(hub.count({ endpoint: 'orderList', status: 200 })).toBeGreaterThan(0);
	expect(text).toContain('gave 1 order');
	const after = await workflowsOf('azul');
	expect(after.map(({ id, active }) => [id, active])).toEqual(before.map(({ id }) => [id, true]));
	expect(await credentialsOf('azul')).toHaveLength(1);
	const url = webhookUrl(n8n.url, triggerOf(await whole(after[0]!)));
	expect(text).toContain(new URL(url).pathname);
	expect((await rowOf('azul'))?.onboarded).not.toBeNull();

	const { apiKey, secretKey } = hub;
	// the database with its journal, every execution, the log
	expect(await findInHome(server.home, { apiKey, secretKey, token: hub.tokens.current! })).toEqual(
		[],
	);
	const { raw } = await n8n.execution(executionId);
	expect(raw).toContain(hub.url);
	expect(raw).not.toContain(api.data.apiKey);
});

test('another run changes nothing and creates nothing twice', async () => {
	const state = async () => ({
		workflows: (await workflowsOf('azul')).map(({ id, versionId, active }) => ({
			...{ id, versionId, active },
		})),
		credentials: (await credentialsOf('azul')).map(({ id }) => id),
		onboarded: (await rowOf('azul'))?.onboarded,
		rows: (await tableRows(n8n, 'agency_sellers')).length,
	});
	const before = await state();
	expect((await onboard('azul')).text).toContain('is onboarded');
	expect(await state()).toEqual(before);
});

test("what a site sends with a browser's login changes nothing: a page asks before anything is published", async () => {
	const [orders] = await workflowsOf('azul');
	await n8n.unpublish(orders!);
	const published = async () => (await workflowsOf('azul')).map(({ active }) => active);
	const page = await sendForm(n8n, onboarding, 'azul', 'Loja Azul', hub.url);
	expect(page.text).toMatch(/no workflow is copied.*not published, and will be.*Orders into a/s);
	for (const name of ['', 'azul', 'Loja Verde']) {
		const other = await sendForm(n8n, onboarding, 'azul', 'Loja Azul', hub.url);
		expect((await other.answer(name)).text).toContain('Nothing was changed');
	}
	expect(await published()).toEqual([false, true]);
	expect((await page.answer('loja azul')).text).toContain('is onboarded');
	expect(await published()).toEqual([true, true]);

	await offboard('azul', { queue: 'The hub no longer takes his keys: go on without a look' });
	const back = await sendForm(n8n, onboarding, 'azul', 'Loja Azul', '');
	expect(back.text).toContain('He was leaving, and is taken back');
	expect((await rowOf('azul'))?.leaving).not.toBeNull();
	expect(await published()).toEqual([false, true]);
	expect((await back.answer('Loja Azul')).text).toContain('is onboarded');
	expect((await rowOf('azul'))?.leaving).toBeNull();
	expect(await published()).toEqual([true, true]);

	// where there is no page, nothing changes
	expect((await sendForm(n8n, onboarding, 'azul', 'LOJA AZUL', '')).text).toContain('is onboarded');
	expect(await rowOf('azul')).toMatchObject({ name: 'Loja Azul' });
});

test('what comes while the page waits, and what the page did not name, is neither copied nor published', async () => {
	const [orders, status] = await workflowsOf('azul');
	await n8n.unpublish(status!);
	const page = await sendForm(n8n, onboarding, 'azul', 'Loja Azul', '');
	expect(page.text).not.toContain('• Seller azul: Orders');
	await n8n.unpublish(orders!);
	const nodes = [nodeOf('Daily', 'scheduleTrigger', { typeVersion: 1.2 })];
	const template = { name: 'Late', nodes, connections: {}, settings: {} };
	const late = await n8n.createWorkflow({ ...template, tags } as never);
	const { text } = await page.answer('Loja Azul');
	expect(text).toContain('is onboarded');
	expect(text).toContain('1 workflows are published');
	expect((await workflowsOf('azul')).map(({ name, active }) => [name, active])).toEqual([
		['Seller azul: Orders into a table', false],
		['Seller azul: Seller status', true],
	]);
	await n8n.deleteWorkflow(late);
	expect((await onboard('azul')).text).toContain('2 workflows are published');
});

test('a missing tag and a missing credential are named by a page before they are made', async () => {
	const [orders] = await workflowsOf('azul');
	const tagsOf = async () => (await workflowsOf('azul'))[0]!.tags.map(({ name }) => name).sort();
	const before = await tagsOf();
	const idle = await whole(orders!);
	await n8n.request('PATCH', `/rest/workflows/${idle.id}`, { tags: [] });
	const page = await sendForm(n8n, onboarding, 'azul', 'Loja Azul', '');
	expect(page.text).toMatch(/Orders into a table.* gets the tags/);
	expect(await tagsOf()).toEqual([]);
	expect((await page.answer('Loja Azul')).text).toContain('is onboarded');
	expect(await tagsOf()).toEqual(before);

	const [own] = await credentialsOf('azul');
	const keys = credentialData(hub) as IDataObject;
	await typeIn(n8n, { ...own!, name: 'Put aside' }, keys);
	const asked = await sendForm(n8n, onboarding, 'azul', 'Loja Azul', '');
	expect(asked.text).toMatch(/The credential .*Seller azul: hub.* is made, without keys/);
	expect((await asked.answer('azul')).text).toContain('Nothing was changed');
	expect(await credentialsOf('azul')).toEqual([]);
	await typeIn(n8n, own!, keys);
});

test('the keys go to the Base URL with which the seller was begun, whatever a later form says', async () => {
	const send = async (...answers: string[]) => await sendForm(n8n, onboarding, ...answers);
	const other = await send('azul', 'Loja Azul', 'https://hub.example.net');
	expect(other.text).toContain('Nothing was changed');
	expect(other.text).toContain(hub.url);
	expect((await send('azul', 'Loja Azul', '')).text).toContain('is onboarded');
	expect((await send('preto', 'Loja Preta', '')).text).toContain('takes a Base URL');
	expect(await rowOf('preto')).toBeUndefined();
	expect((await rowOf('azul'))?.baseUrl).toBe(hub.url);
});

test.each([
	['roxo', 'https://hub.example.net', hub.url],
	['cinza', hub.url, 'https://hub.example.net'],
])(
	'of two pages of a new seller that wait at once, the second one changes nothing: %s',
	async (seller, first, second) => {
		const pages = [];
		for (const baseUrl of [first, second])
			pages.push(await sendForm(n8n, onboarding, seller, 'Loja Nova', baseUrl));
		expect((await pages[0]!.answer('Loja Nova')).text).toContain(first);
		expect((await pages[1]!.answer('Loja Nova')).text).toContain('Nothing was changed');
		expect((await rowOf(seller))?.baseUrl).toBe(first);
		expect(await credentialsOf(seller)).toHaveLength(1);
		const again = await sendForm(n8n, onboarding, seller, 'Loja Nova', second);
		expect(again.text).toContain('Nothing was changed');
	},
);

test('a row without a Base URL, as a running Seller status makes it anew, gets it from the form', async () => {
	await insertRows(n8n, 'agency_sellers', [{ seller: 'rosa', state: 'ok' }]);
	const page = await sendForm(n8n, onboarding, 'rosa', 'Loja Rosa', hub.url);
	await page.answer('rosa');
	expect(await rowOf('rosa')).toMatchObject({ name: 'Loja Rosa', baseUrl: hub.url });
	const other = await sendForm(n8n, onboarding, 'rosa', 'Loja Rosa', 'https://hub.example.net');
	expect(other.text).toContain('Nothing was changed');
});

test('the page about the keys does not go on with a Base URL that somebody has begun the seller with meanwhile', async () => {
	await onboard('bege', 'Loja Bege');
	const asked = await sendForm(n8n, onboarding, 'bege', 'Loja Bege', '');
	const page = await asked.answer('Loja Bege');
	expect(page.text).toContain(`with the Base URL <b>${hub.url}</b>`);
	const queue = 'The hub no longer takes his keys: go on without a look';
	const going = await offboard('bege', { queue, name: 'Loja Bege' });
	expect((await going.answer('bege', 'Keep them')).text).toContain('He is offboarded');
	const other = 'https://hub.example.net';
	await sendOnboarding(n8n, onboarding, 'bege', 'Loja Bege', other);
	expect((await rowOf('bege'))?.baseUrl).toBe(other);
	const { text } = await page.answer('Loja Bege');
	expect(text).toContain('Nothing was changed');
	expect(text).toContain(other);
});

test('a seller who is there is asked about by name', async () => {
	const page = await sendForm(n8n, onboarding, 'azul', 'Loja Verde', '');
	expect(page.text).toContain('Which seller?');
	expect(page.text).toContain('Loja Azul');
	expect((await page.answer('Loja Verde')).text).toContain('Nothing was changed');
	expect(await rowOf('azul')).toMatchObject({ name: 'Loja Azul' });
	const again = await sendForm(n8n, onboarding, 'azul', 'Azul & Cia', '');
	expect((await again.answer('loja azul')).text).toContain('is onboarded');
	expect(await rowOf('azul')).toMatchObject({ name: 'Azul & Cia' });
	const older = await sendForm(n8n, onboarding, 'azul', 'Azul', '');
	const back = await sendForm(n8n, onboarding, 'azul', 'Loja Azul', '');
	expect((await back.answer('Azul & Cia')).text).toContain('is onboarded');
	expect((await older.answer('Azul & Cia')).text).toContain('Nothing was changed');
	expect(await rowOf('azul')).toMatchObject({ name: 'Loja Azul' });
});

test('a page links to the form with the ID alone; an address that fills in more creates nothing', async () => {
	const { text } = await sendForm(n8n, onboarding, 'azul', 'Loja Azul', 'https://hub.example.net');
	const [, path] = /href="[^"]*(\/form\/[^"]*)"/.exec(text)!;
	expect(path).toMatch(/\?Seller%20ID=azul$/);
	const page = await getForm(n8n, path!);
	expect(page).toMatch(/value="azul"/);
	expect(page).not.toContain(hub.url);
	const filled = { 'Base URL': 'https://hub.example.net' };
	const answers = ['preto', 'Loja Preta', hub.url];
	const refused = await sendFilledForm(n8n, onboarding, answers, filled);
	expect(refused.text).toContain('Nothing was created');
});

test('two sellers have tables of their own, also where one ID begins with the other', async () => {
	const wrong = await onboard('azul2', 'Azul Dois');
	expect((await wrong.answer('Loja Azul')).text).toContain('Nothing was changed');
	const page = await onboard('azul2', 'Azul Dois');
	expect(page.text).toContain(`Azul Dois, with the Base URL <b>${hub.url}</b>`);
	const early = await page.answer('Azul Dois');
	expect(early.text).toContain('has no API Key');
	const [own] = await credentialsOf('azul2');
	await typeIn(n8n, own!, credentialData(hub) as IDataObject);
	// one sending: the page goes on once the keys are there
	expect((await early.answer('azul dois')).text).toContain('Azul Dois is onboarded');
	expect((await workflowsOf('azul')).length).toBe(2);
	const [orders] = await workflowsOf('azul2');
	await n8n.unpublish(orders!);

	const url = webhookUrl(n8n.url, triggerOf(await whole((await workflowsOf('azul'))[0]!)));
	hub.webhook.configure({ url });
	const { idPedido } = hub.createOrder();
	await queueIsEmpty(hub, 60_000);
	const stored = async (seller: string) =>
		(await tableRows(n8n, `seller_${seller}_orders`)).map((row) => row.idPedido);
	expect(await stored('azul')).toEqual([String(idPedido)]);
	expect(await stored('azul2')).toEqual([]);
});

test('the ID of one seller with the name of another changes nothing', async () => {
	expect((await offboard('azul2', { name: ' Loja Azul ' })).text).toContain('Nothing was changed');
	expect((await rowOf('azul2'))?.leaving).toBeNull();
	expect((await offboard('azul', { name: 'loja azul' })).text).toContain('Nothing was changed');
	expect((await workflowsOf('azul')).map(({ active }) => active)).toEqual([true, true]);
});

test('nothing of a seller changes before a page was given his ID, and an address gives nothing', async () => {
	const switchedOff = "It is switched off in the hub's panel";
	const answers = ['azul', 'Loja Azul', switchedOff, 'Take what waits first'];
	const page = await sendForm(n8n, offboarding, ...answers);
	expect(page.text).toContain('Switch his workflows off?');
	expect(page.text).toContain('Loja Azul');
	expect((await page.answer('azul2')).text).toContain('Nothing was changed');
	for (const filled of [{ 'Seller ID': 'azul' }, { 'Data tables': 'Delete them' }] as Array<
		Record<string, string>
	>)
		expect((await sendFilledForm(n8n, offboarding, answers, filled)).text).toContain(
			'Nothing was changed',
		);
	expect((await rowOf('azul'))?.leaving).toBeNull();
	expect((await workflowsOf('azul')).map(({ active }) => active)).toEqual([true, true]);
});

test('offboarding takes nothing away while orders wait, acknowledges none, and shows what would go', async () => {
	hub.webhook.configure({ url: 'http://127.0.0.1:9/off' });
	const { idPedido } = hub.createOrder();
	hub.clearLog();
	expect((await offboard('azul')).text).toContain('1 orders wait');
	expect((await workflowsOf('azul')).map(({ active }) => active)).toEqual([true, true]);
	expect(hub.count({ endpoint: 'acknowledge' })).toBe(0);

	hub.state.queue.delete(idPedido);
	const page = await offboard('azul');
	expect(page.text).toContain('Seller azul: Orders into a table');
	expect(page.text).toContain('seller_azul_orders');
	expect((await workflowsOf('azul')).map(({ active }) => active)).toEqual([false, true]);

	// what comes now stays in the hub, and the row shows it
	hub.createOrder();
	await runExample(n8n, await whole((await workflowsOf('azul'))[1]!));
	expect(await rowOf('azul')).toMatchObject({ waiting: 1 });
	expect((await rowOf('azul'))?.leaving).not.toBeNull();

	expect((await page.answer('verde', 'Delete them')).text).toContain('Nothing was deleted');
	expect(await workflowsOf('azul')).toHaveLength(2);
});

test('a page that is older than another form of the seller deletes nothing', async () => {
	const queue = 'The hub no longer takes his keys: go on without a look';
	const old = await offboard('azul', { queue });
	await offboard('azul', { queue });
	expect((await old.answer('azul', 'Delete them')).text).toContain('Nothing was deleted');
	expect(await workflowsOf('azul')).toHaveLength(2);
	expect(await credentialsOf('azul')).toHaveLength(1);
});

test('what is confirmed twice is deleted, and nothing of another seller; what waits still waits in the hub', async () => {
	const queue = 'The hub no longer takes his keys: go on without a look';
	const going = await offboard('azul', { queue });
	expect((await going.answer('azul', 'Delete them')).text).toContain('He is offboarded');
	expect([await workflowsOf('azul'), await credentialsOf('azul')]).toEqual([[], []]);
	expect(await rowOf('azul')).toBeUndefined();
	expect(await tableRows(n8n, 'seller_azul_orders')).toEqual([]);
	expect(hub.state.queue.size).toBe(1);
	expect(hub.count({ endpoint: 'acknowledge' })).toBe(0);
	expect(
		[await workflowsOf('azul2'), await credentialsOf('azul2')].map((all) => all.length),
	).toEqual([2, 1]);
	expect((await offboard('azul')).text).toContain('Nothing was changed');
});

test('what stands twice, or holds another credential, stops onboarding with a plain message', async () => {
	const again = async () => await onboard('azul2', 'Azul Dois');
	const data = credentialData(hub);
	const spare = await n8n.createCredential({
		...{ name: 'Seller azul2: hub', type: credentialType, data },
	});
	await expect(again()).rejects.toThrow('Two credentials have the name "Seller azul2: hub"');
	await n8n.request('DELETE', `/rest/credentials/${spare.id}`);
	const [orders] = await workflowsOf('azul2');
	const { id, nodes, connections, name: title } = await whole(orders!);
	const copy = await n8n.createWorkflow({ name: title, nodes, connections, settings: {} });
	await expect(again()).rejects.toThrow('Two workflows have the name');
	await n8n.deleteWorkflow(copy);
	const credentials = { [credentialType]: { id: credential.id, name: credential.name } };
	const foreign = nodes.map((node) =>
		node.name === 'Acknowledge' ? { ...node, credentials } : node,
	);
	await n8n.request('PATCH', `/rest/workflows/${id}`, { nodes: foreign });
	await expect(again()).rejects.toThrow('"Acknowledge" in the workflow "Seller azul2: Orders');
	await n8n.request('PATCH', `/rest/workflows/${id}`, { nodes });
	expect((await again()).text).toContain('Azul Dois is onboarded');
});

test('what n8n does not publish is named, and stops nothing else; what only a person starts stays as it is', async () => {
	const unpublished = await importExample(n8n, 'decide-orders', credential);
	const calls = nodeOf('Decide', 'executeWorkflow', {
		typeVersion: 1.2,
		parameters: { workflowId: { __rl: true, mode: 'id', value: unpublished.id }, options: {} },
	});
	const start = nodeOf('Start', 'manualTrigger');
	const daily = nodeOf('Daily', 'scheduleTrigger', { typeVersion: 1.2 });
	const template = async (name: string, first: typeof start, ...more: Array<typeof start>) => {
		const workflow = await n8n.createWorkflow({
			...{ name, tags, nodes: [first, ...more], settings: {} },
			connections: more.length > 0 ? { [first.name]: to(more[0]!.name) } : {},
		});
		onTestFinished(async () => await n8n.deleteWorkflow(workflow));
	};
	await template('Calls', daily, calls);
	await template('By hand', start);
	const [orders] = (await workflowsOf('azul2')).filter(({ name }) => name.includes('Orders'));
	await n8n.unpublish(orders!);
	const { text } = await onboard('azul2', 'Azul Dois');
	expect(text).toContain('Azul Dois is onboarded');
	expect(text).toContain('2 workflows are published');
	expect(text).toContain('Not published: Seller azul2: Calls');
	expect(text).toMatch(/n8n said: [^.]*not published/i);
	expect(text).not.toContain('By hand');
	expect((await workflowsOf('azul2')).map(({ name, active }) => [name, active])).toEqual([
		['Seller azul2: By hand', false],
		['Seller azul2: Calls', false],
		['Seller azul2: Orders into a table', true],
		['Seller azul2: Seller status', true],
	]);
});
