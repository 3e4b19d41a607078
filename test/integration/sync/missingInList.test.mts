import sortBy from 'lodash/sortBy.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { addProducts } from '../../support/products.mts';
import { setup, type Setup } from '../../support/setup.mts';
import { addSimple, addVaried, statuses, stockIn, stockSync, writes } from '../../support/sync.mts';
import { go } from '../../support/items.mts';

let at: Setup;
beforeEach(async () => {
	at = await setup({ seed: { products: 0 } });
});

describe('Missing in List', () => {
	const whole = { ...stockSync, wholeList: true };

	test('reported: SKUs of products and variations that the input does not name', async () => {
		addSimple(at.hub, 3);
		addVaried(at.hub, 2, 2);
		const list = ['P0', 'P1', 'V0-0'].map((sku) => ({ sku, estoque: 5 }));
		const guards = { wholeShare: 0 };
		const result = await at.n8n.run({ ...whole, missingInList: 'report', guards }, list);
		const onlyInHub = result.json().slice(3);
		expect(sortBy(onlyInHub, 'sku')).toEqual(
			['P2', 'V0-1', 'V1-0', 'V1-1'].map((sku) => ({
				sku,
				status: 'onlyInHub',
				before: { estoque: 5 },
			})),
		);
		expect(writes(at.hub)).toEqual([]);
	});

	test('set to zero, but never what a refused item names', async () => {
		addSimple(at.hub, 20);
		const list = Array.from({ length: 18 }, (_, index) => ({
			sku: `P${index}`,
			estoque: 5 as string | number,
		}));
		list[3]!.estoque = '';
		const result = await at.n8n.run({ ...whole, missingInList: 'zero' }, list, go);
		expect(result.json().slice(18)).toMatchObject([
			{ sku: 'P18', status: 'updated', before: { estoque: 5 }, after: { estoque: 0 } },
			{ sku: 'P19', status: 'updated' },
		]);
		expect(stockIn(at.hub, ['P3', 'P17', 'P18', 'P19'])).toEqual({ P3: 5, P17: 5, P18: 0, P19: 0 });
	});

	test.each([5, ''])(
		'variations of a product that is named itself, with stock "%s", are left alone',
		async (estoque) => {
			addVaried(at.hub, 1, 3);
			const skus = addSimple(at.hub, 20);
			const list = [...skus, 'V0'].map((sku) => ({ sku, estoque: sku === 'V0' ? estoque : 5 }));
			await at.n8n.run({ ...whole, missingInList: 'zero' }, list, go);
			expect(stockIn(at.hub, ['V0-0', 'V0-1', 'V0-2'])).toEqual({
				'V0-0': 5,
				'V0-1': 5,
				'V0-2': 5,
			});
		},
	);

	test('a variation that only a refused item names keeps its stock', async () => {
		const variations = addVaried(at.hub, 1, 3);
		const skus = addSimple(at.hub, 20);
		const list = [...skus, ...variations.slice(0, 2)].map((sku) => ({
			sku,
			estoque: sku === 'V0-1' ? '' : 5,
		}));
		await at.n8n.run({ ...whole, missingInList: 'zero' }, list, go);
		expect(stockIn(at.hub, variations)).toEqual({ 'V0-0': 5, 'V0-1': 5, 'V0-2': 0 });
	});

	describe('what an entry of the list may mean', () => {
		const spellings = ['CAMISA-P ', 'camisa-g', '00123', ' Calça'];
		const listed = ['CAMISA-P', 'CAMISA-G', '123', 'calça'];

		test('is never set to zero, and is told', async () => {
			const skus = addSimple(at.hub, 20);
			addProducts(
				at.hub,
				[...spellings, 'GONE'].map((skuProduto) => ({ skuProduto })),
			);
			const list = [...skus, ...listed].map((sku) => ({ sku, estoque: 5 }));
			const result = await at.n8n.run({ ...whole, missingInList: 'zero' }, list, go);
			expect(stockIn(at.hub, [...spellings, 'GONE'])).toEqual({
				...Object.fromEntries(spellings.map((sku) => [sku, 5])),
				GONE: 0,
			});
			const rest = result.json().slice(list.length);
			expect(statuses(rest)).toEqual({
				...Object.fromEntries(spellings.map((sku) => [sku, 'held'])),
				GONE: 'updated',
			});
			expect(rest.find(({ sku }) => sku === 'CAMISA-P ')?.error).toBe(
				'Held, not set to zero: the list has the SKU "CAMISA-P", which may be this one in another spelling',
			);
		});

		test('also where only a refused item names it', async () => {
			const skus = addSimple(at.hub, 20);
			addProducts(
				at.hub,
				spellings.map((skuProduto) => ({ skuProduto })),
			);
			const list = [...skus, ...listed].map((sku) => ({
				sku,
				estoque: listed.includes(sku) ? '' : 5,
			}));
			await at.n8n.run({ ...whole, missingInList: 'zero' }, list, go);
			expect(writes(at.hub)).toEqual([]);
		});

		test('and neither are variations of a product that is named in another spelling', async () => {
			const skus = addSimple(at.hub, 20);
			addVaried(at.hub, 1, 2, (_, variation) => `EAN-${variation}`);
			const list = [...skus, 'v0'].map((sku) => ({ sku, estoque: 5 }));
			await at.n8n.run({ ...whole, missingInList: 'zero' }, list, go);
			expect(writes(at.hub)).toEqual([]);
		});
	});

	test('nothing is set to zero while an item does not say its SKU', async () => {
		addSimple(at.hub, 20);
		const list = Array.from({ length: 18 }, (_, index) => ({
			sku: index === 4 ? '' : `P${index}`,
			estoque: 5,
		}));
		const result = await at.n8n.run({ ...whole, missingInList: 'zero' }, list, go);
		expect(result.json().slice(18)).toMatchObject(
			['P4', 'P18', 'P19'].map((sku) => ({ sku, status: 'held' })),
		);
		expect(writes(at.hub)).toEqual([]);
	});
});
