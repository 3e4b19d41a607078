import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { credentialData } from '../engine/credentialData.mts';
import { demoSeed } from '../hub/data/demoSeed.mts';
import { startHub, type Hub } from '../hub/index.mts';
import { server, signIn, storeCredential } from '../n8n/session.mts';
import { projectRoot } from '../server/install.mjs';
import { webhookUrl, type Credential, type N8nRest } from '../server/rest.mts';
import { exampleNames, importExample, triggerOf } from '../server/examples.mts';
import { Editor, launchChromium } from './editor.mts';
import { single, stockBatch } from './workflows.mts';

let hub: Hub;
let n8n: N8nRest;
let credential: Credential;
let browser: Browser;
let editor: Editor;

beforeAll(async () => {
	[hub, n8n, browser] = await Promise.all([
		startHub({ panel: true, seed: demoSeed }),
		signIn(),
		launchChromium(),
	]);
	credential = await storeCredential(n8n, hub);
});
afterAll(async () => {
	await browser.close();
	await hub.stop();
});
beforeEach(async () => {
	editor = await Editor.open(browser, server.url);
	onTestFinished(async () => await editor.close());
});

const executeNode = async () => {
	await editor.at('node-execute-button').click();
	await editor
		.at('node-run-status-success')
		.or(editor.at('node-error-message'))
		.first()
		.waitFor({ timeout: 60_000 });
};

describe('the node list finds the nodes', () => {
	test('by each word that people use, in English and Portuguese', async () => {
		await editor.goTo('/workflow/new', 'canvas-plus-button');
		const words =
			'order, stock, price, invoice, label, NFe, pedido, estoque, preço, nota fiscal, etiqueta, marketplace';
		for (const word of words.split(', '))
			expect(await editor.searchNodes(word), word).toContainEqual(
				expect.stringMatching(/^Marketplace Hub/),
			);
	});

	test('the trigger has an entry with a name of its own', async () => {
		await editor.goTo('/workflow/new', 'canvas-plus-button');
		await editor.searchNodes('marketplace hub');
		await editor.at('node-creator-item-name').getByText('Marketplace Hub', { exact: true }).click();
		const entry = editor.page.getByText('On new or changed order').first();
		await entry.waitFor();
		expect(await entry.textContent()).toContain('at once, by webhook');
	});
});

describe('the credential', () => {
	const fill = async (secretKey: string) => {
		await editor.goTo('/home/credentials/create', 'new-credential-type-select');
		await editor.at('new-credential-type-select').locator('input').fill('Marketplace Hub');
		await editor.at('new-credential-type-select-option').first().click();
		await editor.at('new-credential-type-button').click();
		await editor.at('editCredential-modal').waitFor();
		const { baseUrl, apiKey } = credentialData(hub);
		const values = { baseUrl, apiKey, secretKey };
		for (const [name, value] of Object.entries(values))
			await editor.at(`parameter-input-${name}`).locator('input').fill(String(value));
		await editor.at('credential-save-button').click();
	};
	const remove = async () => {
		const path = '/rest/credentials';
		const { request } = editor.page.context();
		const list = (await (await request.get(`${server.url}${path}`)).json()) as {
			data: Array<{ id: string; name: string }>;
		};
		for (const { id } of list.data.filter(({ name }) => name.startsWith('Marketplace Hub')))
			await request.delete(`${server.url}${path}/${id}`);
	};

	test('good keys are confirmed', async () => {
		await fill(String(credentialData(hub).secretKey));
		const success = editor.at('credentials-config-container-test-success');
		await success.waitFor({ state: 'visible' });
		expect(await success.textContent()).toContain('Connection tested successfully');
		await remove();
	});

	test('wrong keys are refused with what to check', async () => {
		await fill('not-the-secret-key');
		await editor.page.getByText(/Couldn.t connect with these settings/).waitFor();
		await editor.page.getByText('More details').click();
		const advice = editor
			.at('editCredential-modal')
			.getByText(/Check .*Secret Key/)
			.first();
		await advice.waitFor();
		expect(hub.count({ endpoint: 'auth', status: 401 })).toBeGreaterThan(0);
		await remove();
	});
});

describe('pickers and columns', () => {
	test('an order is picked by its buyer, a channel by its name', async () => {
		const get = { resource: 'order', operation: 'get' };
		const { id } = await n8n.createWorkflow(single(credential, get));
		await editor.openNode(id, 'hub');
		await editor.at('resource-locator-idPedido').locator('[data-test-id="rlc-input"]').click();
		const [order] = hub.state.ordersByIssueDate();
		const entry = editor
			.at('rlc-item')
			.filter({ hasText: String(order!.idPedido) })
			.first();
		expect(await entry.textContent()).toContain(order!.cliente.nome);
		await entry.click();
		await executeNode();
		await editor.at('node-run-status-success').waitFor();

		const set = { resource: 'customizedPrice', operation: 'set' };
		const prices = await n8n.createWorkflow(single(credential, set));
		await editor.openNode(prices.id, 'hub');
		await editor
			.at('resource-locator-idCanalIntegracao')
			.locator('[data-test-id="rlc-input"]')
			.click();
		const [channel] = [...hub.state.channels.values()];
		await editor.at('rlc-item').filter({ hasText: channel!.nome }).first().click();
	});

	test('a new product starts active, its lists are typed as text', async () => {
		const create = { resource: 'product', operation: 'create' };
		const { id } = await n8n.createWorkflow(single(credential, create));
		await editor.openNode(id, 'hub');
		await editor.page.getByText('Height cm (altura)').first().waitFor();
		const list = editor.at('parameter-input-categoria').locator('input').first();
		await list.fill('Casa, Cozinha');
		await list.blur();
		expect(await editor.page.getByText(/expects an array/i).count()).toBe(0);
	});

	test('the schema of a batch result shows before anything ran', async () => {
		const { id } = await n8n.createWorkflow(stockBatch(credential));
		await editor.openNode(id, 'updated');
		const field = editor.at('ndv-input-panel').getByText('batchId', { exact: true }).first();
		await field.waitFor();
		expect(await editor.at('node-run-status-success').count()).toBe(0);
	});

	test('a label opens as a file', async () => {
		const paid = [...hub.state.orders.values()].find(({ status }) => status === 'pago')!;
		const idPedido = { __rl: true, mode: 'id', value: String(paid.idPedido) };
		const get = { resource: 'shipmentLabel', operation: 'get', idPedido: idPedido as never };
		const { id } = await n8n.createWorkflow(single(credential, get));
		await editor.openNode(id, 'hub');
		await executeNode();
		const file = editor
			.at('output-panel')
			.getByText(/\.(pdf|zpl|png|jpg)/)
			.first();
		await file.waitFor();
		expect(await file.textContent()).toContain(String(paid.idPedido));
	});
});

describe.each(['light', 'dark'] as const)('%s theme', (colorScheme) => {
	test('a batch with one bad row: it leaves by the error branch, the others go on', async () => {
		const themed = await Editor.open(browser, server.url, { colorScheme });
		const { id } = await n8n.createWorkflow(stockBatch(credential));
		await themed.goTo(`/workflow/${id}`, 'canvas-node');
		await themed.execute(5);
		await themed.page.getByText('2 items').first().waitFor();
		const said = await themed.page.locator('[data-node-name="Update Stock"]').first().textContent();
		expect(said).toContain('Stock: Update in Batch');
		await themed.page.locator('[data-node-name="Tell the Team"]').first().dblclick();
		await themed.at('output-panel').getByText('NAO-EXISTE').first().waitFor();
		const background = await themed.page.evaluate(
			() => getComputedStyle(document.body).backgroundColor,
		);
		expect(Math.max(...background.match(/\d+/g)!.map(Number)) > 128).toBe(colorScheme === 'light');
		await themed.close();
	});
});

test('an order made in the panel starts a published workflow and leaves the queue', async () => {
	const workflow = await importExample(n8n, 'receive-orders', credential);
	await n8n.publish(workflow);
	const { page } = editor;
	await page.goto(new URL('/_panel/webhook', hub.url).href);
	await page.getByLabel('Webhook URL').fill(webhookUrl(server.url, triggerOf(workflow)));
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await page.goto(new URL('/', hub.url).href);
	await page.locator('.connection', { hasText: /^live$/ }).waitFor();
	await page.getByRole('button', { name: 'New order', exact: true }).click();
	await n8n.finishedExecutions(workflow, 1);
	expect(hub.webhook.active).toBe(true);
	const newest = Math.max(...hub.state.orders.keys());
	await expect.poll(() => hub.state.queue.has(newest), { timeout: 15_000 }).toBe(false);
	await n8n.deleteWorkflow(workflow);
});

test('the test URL is answered with both fields while the editor listens', async () => {
	const workflow = await importExample(n8n, 'receive-orders', credential);
	const trigger = triggerOf(workflow);
	await editor.openNode(workflow.id, trigger.id);
	await editor.page.getByText('never the test URL', { exact: false }).first().waitFor();
	await editor.at('trigger-execute-button').click();
	await editor.at('trigger-listening').waitFor();
	const url = webhookUrl(server.url, trigger).replace('/webhook/', '/webhook-test/');
	hub.webhook.configure({ url });
	const order = hub.createOrder();
	await hub.webhook.settled();
	expect(hub.webhook.deliveries.at(-1)).toMatchObject({
		status: 200,
		accepted: true,
		json: { idInterno: order.idPedido, status: 'novo' },
	});
	expect(hub.webhook.active).toBe(true);
	await editor.at('output-panel').getByText(String(order.idPedido)).first().waitFor();
});

test.each(exampleNames())('the example %s is imported with the mouse', async (name) => {
	await editor.goTo('/workflow/new', 'canvas-plus-button');
	const buffer = readFileSync(join(projectRoot, 'examples', `${name}.json`));
	const file = { name: `${name}.json`, mimeType: 'application/json', buffer };
	await editor.at('workflow-import-input').setInputFiles(file);
	const { nodes } = JSON.parse(buffer.toString('utf8')) as { nodes: Array<{ type: string }> };
	const shown = nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote').length;
	await expect
		.poll(async () => await editor.at('canvas-node').count())
		.toBeGreaterThanOrEqual(shown);
	expect(await editor.page.getByText('Install this node').count()).toBe(0);
});
