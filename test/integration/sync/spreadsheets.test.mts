import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { asJson, go, op } from '../../support/items.mts';
import { productFields } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addSimple,
	addVaried,
	facts,
	heldBy,
	productSync,
	statuses,
	stockSync,
	unguardedProductSync,
	writes,
} from '../../support/sync.mts';

/* What a spreadsheet makes of products. */

const at = setupEach({ seed: { products: 0 } });
const variation = (skuVariacao: string, changes: IDataObject = {}) => ({ skuVariacao, ...changes });

test('a variation that stands twice in a product is refused', async () => {
	addVaried(at.hub, 1, 1);
	const variacoes = [variation('V0-0', { precoPor: 70 }), variation('V0-0', { precoPor: 60 })];
	const list = asJson([{ skuProduto: 'V0', variacoes }]);
	const result = await at.n8n.run({ ...productSync, ...list }, undefined, go);
	expect(result.json()).toMatchObject([
		{ status: 'notSent', error: expect.stringContaining('`V0-0` stands twice') },
	]);
	expect(writes(at.hub)).toEqual([]);
});

test.each(['product sync', 'product createBatch', 'product create'])(
	'%s: rows of variations never register a product without variations',
	async (name) => {
		const rows = ['P', 'M'].map((tamanho) => ({
			...productFields({ skuProduto: 'C' }),
			...variation(`C-${tamanho}`, { tamanho }),
		}));
		const result = await at.n8n.run({ ...productSync, ...op(name) }, rows, go);
		if (name === 'product create') {
			const refused = expect.stringContaining('takes its variations as a list') as string;
			expect(result.json()).toMatchObject(rows.map(() => ({ error: refused })));
			expect(writes(at.hub)).toEqual([]);
			return;
		}
		expect(result.json()).toHaveLength(1);
		expect(heldBy(at.hub, 'C')).toMatchObject({ variacoes: rows.map(() => ({})) });
		for (const tamanho of ['P', 'M'])
			expect(heldBy(at.hub, `C-${tamanho}`)).toMatchObject({ tamanho });
	},
);

test('a media price that stays the same is sent along when the usual price changes', async () => {
	addSimple(at.hub, 1);
	const usual = { precoDe: 119.9, precoPor: 89.9 };
	const list = [{ skuProduto: 'P0', ...usual, precoDeMidia: 99.9, precoPorMidia: 79.9 }];
	await at.n8n.done(unguardedProductSync, list);
	expect(heldBy(at.hub, 'P0')).toMatchObject(list[0]!);
	const again = await at.n8n.done(unguardedProductSync, list);
	expect(facts(again.json())).toEqual([{ sku: 'P0', status: 'unchanged' }]);
});

test('variations keep following the measures of their product', async () => {
	addVaried(at.hub, 1, 2);
	const variacoes = [variation('V0-0', { precoPor: 69.9 })];
	const list = asJson([{ skuProduto: 'V0', altura: 40, variacoes }]);
	await at.n8n.done({ ...unguardedProductSync, ...list });
	expect(heldBy(at.hub, 'V0-0')).toMatchObject({ precoPor: 69.9 });
	for (const sku of ['V0-0', 'V0-1']) expect(heldBy(at.hub, sku)).not.toHaveProperty('altura', 2);
});

test('a row with a blank variation cell is about the product', async () => {
	addSimple(at.hub, 1);
	const list = [{ skuProduto: 'P0', skuVariacao: '', estoque: 7 }];
	const result = await at.n8n.run(stockSync, list, go);
	expect(statuses(result.json())).toEqual({ P0: 'updated' });
});

test.each(['7,891E+12', '7.891E+12'])(
	'the EAN %s is refused, because it has lost digits',
	async (ean) => {
		addSimple(at.hub, 1);
		const result = await at.n8n.run(productSync, [{ skuProduto: 'P0', ean }], go);
		expect(result.json()).toMatchObject([{ status: 'notSent' }]);
		expect(writes(at.hub)).toEqual([]);
	},
);

test('children of a refused leader are not sent, and say so', async () => {
	const leader = productFields({ skuProduto: 'L', ean: '' });
	const child = productFields({ skuProduto: 'K', skuProdutoLider: 'L' });
	const result = await at.n8n.run(productSync, [leader, child], go);
	expect(result.json()).toMatchObject([
		{ sku: 'L', status: 'notSent' },
		{ sku: 'K', status: 'notSent', error: expect.stringContaining('its leader L is not sent') },
	]);
	expect(writes(at.hub)).toEqual([]);
});
