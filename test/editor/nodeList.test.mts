import { expect, test } from 'vitest';
import { useEditor } from './session.mts';

const at = useEditor();

test('a search in the node list finds the nodes by English and Portuguese words', async () => {
	await at.editor.goTo('/workflow/new', 'canvas-plus-button');
	const words =
		'order, stock, price, invoice, label, NFe, pedido, estoque, preço, nota fiscal, etiqueta, fatura, danfe, variação, canal, webhook, marketplace';
	for (const word of words.split(', '))
		expect(await at.editor.searchNodes(word), word).toContainEqual(
			expect.stringMatching(/^Marketplace Hub/),
		);

	await at.editor.searchNodes('marketplace hub');
	await at.editor
		.at('node-creator-item-name')
		.getByText('Marketplace Hub', { exact: true })
		.click();
	const trigger = at.editor.page.getByText('On new or changed order').first();
	await trigger.waitFor();
	expect(await trigger.textContent()).toContain('at once, by webhook');
});

test("a newcomer's first workflow: Get Many Orders is found in the list and runs with the credential", async () => {
	const { editor } = at;
	const entry = (name: string) =>
		editor.at('node-creator-item-name').getByText(name, { exact: true });
	await editor.goTo('/workflow/new', 'canvas-plus-button');
	await editor.at('canvas-plus-button').click();
	await entry('Trigger manually').click();
	await editor.at('node-creator').waitFor({ state: 'hidden' });
	await editor.at('node-creator-plus-button').click();
	await editor.page.getByText('What happens next?').waitFor();
	await editor.at('node-creator-search-bar').fill('pedido');
	await entry('Marketplace Hub').click();
	await entry('Get many orders').click();
	await editor.at('ndv').waitFor();
	await editor.executeNode();
	const newest = at.hub.state.ordersByIssueDate().at(-1)!;
	await editor.at('output-panel').getByText(String(newest.idPedido)).first().waitFor();
});
