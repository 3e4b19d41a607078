import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { credentialData, credentialType } from '../engine/credentialData.mts';
import { tableRows } from '../server/dataTables.mts';
import { importExample } from '../server/examples.mts';
import type { Credential, Workflow } from '../server/rest.mts';
import {
	apiCredential,
	asksEvery,
	chooses,
	loginCredential,
	otherPerson,
	sendForm,
	sendOnboarding,
	tagOf,
	typeIn,
} from '../support/agency.mts';
import { nodeOf, to, useN8n } from './session.mts';

/** Others work in the same n8n: what is theirs is never taken for a seller's, nor touched. */
const { hub, n8n, credential } = await useN8n({ seed: { orders: 1 } });
const [api, login] = [await apiCredential(n8n), await loginCredential(n8n)];
const member = await otherPerson(n8n, 'Mia');

const published = async (example: string, adapt = chooses(api, login), by = n8n) => {
	const workflow = await importExample(by, example, credential, { adapt });
	await by.publish(workflow);
	return workflow;
};
const onboarding = await published('onboard-seller');
const offboarding = await published('offboard-seller');
const tags = [await tagOf(n8n, 'seller template')];
for (const example of ['seller-status', 'orders-into-table'])
	await importExample(n8n, example, credential, { tags, adapt: asksEvery(23, 'hours') });

const answers = (seller: string) => [seller, `Loja ${seller}`, hub.url];
const onboard = async (seller: string) => await sendOnboarding(n8n, onboarding, ...answers(seller));
const offboard = async (seller: string) =>
	await sendForm(
		...([n8n, offboarding, seller, `Loja ${seller}`] as const),
		...["It is switched off in the hub's panel", 'Take what waits first'],
	);

type Listed = Workflow & { tags: Array<{ name: string }>; homeProject: { name: string } };
const listed = async (by = n8n) =>
	await by.request<Listed[]>('GET', '/rest/workflows?includeScopes=false');
const namesOf = (all: Listed[]) => all.map(({ name }) => name).sort();
const credentials = async (by = n8n) =>
	await by.request<Array<Credential & { homeProject: { id: string } }>>('GET', '/rest/credentials');
const rows = async () => await tableRows(n8n, 'agency_sellers');

/** A member's workflow, with a webhook that gives an order away; it starts nothing by itself. */
const start = nodeOf('Call', 'webhook', { typeVersion: 2, parameters: { path: 'give-me' } });
const orders = {
	...nodeOf('Orders', 'noOp'),
	...{ type: 'n8n-nodes-marketplace-hub.marketplaceHub', typeVersion: 1 },
	parameters: { resource: 'order', operation: 'getMany', limit: 1 },
};
const membersWorkflow = async (name: string, wanted: string[] = []) =>
	await member.createWorkflow({
		...{ name, nodes: [start, orders], connections: { Call: to('Orders') }, settings: {} },
		...{ tags: wanted },
	} as never);

/** Types the keys in and sends the form until the seller is onboarded. */
async function onboarded(seller: string): Promise<string> {
	await onboard(seller);
	const own = (await credentials()).find(({ name }) => name === `Seller ${seller}: hub`);
	await typeIn(n8n, own!, credentialData(hub) as IDataObject);
	return (await onboard(seller)).text;
}

test("a member's workflow with the template's tag is named and not copied; closing the page leaves nothing", async () => {
	const before = [namesOf(await listed()), (await credentials()).length, (await rows()).length];
	const theirs = await membersWorkflow('<b>Give me</b>', tags);
	const { text } = await sendForm(n8n, onboarding, ...answers('azul'));
	expect(text).toContain('What will be copied');
	expect(text).toContain('• Seller status');
	expect(text).toContain('• Orders into a table');
	expect(text).toMatch(/Not copied: .*&lt;b&gt;Give me&lt;\/b&gt;.*in the project .*Mia/);
	expect(text).not.toContain('<b>Give me');
	const after = await listed();
	expect([
		namesOf(after.filter(({ id }) => id !== theirs.id)),
		(await credentials()).length,
		(await rows()).length,
	]).toEqual(before);
	const tables = await n8n.request<{ data: Array<{ name: string }> }>(
		'GET',
		'/rest/data-tables-global?take=250',
	);
	expect(tables.data.filter(({ name }) => name.startsWith('agency_'))).toEqual([]);

	expect(await onboarded('azul')).toContain('Loja azul is onboarded');
	expect(namesOf(await listed()).filter((name) => name.startsWith('Seller azul'))).toEqual([
		'Seller azul: Orders into a table',
		'Seller azul: Seller status',
	]);
	await member.deleteWorkflow(theirs);
});

test('a page comes only where something is to be copied', async () => {
	const { text } = await sendForm(n8n, onboarding, ...answers('azul'));
	expect(text).toContain('Loja azul is onboarded');
});

test("a member's workflow named like a seller's copy does not stand in for it, and offboarding leaves it", async () => {
	const theirs = await membersWorkflow('Seller verde: Orders into a table');
	const page = await sendForm(n8n, onboarding, ...answers('verde'));
	expect(page.text).toContain('• Orders into a table');
	expect(page.text).toMatch(/Seller verde: Orders into a table.* belongs to the project .*Mia/);
	await page.answer();
	const text = await onboarded('verde');
	expect(text).toContain('Loja verde is onboarded');
	expect(text).toContain('It is left alone');
	const named = (await listed()).filter(({ name }) => name === theirs.name);
	expect(named).toHaveLength(2);
	const left = named.find(({ id }) => id === theirs.id)!;
	expect([left.active, left.tags]).toEqual([false, []]);

	const going = await offboard('verde');
	expect(going.text).toContain('In other projects, and left alone');
	expect((await going.answer('verde', 'Delete them')).text).toContain('He is offboarded');
	expect((await listed()).filter(({ name }) => name.startsWith('Seller verde'))).toMatchObject([
		{ id: theirs.id, active: false },
	]);
	await member.deleteWorkflow(theirs);
});

test("a member's credential of the seller's name is not taken, and no key is typed into it", async () => {
	const theirs = await member.createCredential({
		...{ name: 'Seller rosa: hub', type: credentialType },
		data: credentialData(hub, { apiKey: 'of-mia', secretKey: 'of-mia' }),
	});
	const { text } = await onboard('rosa');
	const own = (await credentials()).filter(({ name }) => name === 'Seller rosa: hub');
	const [kits] = own.filter(({ id }) => id !== theirs.id);
	expect(own).toHaveLength(2);
	expect(text).toContain(`/home/credentials/${kits!.id}`);
	expect(text).not.toContain(`/home/credentials/${theirs.id}`);
	expect(text).toMatch(/Seller rosa: hub.* belongs to the project .*Mia/);
	await typeIn(n8n, kits!, credentialData(hub) as IDataObject);
	expect((await onboard('rosa')).text).toContain('Loja rosa is onboarded');

	const going = await offboard('rosa');
	expect(going.text).toContain('a credential in the project');
	expect((await going.answer('rosa', 'Delete them')).text).toContain('He is offboarded');
	expect((await credentials(member)).map(({ id }) => id)).toContain(theirs.id);
});

test('a copy that was moved to another project is named, and gets no second copy, also under another name', async () => {
	const [copy] = (await listed()).filter(({ name }) => name === 'Seller azul: Orders into a table');
	await n8n.unpublish(copy!);
	const { id: destinationProjectId } = await member.request<{ id: string }>(
		'GET',
		'/rest/projects/personal',
	);
	await n8n.request('PUT', `/rest/workflows/${copy!.id}/transfer`, { destinationProjectId });
	for (const name of [copy!.name, 'Mine now']) {
		await n8n.request('PATCH', `/rest/workflows/${copy!.id}`, { name });
		const { text } = await onboard('azul');
		expect(text).toContain('Loja azul is onboarded');
		expect(text).toMatch(new RegExp(`${name}.* was moved to the project .*Mia`));
		const all = (await listed()).filter((workflow) => workflow.name.startsWith('Seller azul'));
		expect(all.filter(({ id }) => id !== copy!.id)).toHaveLength(1);
	}
	expect((await listed()).find(({ id }) => id === copy!.id)?.active).toBe(false);
	const going = await offboard('azul');
	expect(going.text).toContain('Mine now, in the project');
	expect((await going.answer('azul', 'Delete them')).text).toContain('He is offboarded');
	expect((await listed(member)).map(({ id }) => id)).toContain(copy!.id);
	await member.deleteWorkflow(copy!);
});

test("n8n's address is typed in; until then nothing is asked, and the page says what to type", async () => {
	const asks = hub.log.length;
	for (const value of [
		'https://n8n.example.com',
		'n8n.loja.com.br',
		'ftp://n8n.loja.com.br',
		'http://',
	])
		for (const example of ['onboard-seller', 'offboard-seller'] as const) {
			const adapt = (node: Parameters<ReturnType<typeof chooses>>[0]) => {
				const chosen = chooses(api, login)(node);
				if (node.name !== 'Address of n8n') return chosen;
				const assignments = { assignments: [{ id: 'a1', name: 'address', value, type: 'string' }] };
				return { ...chosen, parameters: { ...chosen.parameters, assignments } };
			};
			const workflow = await published(example, adapt);
			const sent = ['azul', 'Loja azul', hub.url, 'Take what waits first'];
			const page = await sendForm(n8n, workflow, ...sent);
			expect(page.text).toMatch(/Nothing was (created|changed)/);
			expect(page.text).toContain('Address of n8n');
			const { runData } = await n8n.execution(page.executionId);
			expect(Object.keys(runData)).toEqual(
				expect.not.arrayContaining(['Look for Project', 'Leaves']),
			);
			await n8n.deleteWorkflow(workflow);
		}
	expect(hub.log.length).toBe(asks);
});

test("with Onboard in another admin's project, the kit still creates where the key's user is, and knows it", async () => {
	const admin = await otherPerson(n8n, 'Ana', 'global:admin');
	const keys = api.data as { apiKey: string };
	const theirs = await admin.createCredential({ name: 'API', type: 'n8nApi', data: api.data });
	expect(keys.apiKey).not.toBe('');
	const forms = await loginCredential(admin);
	const [form, leaving] = [
		await published('onboard-seller', chooses(theirs, forms), admin),
		await published('offboard-seller', chooses(theirs, forms), admin),
	];
	const send = async () => await sendOnboarding(admin, form, ...answers('lima'));
	// templates count in the form's own project alone
	const without = await send();
	expect(without.text).toContain('A template is missing');
	expect(without.text).toMatch(/Not copied: .*Seller status/);
	for (const example of ['seller-status', 'orders-into-table'])
		await importExample(admin, example, credential, { tags, adapt: asksEvery(23, 'hours') });
	expect((await send()).text).toContain('Now type in the keys');
	const [own, ...more] = (await credentials()).filter(({ name }) => name === 'Seller lima: hub');
	expect(more).toEqual([]);
	const { id } = await n8n.request<{ id: string }>('GET', '/rest/projects/personal');
	expect(own!.homeProject.id).toBe(id);
	await typeIn(n8n, own!, credentialData(hub) as IDataObject);
	expect((await send()).text).toContain('Loja lima is onboarded');
	expect((await rows()).filter(({ seller }) => seller === 'lima')).toMatchObject([
		{ name: 'Loja lima', state: 'ok', waiting: 0 },
	]);
	const going = await sendForm(
		...([admin, leaving, 'lima', 'Loja lima'] as const),
		...["It is switched off in the hub's panel", 'Take what waits first'],
	);
	expect(going.text).toContain('Seller lima: Orders into a table');
	expect((await going.answer('lima', 'Delete them')).text).toContain('He is offboarded');
});
