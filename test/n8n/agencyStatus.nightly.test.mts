import type { INode } from 'n8n-workflow';
import { beforeEach, expect, test } from 'vitest';
import { credentialData } from '../engine/credentialData.mts';
import { deleteTables, insertRows, tableRows, updateRows } from '../server/dataTables.mts';
import { importExample } from '../server/examples.mts';
import { outputOf, type Workflow } from '../server/rest.mts';
import { apiCredential, chooses, tagOf, typeIn } from '../support/agency.mts';
import { useMailbox } from '../support/mailbox.mts';
import {
	manualStart,
	manualWorkflow,
	runExample,
	saveWorkflow,
	stopNode,
	storeCredential,
	useHub,
	useN8n,
	waitNode,
} from './session.mts';

/** The table of all sellers, and who is told of what. */
const { hub: blue, n8n, credential } = await useN8n({ seed: { orders: 2 } });
const green = await useHub();
const greens = await storeCredential(n8n, green);
const { emails, smtp } = await useMailbox(n8n);
const api = await apiCredential(n8n);

const statusOf = async (seller: string, of = credential) =>
	await importExample(n8n, 'seller-status', of, {
		adapt: (node) =>
			JSON.parse(
				JSON.stringify(node)
					.replaceAll('your-seller-id', seller)
					.replaceAll('marketplace_hub_', `seller_${seller}_`),
			) as INode,
	});
const azul = await statusOf('azul');
const verde = await statusOf('verde', greens);
const all = await importExample(n8n, 'all-sellers-status', credential, {
	...{ smtp, adapt: chooses(api) },
});

const rowOf = async (seller: string) =>
	(await tableRows(n8n, 'agency_sellers')).find((row) => row.seller === seller)!;
const set = async (seller: string, data: object) =>
	await updateRows(n8n, 'agency_sellers', ['seller', seller], { ...data });
const looks = async (...workflows: Workflow[]) => {
	for (const workflow of workflows) await runExample(n8n, workflow);
};
/** Runs the workflow for all sellers; the subjects of what the team was told. */
const told = async () => {
	const before = emails.length;
	await runExample(n8n, all);
	return emails.slice(before).map(({ subject }) => subject);
};

beforeEach(async () => {
	await deleteTables(n8n);
	const onboarded = new Date().toISOString();
	await looks(azul, verde);
	for (const seller of ['azul', 'verde']) await set(seller, { name: seller, onboarded });
});

test('each seller has a row, without a key and without a buyer; when all is well nobody is told', async () => {
	const order = blue.createOrder();
	await looks(azul);
	expect(await rowOf('azul')).toMatchObject({
		...{ state: 'ok', said: '', waiting: 1, oldestOrder: String(order.idPedido), stuck: false },
	});
	expect(await told()).toEqual([]);
	const rows = JSON.stringify(await tableRows(n8n, 'agency_sellers'));
	for (const secret of [blue.apiKey, blue.secretKey, order.cliente.nome, order.cliente.cpfCnpj])
		expect(rows).not.toContain(secret);
	expect(all.nodes.filter(({ type }) => type.includes('marketplace'))).toEqual([]);
	blue.state.queue.clear();
});

test('a refused credential is told once, and again after it was mended in between; the other seller is left alone', async () => {
	const keys = credentialData(green);
	await typeIn(n8n, greens, { ...keys, secretKey: 'wrong' });
	await looks(azul, verde);
	expect(await rowOf('verde')).toMatchObject({ state: 'refused', waiting: null });
	expect(await told()).toEqual(['verde: credential']);
	expect(await told()).toEqual([]);
	expect(await rowOf('verde')).toMatchObject({ troubles: 'credential' });
	await typeIn(n8n, greens, keys);
	await looks(verde);
	expect(await told()).toEqual([]);
	expect(await tableRows(n8n, 'agency_troubles')).toEqual([]);
	await typeIn(n8n, greens, { ...keys, secretKey: 'wrong' });
	await looks(verde);
	expect(await told()).toEqual(['verde: credential']);
	await typeIn(n8n, greens, keys);
});

test('a row that two runs have not renewed, an order that nobody takes, and a run that fails are troubles', async () => {
	await set('azul', { checked: new Date(Date.now() - 36 * 60_000).toISOString() });
	expect(await told()).toEqual(['azul: stale']);
	const order = blue.createOrder();
	// a second look that a form asks for says nothing
	await looks(azul, azul);
	expect(await told()).toEqual([]);
	await set('azul', { checked: new Date(Date.now() - 15 * 60_000).toISOString() });
	await looks(azul, azul);
	expect(await told()).toEqual(['azul: queue']);
	blue.state.queue.delete(order.idPedido);

	const failing = await manualWorkflow(n8n, stopNode('the ERP is down'));
	await n8n.run(failing, 'Start');
	await set('verde', { workflows: `other ${failing.id}` });
	await looks(azul);
	expect(await told()).toEqual(['verde: failed']);
	expect(await rowOf('verde')).toMatchObject({ failed: 1, troubles: 'failed' });
});

test('a run that reached its timeout is a trouble', async () => {
	const nodes = [manualStart(), waitNode(30)];
	const slow = await saveWorkflow(n8n, nodes, undefined, { executionTimeout: 2 });
	await set('verde', { workflows: slow.id });
	expect((await n8n.run(slow, 'Start')).status).toBe('canceled');
	expect(await told()).toEqual([]);
	const strict = await importExample(n8n, 'all-sellers-status', credential, {
		smtp,
		adapt: (node) =>
			JSON.parse(
				JSON.stringify(chooses(api)(node)).replace('"={{ 10 }}"', '"={{ 1 / 60 }}"'),
			) as INode,
	});
	await runExample(n8n, strict);
	expect(await rowOf('verde')).toMatchObject({ failed: 1, troubles: 'failed' });
});

test('a sync that has not succeeded for 26 hours is a trouble, until it succeeds', async () => {
	const sync = await manualWorkflow(n8n);
	const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
	await set('azul', { workflows: sync.id, syncs: sync.id, onboarded: ago(25) });
	expect(await told()).toEqual([]);
	await set('azul', { onboarded: ago(27) });
	expect(await told()).toEqual(['azul: sync']);
	await n8n.run(sync, 'Start');
	expect(await told()).toEqual([]);
	const { troubles, lastSync } = await rowOf('azul');
	expect(troubles).toBe('');
	expect(Date.now() - Date.parse(String(lastSync))).toBeLessThan(60_000);
	await set('azul', { lastSync: ago(27) });
	expect(await told()).toEqual([]);
});

test('the webhook is silent when orders come and it has not called; a call ends that', async () => {
	const arrives = async (idPedido: string) =>
		await insertRows(n8n, 'seller_azul_orders', [{ idPedido, status: 'novo' }]);
	await arrives('1');
	await looks(azul);
	expect(await told()).toEqual([]);
	await looks(azul);
	expect(await told()).toEqual(['azul: webhook']);
	const { webhookDue } = await rowOf('azul');
	await set('azul', { lastWebhook: webhookDue });
	expect(await told()).toEqual([]);
	expect(await rowOf('azul')).toMatchObject({ troubles: '' });
	await looks(azul, azul);
	expect(await told()).toEqual([]);
});

test('a workflow of a seller that is not published is a trouble; not while he is being onboarded or leaves', async () => {
	const tags = [await tagOf(n8n, 'agency seller')];
	const orders = await importExample(n8n, 'orders-into-table', credential, { tags });
	await set('azul', { workflows: orders.id, onboarded: null });
	expect(await told()).toEqual([]);
	await set('azul', { onboarded: new Date().toISOString() });
	expect(await told()).toEqual(['azul: unpublished']);
	await n8n.request('POST', `/rest/workflows/${orders.id}/archive`, {});
	expect(await told()).toEqual([]);
	expect(await rowOf('azul')).toMatchObject({ troubles: 'unpublished' });
	await set('azul', { leaving: new Date().toISOString() });
	expect(await told()).toEqual([]);
	expect(await rowOf('azul')).toMatchObject({ troubles: '' });
	await n8n.request('DELETE', `/rest/workflows/${orders.id}`);
});

test("where n8n's API refuses the key, the table's own troubles are told, the others stay, and the run fails", async () => {
	const failing = await manualWorkflow(n8n, stopNode('the ERP is down'));
	await n8n.run(failing, 'Start');
	await set('verde', { workflows: failing.id });
	expect(await told()).toEqual(['verde: failed']);
	const { data } = api;
	await typeIn(n8n, api, { ...data, apiKey: 'expired' });
	await set('azul', { checked: new Date(0).toISOString() });
	const before = emails.length;
	const run = await n8n.run(all);
	expect(run.error?.message).toContain("n8n's API gave no answer");
	expect(emails.slice(before).map(({ subject }) => subject)).toEqual(['azul: stale']);
	await typeIn(n8n, api, { ...data });
	expect(await told()).toEqual([]);
	expect(await rowOf('verde')).toMatchObject({ failed: 1, troubles: 'failed' });
});

test("where n8n's API does not answer, its key stands in no execution", async () => {
	const unreachable = await importExample(n8n, 'all-sellers-status', credential, {
		smtp,
		adapt: (node) => {
			const text = JSON.stringify(chooses(api)(node));
			const [, address] = /"(=[^"]+\/api\/v1)"/.exec(text) ?? [];
			return JSON.parse(
				address === undefined ? text : text.replace(address, 'http://127.0.0.1:9/api/v1'),
			) as INode;
		},
	});
	const { error, raw } = await n8n.run(unreachable);
	expect(error?.message).toContain("n8n's API gave no answer");
	expect(raw).toContain('127.0.0.1:9');
	expect(raw).not.toContain(api.data.apiKey);
});

test('a message that cannot be sent comes with the next run', async () => {
	await set('azul', { checked: new Date(0).toISOString() });
	const { data } = smtp;
	await typeIn(n8n, smtp, { ...data, port: 9 });
	const failed = await n8n.run(all);
	expect(failed.error?.message).toContain('next run sends it again');
	await typeIn(n8n, smtp, { ...data });
	expect(await told()).toEqual(['azul: stale']);
	expect(outputOf(await runExample(n8n, all), 'What Is New')).toEqual([]);
});
