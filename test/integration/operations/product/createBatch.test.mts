import { expect } from 'vitest';
import { createBatch, productsSent } from '../../../support/batches.mts';
import { go } from '../../../support/items.mts';
import { productFields } from '../../../support/products.mts';
import { setup, test } from '../../../support/setup.mts';

const rows = (skus: string[], changes = {}) =>
	skus.map((skuProduto) => productFields({ skuProduto, ...changes }));

test('each row creates a product and has its own result', async ({ hub, n8n }) => {
	const { json } = await n8n.run(createBatch, rows(['N0', 'CANECA-1', 'N1']), go);
	expect(json().map(({ sku, sucesso }) => [sku, sucesso])).toEqual([
		['N0', true],
		['CANECA-1', false],
		['N1', true],
	]);
	expect([...hub.state.products.keys()]).toEqual(expect.arrayContaining(['N0', 'N1']));
});

test('rows go out in batches of a hundred', async ({ hub, n8n }) => {
	const skus = Array.from({ length: 150 }, (_, index) => `N${index}`);
	await n8n.done(createBatch, rows(skus));
	expect(productsSent(hub)).toEqual([skus.slice(0, 100), skus.slice(100)]);
});

test('a leader goes before its children, wherever it stands in the list', async ({ hub, n8n }) => {
	const child = productFields({ skuProduto: 'CHILD', skuProdutoLider: 'LEADER' });
	await n8n.done(createBatch, [child, ...rows(['LEADER'])]);
	expect(productsSent(hub)).toEqual([['LEADER', 'CHILD']]);
});

test('a row that lacks a required field is refused, and the others are sent', async () => {
	const { hub, n8n } = await setup();
	const { json } = await n8n.run(createBatch, [...rows(['N0'], { nome: '' }), ...rows(['N1'])], go);
	expect(json()[0]!.error).toContain('`nome`) is required');
	expect(productsSent(hub)).toEqual([['N1']]);
});

test.each(['NULL', 'None', 'undefined', 'N/A'])(
	'%j as the SKU of a variation is refused: it would give each product a variation of that name',
	async (skuVariacao) => {
		const { hub, n8n } = await setup();
		const variation = { skuVariacao, tamanho: 'M', precoDe: 9, precoPor: 8 };
		const list = rows(['N0'], { variacoes: [variation] });
		const { json } = await n8n.run(createBatch, list, go);
		expect(json()[0]!.error).toContain('leave it empty for a product without variations');
		expect(productsSent(hub)).toEqual([]);
	},
);
