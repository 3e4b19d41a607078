import sortBy from 'lodash/sortBy.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { mapped, shown } from '../../support/items.mts';
import { setup, type Setup } from '../../support/setup.mts';
import { addSimple, addVaried, stockIn, stockSync, writes } from '../../support/sync.mts';

let at: Setup;
beforeEach(async () => {
	at = await setup({ seed: { products: 0 } });
});
const goOn = { onError: 'continueRegularOutput' as const };

describe('Dry Run', () => {
	test('says what the run does, and sends nothing', async () => {
		addSimple(at.hub, 3);
		const list = [
			{ sku: 'P0', estoque: 5 },
			{ sku: 'P1', estoque: 8 },
			{ sku: 'P9', estoque: 8 },
		];
		const dry = await at.n8n.run({ ...stockSync, dryRun: true }, list);
		expect(dry.json()).toEqual([
			{ sku: 'P0', status: 'unchanged', before: { estoque: 5 } },
			{ sku: 'P1', status: 'wouldUpdate', before: { estoque: 5 }, after: { estoque: 8 } },
			{ sku: 'P9', status: 'notInHub' },
		]);
		expect(writes(at.hub)).toEqual([]);
		const real = await at.n8n.run(stockSync, list);
		expect(real.json().map(({ batchId: _, ...json }) => json)).toEqual(
			dry
				.json()
				.map((json) => (json.status === 'wouldUpdate' ? { ...json, status: 'updated' } : json)),
		);
	});

	test('the text of an expression counts, too', async () => {
		addSimple(at.hub, 1);
		const result = await at.n8n.run({ ...stockSync, dryRun: '={{ "true" }}' }, [
			{ sku: 'P0', estoque: 8 },
		]);
		expect(result.json()).toMatchObject([{ status: 'wouldUpdate' }]);
		expect(writes(at.hub)).toEqual([]);
	});

	test('is the first parameter', async () => {
		const { operations } = await import('../../support/built.mts');
		const syncs = operations.filter(({ name }) => name.endsWith(' sync'));
		expect(syncs.map(({ operation }) => operation.properties[0]?.name)).toEqual(
			Array.from({ length: 3 }, () => 'dryRun'),
		);
	});
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
		const result = await at.n8n.run({ ...whole, missingInList: 'zero' }, list, goOn);
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
			await at.n8n.run({ ...whole, missingInList: 'zero' }, list, goOn);
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
		await at.n8n.run({ ...whole, missingInList: 'zero' }, list, goOn);
		expect(stockIn(at.hub, variations)).toEqual({ 'V0-0': 5, 'V0-1': 5, 'V0-2': 0 });
	});

	test('nothing is set to zero while an item does not say its SKU', async () => {
		addSimple(at.hub, 20);
		const list = Array.from({ length: 18 }, (_, index) => ({
			sku: index === 4 ? '' : `P${index}`,
			estoque: 5,
		}));
		const result = await at.n8n.run({ ...whole, missingInList: 'zero' }, list, goOn);
		expect(result.json().slice(18)).toMatchObject(
			['P4', 'P18', 'P19'].map((sku) => ({ sku, status: 'held' })),
		);
		expect(writes(at.hub)).toEqual([]);
	});
});

test('columns mapped by hand, with expressions', async () => {
	addSimple(at.hub, 1);
	const columns = {
		mappingMode: 'defineBelow',
		value: { sku: '={{ $json.codigo }}', estoque: '={{ $json.saldo }}' },
	};
	const result = await at.n8n.run({ ...stockSync, ...mapped, columns }, [
		{ codigo: 'P0', saldo: 9 },
	]);
	expect(shown(result.nodeError)).toContain('nothing was thrown');
	expect(result.json()).toMatchObject([{ sku: 'P0', status: 'updated' }]);
});
