import { describe, expect, test } from 'vitest';
import { labelTypes } from '../hub/data/labels.mts';
import { server } from '../n8n/session.mts';
import { importExample, triggerOf } from '../server/examples.mts';
import { webhookUrl } from '../server/rest.mts';
import { startChatModel } from '../support/chatModel.mts';
import { useEditor } from './session.mts';
import { single, stockBatch } from './workflows.mts';

const at = useEditor();

describe.each(['light', 'dark'] as const)('%s theme', (colorScheme) => {
	test('a batch with one bad row: it leaves by the error branch, the others go on', async () => {
		const editor = await at.themed(colorScheme);
		const { id } = await at.n8n.createWorkflow(stockBatch(at.credential));
		await editor.goTo(`/workflow/${id}`, 'canvas-node');
		await editor.execute(5);
		await editor.page.getByText('2 items').first().waitFor();
		const said = await editor.page.locator('[data-node-name="Update Stock"]').first().textContent();
		expect(said).toContain('Stock: Update in Batch');
		await editor.page.locator('[data-node-name="Tell the Team"]').first().dblclick();
		await editor.at('output-panel').getByText('NAO-EXISTE').first().waitFor();
		expect((await editor.brightness()) > 128).toBe(colorScheme === 'light');
	});
});

test('a label opens as a picture', async () => {
	const order = [...at.hub.state.orders.values()].find((one) => labelTypes(one).includes('png'))!;
	const idPedido = { __rl: true, mode: 'id', value: String(order.idPedido) };
	const get = { resource: 'shipmentLabel', operation: 'get', idPedido: idPedido as never };
	const { id } = await at.n8n.createWorkflow(single(at.credential, get));
	await at.editor.openNode(id, 'hub');
	await at.editor.executeNode();
	await at.editor
		.at('output-panel')
		.getByText(new RegExp(`${order.idPedido}.*\\.png`))
		.first()
		.waitFor();
	await at.editor.at('ndv-view-binary-data').first().click();
	const picture = at.editor.page.locator('img[src*="binary-data"]').first();
	await expect
		.poll(async () => await picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
		.toBeGreaterThan(0);
});

test('an order made in the panel starts a published workflow and leaves the queue', async () => {
	const workflow = await importExample(at.n8n, 'receive-orders', at.credential);
	await at.n8n.publish(workflow);
	const { page } = at.editor;
	await page.goto(new URL('/_panel/webhook', at.hub.url).href);
	await page.getByLabel('Webhook URL').fill(webhookUrl(server.url, triggerOf(workflow)));
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await page.goto(new URL('/', at.hub.url).href);
	await page.locator('.connection', { hasText: /^live$/ }).waitFor();
	await page.getByRole('button', { name: 'New order', exact: true }).click();
	await at.n8n.finishedExecutions(workflow, 1);
	expect(at.hub.webhook.active).toBe(true);
	const newest = Math.max(...at.hub.state.orders.keys());
	await expect.poll(() => at.hub.state.queue.has(newest), { timeout: 15_000 }).toBe(false);
	await at.n8n.deleteWorkflow(workflow);
});

test('the test URL is answered with both fields while the editor listens', async () => {
	const workflow = await importExample(at.n8n, 'receive-orders', at.credential);
	const trigger = triggerOf(workflow);
	const { editor, hub } = at;
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
