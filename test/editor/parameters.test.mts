import { expect, test } from 'vitest';
import { bodies, op } from '../support/items.mts';
import { openHubNode, useEditor } from './session.mts';
import { stockBatch } from './workflows.mts';

const at = useEditor();

test('an order is picked by its buyer and channel', async () => {
	await openHubNode(at, op('order get'));
	await at.editor.openList('idPedido');
	const order = at.hub.state.ordersByIssueDate().at(-1);
	const entry = at.editor
		.at('rlc-item')
		.filter({ hasText: String(order!.idPedido) })
		.first();
	expect(await entry.textContent()).toContain(order!.cliente.nome);
	expect(await entry.textContent()).toContain(order!.canal.canalIntegracao);
	await entry.click();
	await at.editor.executeNode();
	await at.editor.at('output-panel').getByText(order!.idPedidoCanal).first().waitFor();
});

test('a channel is picked by its name in the column of a list', async () => {
	await openHubNode(at, op('securityStock sync', { options: { guardMode: 'off' } }));
	const column = at.editor.at('parameter-input-idCanalIntegracao');
	await column.locator('input').first().click();
	const channel = [...at.hub.state.channels.values()].at(-1)!;
	const entry = at.editor.page.getByRole('option').filter({ hasText: channel.nome }).first();
	expect(await entry.textContent()).toContain(`ID ${channel.id}`);
	await entry.click();
	const chosen = async () => await column.locator('input').first().inputValue();
	await expect.poll(chosen).toContain(channel.nome);
	for (const [name, text] of [
		['sku', 'CANECA-1'],
		['estoqueSeguranca', '3'],
	]) {
		const box = at.editor.at(`parameter-input-${name}`).locator('input').first();
		await box.fill(text!);
		await box.blur();
	}
	await at.editor.executeNode();
	expect(bodies(at.hub, 'securityStockSet')).toEqual([
		{ idCanalIntegracao: channel.id, sku: 'CANECA-1', estoqueSeguranca: 3 },
	]);
});

test('one click maps the columns of a spreadsheet automatically', async () => {
	const { id } = await at.n8n.createWorkflow(stockBatch(at.credential, {}));
	await at.editor.openNode(id, 'update-stock');
	// n8n's own choice of the same is not asked beside it
	await at.editor.at('parameter-input-inputMode').waitFor();
	expect(await at.editor.at('mapping-mode-select').count()).toBe(0);
	await at.editor.at('parameter-input-inputMode').locator('input').first().click();
	await at.editor.page.getByText('Map Automatically', { exact: true }).click();
	await at.editor.page.getByText('Needed: sku, estoque.').waitFor();
	await at.editor.executeNode();
	const output = at.editor.at('output-panel');
	await output.getByText('CANECA-1', { exact: true }).first().waitFor();
	await output.getByText('1 of 3 entries failed').first().waitFor();
	expect(at.hub.state.batches.size).toBe(1);
});
