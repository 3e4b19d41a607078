import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { credentialData } from '../../engine/credentialData.mts';
import { importExample } from '../../server/examples.mts';
import {
	asksEvery,
	chooses,
	loginCredential,
	otherPerson,
	sendForm,
	sendOffboarding,
	sendOnboarding,
	typeIn,
} from '../../support/agency.mts';
import {
	hub,
	n8n,
	credential,
	api,
	login,
	member,
	published,
	tags,
	answers,
	onboard,
	onboarding,
	offboard,
	listed,
	credentials,
	rows,
	membersWorkflow,
	onboarded,
} from './agencyStrangersSupport.mts';
import { nodeOf } from '../session.mts';

/** More of what the kit leaves alone, and what its pages say. The core is in agencyStrangers.test.mts. */

/** n8n writes a quotation mark of a page's text in either way. */
const quoted = (page: string) => page.replaceAll('&quot;', '"');

test("a member's workflow named like a seller's copy does not stand in for it, and offboarding leaves it", async () => {
	const theirs = await membersWorkflow('Seller verde: Orders into a table');
	const page = await sendForm(n8n, onboarding, ...answers('verde'));
	expect(page.text).toContain('• Orders into a table');
	expect(page.text).toMatch(/Seller verde: Orders into a table.* belongs to the project .*Mia/);
	await page.answer('Loja verde');
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

test('a copy that was moved to another project is named, and gets no second copy, also under another name', async () => {
	await onboarded('azul');
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

test('what is moved while a page waits is left by offboarding, and named; so is a tag that others use', async () => {
	await onboarded('bege');
	const { id: destinationProjectId } = await member.request<{ id: string }>(
		'GET',
		'/rest/projects/personal',
	);
	const tag = (await n8n.request<Array<{ id: string; name: string }>>('GET', '/rest/tags')).find(
		({ name }) => name === 'seller bege',
	);
	const going = await offboard('bege');
	expect(going.text).toContain('• Seller bege: Orders into a table');
	expect(going.text).toContain('The tag seller bege stays');
	const [copy] = (await listed()).filter(({ name }) => name === 'Seller bege: Orders into a table');
	const [own] = (await credentials()).filter(({ name }) => name === 'Seller bege: hub');
	for (const path of [`workflows/${copy!.id}`, `credentials/${own!.id}`])
		await n8n.request('PUT', `/rest/${path}/transfer`, { destinationProjectId });
	const theirs = await membersWorkflow('Mine', [tag!.id]);
	const { text } = await going.answer('bege', 'Delete them');
	expect(text).toContain('He is offboarded');
	expect(text).toContain('Not deleted: Seller bege: Orders into a table');
	expect(text).toContain('Not deleted: Seller bege: hub');
	expect((await listed()).filter(({ name }) => name.startsWith('Seller bege'))).toMatchObject([
		{ id: copy!.id },
	]);
	expect((await credentials(member)).map(({ id }) => id)).toContain(own!.id);
	const mine = (await listed(member)).find(({ id }) => id === theirs.id);
	expect(mine?.tags.map(({ name }) => name)).toEqual(['seller bege']);
	expect((await rows()).filter(({ seller }) => seller === 'bege')).toEqual([]);
	for (const workflow of [theirs, copy!]) await member.deleteWorkflow(workflow);
});

test("a hub's text and a workflow's name are shown as they are, and are no HTML", async () => {
	const said =
		'<a href="https://evil.example">Open</a><iframe src="https://evil.example"></iframe>';
	await onboard('nina');
	const own = (await credentials()).find(({ name }) => name === 'Seller nina: hub');
	// keys of which n8n holds no token yet
	const wrong = credentialData(hub, { apiKey: 'of-nina', secretKey: 'of-nina' });
	await typeIn(n8n, own!, wrong as IDataObject);
	hub.faults.add({
		...{ kind: 'status', status: 401, times: Infinity },
		...{ endpoint: 'auth', body: { message: said, mensagem: said } },
	});
	const { text } = await onboard('nina');
	hub.faults.clear();
	await typeIn(n8n, own!, credentialData(hub) as IDataObject);
	expect(text).toContain('What the hub');
	expect(quoted(text)).toContain('&lt;a href="https://evil.example"&gt;Open&lt;/a&gt;');
	expect(text).not.toMatch(/<(a|iframe) [^>]*evil/);

	expect((await onboard('nina')).text).toContain('Loja nina is onboarded');
	const nodes = [nodeOf('Start', 'manualTrigger')];
	const name = 'Seller nina: <iframe src="x';
	await n8n.createWorkflow({ name, nodes, connections: {}, settings: {} });
	const going = await offboard('nina');
	for (const shown of ['&lt;iframe src="x', 'hub', 'Orders into a table', 'Seller status'])
		expect(quoted(going.text)).toContain(`• Seller nina: ${shown}`);
	expect(going.text).toContain('• seller_nina_orders');
	expect((await going.answer('nina', 'Delete them')).text).toContain('He is offboarded');
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
	const going = await sendOffboarding(admin, leaving, { seller: 'lima', name: 'Loja lima' });
	expect(going.text).toContain('Seller lima: Orders into a table');
	expect((await going.answer('lima', 'Delete them')).text).toContain('He is offboarded');
});
