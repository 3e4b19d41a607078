import { describe, expect, test } from 'vitest';
import { labelsFor } from '../hub/data/labels.mts';
import type { FullOrder } from '../hub/index.mts';
import { server } from '../n8n/session.mts';
import { importExample, triggerOf } from '../server/examples.mts';
import { webhookUrl } from '../server/rest.mts';
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

test('the nightly stock sync runs by its button and shows the row that was not sent', async () => {
	const { editor, hub } = at;
	const workflow = await importExample(at.n8n, 'nightly-stock-sync', at.credential);
	await editor.goTo(`/workflow/${workflow.id}`, 'canvas-node');
	await editor.execute(5);
	await editor.page.locator('[data-node-name="Trouble"]').first().dblclick();
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
