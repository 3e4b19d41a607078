import { expect, test } from 'vitest';
import { op } from '../support/items.mts';
import { openHubNode, useEditor } from './session.mts';
import { stockBatch } from './workflows.mts';

const at = useEditor();

test('a channel is picked by its name', async () => {
	await openHubNode(at, op('customizedPrice set'));
	// n8n empties an open list when the columns below it arrive
	await at.editor.at('parameter-input-skuProduto').waitFor();
	await at.editor.openList('idCanalIntegracao');
	const [channel] = [...at.hub.state.channels.values()];
	await at.editor.at('rlc-item').filter({ hasText: channel!.nome }).first().click();
	const chosen = at.editor
		.at('resource-locator-idCanalIntegracao')
		.locator('[data-test-id="rlc-input"] input, input[data-test-id="rlc-input"]');
	await expect.poll(async () => await chosen.inputValue()).toBe(channel!.nome);
});

test('an empty queue says so in the picker', async () => {
	const waiting = [...at.hub.state.queue];
	at.hub.state.queue.clear();
	await openHubNode(at, op('orderQueue acknowledge'));
	await at.editor.openList('idPedido');
	await at.editor
		.at('rlc-item')
		.filter({ hasText: 'No order is waiting in the queue' })
		.first()
		.waitFor();
	for (const [idPedido, since] of waiting) at.hub.state.queue.set(idPedido, since);
});

test('a new product is active by default, and its lists are typed as text', async () => {
	await openHubNode(at, op('product create'));
	await at.editor.page.getByText('Height (cm)').first().waitFor();
	const active = at.editor.at('parameter-input-ativo').locator('[role=switch]');
	expect(await active.isChecked()).toBe(true);
	const list = at.editor.at('parameter-input-categoria').locator('input').first();
	await list.fill('Casa, Cozinha');
	await list.blur();
	expect(await at.editor.page.getByText(/expects an array/i).count()).toBe(0);
});

test("a workflow stored with n8n's Mapping Column Mode shows it and still works", async () => {
	const columns = { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] };
	const { id } = await at.n8n.createWorkflow(stockBatch(at.credential, { columns }));
	await at.editor.openNode(id, 'update-stock');
	await at.editor.at('mapping-mode-select').first().waitFor();
	await at.editor.executeNode();
	await at.editor.at('output-panel').getByText('CANECA-1', { exact: true }).first().waitFor();
});

test.each([
	['fields', 'Leader SKU: only if'],
	['auto', 'Needed: skuProduto, nome'],
])('%s: the notice about the fields of a product has at most four lines', async (mode, text) => {
	await openHubNode(at, { ...op('product create'), inputMode: mode });
	const notice = at.editor.page.getByText(text).first();
	const lines = await notice.evaluate((element) => {
		const range = document.createRange();
		range.selectNodeContents(element);
		return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
	});
	expect(lines).toBeLessThanOrEqual(4);
});

test('the schema of a batch result is shown before a run', async () => {
	const { id } = await at.n8n.createWorkflow(stockBatch(at.credential));
	await at.editor.openNode(id, 'updated');
	const field = at.editor.at('ndv-input-panel').getByText('batchId', { exact: true }).first();
	await field.waitFor();
	expect(await at.editor.at('node-run-status-success').count()).toBe(0);
});
