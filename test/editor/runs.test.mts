import { describe, expect, test } from 'vitest';
import { labelsFor } from '../hub/data/labels.mts';
import type { FullOrder } from '../hub/index.mts';
import { server } from '../n8n/session.mts';
import { importExample, triggerOf } from '../server/examples.mts';
import { webhookUrl } from '../server/rest.mts';
import { setsAsSent, startChatModel } from '../support/chatModel.mts';
import { byId, op } from '../support/items.mts';
import { heldBy } from '../support/sync.mts';
import { openHubNode, useEditor } from './session.mts';
import { stockBatch } from './workflows.mts';

const at = useEditor();

describe.each(['light', 'dark'] as const)('%s theme', (colorScheme) => {
	test('the bad row of a batch leaves by the error branch, and the others go on', async () => {
		const { editor } = at;
		await editor.page.emulateMedia({ colorScheme });
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
	const { state } = at.hub;
	const hasPng = (one: FullOrder) => labelsFor(state, one).some(({ tipo }) => tipo === 'png');
	const order = [...state.orders.values()].find(hasPng)!;
	await openHubNode(at, op('shipmentLabel get', { idPedido: byId(String(order.idPedido)) }));
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

test('the nightly stock sync runs by its button and shows the row that was not sent', async () => {
	const { editor, hub } = at;
	const workflow = await importExample(at.n8n, 'nightly-stock-sync', at.credential);
	await editor.goTo(`/workflow/${workflow.id}`, 'canvas-node');
	await editor.execute(5);
	await editor.page.locator('[data-node-name="To Be Looked At"]').first().dblclick();
	await editor.at('output-panel').getByText('CAMISETA-1-G').first().waitFor();
	await editor.at('output-panel').getByText('notSent').first().waitFor();
	expect(heldBy(hub, 'CANECA-1')).toMatchObject({ estoque: 12 });
});

test('a call of the test URL is answered with both fields while the editor listens', async () => {
	const workflow = await importExample(at.n8n, 'receive-orders', at.credential);
	const trigger = triggerOf(workflow);
	const { editor, hub } = at;
	await editor.openNode(workflow.id, trigger.id);
	await editor.page.getByText('The test URL soon answers 404', { exact: false }).first().waitFor();
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

test('the agent of the example answers in the chat and asks before it writes', async () => {
	const { editor, n8n, hub } = at;
	const { idPedido } = hub.createOrder({ status: 'faturado' });
	const { credential: chatModel } = await startChatModel(n8n, [
		[{ tool: 'Get_Order', input: { idPedido: String(idPedido) } }],
		'It is invoiced, not sent yet.',
		setsAsSent(idPedido, 'BR123456789BR'),
		'It is set as sent.',
	]);
	const workflow = await importExample(n8n, 'order-agent', at.credential, { chatModel });
	await editor.goTo(`/workflow/${workflow.id}`, 'canvas-node');
	await editor.at('workflow-chat-button').click();
	const { page } = editor;
	const say = async (text: string) => {
		await page.locator('.chat-inputs textarea').fill(text);
		await page.locator('.chat-input-send-button').click();
	};
	await say(`where is order ${idPedido}?`);
	await page.getByText('It is invoiced, not sent yet.').first().waitFor();
	await say('set it as sent, BR123456789BR');
	await page.getByText(`May I set order ${idPedido} as sent`).first().waitFor();
	expect(hub.count({ endpoint: 'orderSent' })).toBe(0);
	await page
		.locator('button, a')
		.filter({ hasText: /^\s*Approve\s*$/ })
		.click();
	await page.getByText('It is set as sent.').first().waitFor();
	expect(hub.state.orders.get(idPedido)!.status).toBe('enviado');
});
