import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { productsSent } from '../../support/batches.mts';
import { go, hintsOf } from '../../support/items.mts';
import { productFields } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addSimple,
	addVaried,
	productSync,
	statuses,
	unguardedProductSync,
	wholeProducts,
	stopAt,
	writes,
} from '../../support/sync.mts';

const at = setupEach({ seed: { products: 0 } });
describe('reads of many products', () => {
	const hint = async (changes: IDataObject) => {
		const list = wholeProducts(addSimple(at.hub, 30), changes);
		return hintsOf(await at.n8n.done({ ...productSync, dryRun: true }, list))[0];
	};

	test('a hint names the columns that cost a read for each product', async () => {
		const named = await hint({ tags: ['a'], ativo: true });
		expect(named).toContain('30 records, one for each product, because no list of the hub shows');
		expect(named).toContain('`tags`');
		expect(named).not.toContain('`ativo`');
	});

	test('the hint names no column if the list shows them all', async () => {
		const skus = addSimple(at.hub, 30);
		const list = skus.map((skuProduto) => ({ skuProduto, ativo: true }));
		const result = await at.n8n.done({ ...productSync, dryRun: true }, list);
		expect(hintsOf(result)[0]).toMatch(/Read: 1 page of lists\./);
	});
});

/* Which guard holds a list of products: accidentMatrix.test.mts. */
describe('a list of products', () => {
	test('a list whose SKUs are all empty sends nothing', async () => {
		const list = addSimple(at.hub, 40).map(() => ({ skuProduto: '' }));
		const result = await at.n8n.run(productSync, list, go);
		expect(writes(at.hub)).toEqual([]);
		expect(result.json()[0]!.error).toContain('is required');
	});

	test('one product switched off beside others whose cell is blank is no large share', async () => {
		const skus = addSimple(at.hub, 40);
		const list = skus.map((skuProduto, index) => ({ skuProduto, ativo: index === 0 ? 'não' : '' }));
		const result = await at.n8n.run(productSync, list);
		expect(result.json()[0]).toMatchObject({
			sku: 'P0',
			status: 'updated',
			after: { ativo: false },
		});
		expect(result.json()[1]).toMatchObject({ sku: 'P1', status: 'unchanged' });
		expect(writes(at.hub)).toHaveLength(1);
	});

	test('a product in two rows with different values is refused', async () => {
		addSimple(at.hub, 1);
		const list = ['a', 'b'].map((nome) => ({ skuProduto: 'P0', nome }));
		const result = await at.n8n.run(productSync, list, go);
		expect(result.json().map(({ status }) => status)).toEqual(['notSent', 'notSent']);
	});

	test('products that only the hub holds are reported', async () => {
		const skus = addSimple(at.hub, 3);
		const whole = { ...productSync, wholeList: true, missingInList: 'report' };
		const result = await at.n8n.run(whole, wholeProducts(skus.slice(1)));
		expect(result.json()[2]).toMatchObject({
			sku: 'P0',
			status: 'onlyInHub',
			before: { precoPor: 79.9 },
		});
	});
});

describe('outcomes', () => {
	test('a refusal and a lost answer are reported, and the next run sends what is missing', async () => {
		addSimple(at.hub, 2);
		at.hub.faults.add({ endpoint: 'productUpdate', kind: 'status', status: 400, times: 1 });
		at.hub.faults.add({ endpoint: 'productBatch', kind: 'resetAfter' });
		const list = [
			{ skuProduto: 'P0', nome: 'a' },
			{ skuProduto: 'P1', nome: 'a' },
			productFields({ skuProduto: 'NEW' }),
		];
		const result = await at.n8n.run(productSync, list as IDataObject[], go);
		expect(statuses(result.json())).toEqual({ P0: 'refused', P1: 'updated', NEW: 'unknown' });
		at.hub.clock.advance(60_000);
		const again = await at.n8n.run(productSync, list as IDataObject[]);
		expect(statuses(again.json())).toMatchObject({ P0: 'updated', P1: 'unchanged' });
	});

	test('the SKU of a variation is refused as a product', async () => {
		addVaried(at.hub, 1, 1);
		const result = await at.n8n.run(productSync, wholeProducts(['V0-0']), go);
		expect(result.json()).toMatchObject([{ sku: 'V0-0', status: 'refused' }]);
	});
});

describe('reading', () => {
	test('a status is read from the pages of the list alone', async () => {
		const skus = addSimple(at.hub, 250);
		const list = skus.map((skuProduto, index) => ({ skuProduto, ativo: index > 3 }));
		const result = await at.n8n.run(productSync, list);
		expect(result.json().filter(({ status }) => status === 'updated')).toHaveLength(4);
		expect(at.hub.count({ endpoint: 'productList' })).toBeLessThanOrEqual(3);
		expect(at.hub.count({ endpoint: 'productGet' })).toBe(0);
	});

	test('a first import does not look up every new product', async () => {
		const skus = Array.from({ length: 200 }, (_, index) => `N${index}`);
		const result = await at.n8n.run(unguardedProductSync, wholeProducts(skus));
		expect(result.json().every(({ status }) => status === 'created')).toBe(true);
		expect(at.hub.count({ endpoint: 'productGet' })).toBeLessThan(40);
		expect(productsSent(at.hub).map((batch) => batch.length)).toEqual([100, 100]);
	});
});

/** The first products are as they are in the hub but for every hundredth; the last ten are new. */
function changedList(skus: readonly string[]) {
	const fresh = Array.from({ length: 10 }, (_, index) => `N${index}`);
	return wholeProducts([...skus, ...fresh]).map((row, index) =>
		index % 100 === 7 && index < skus.length ? { ...row, nome: 'Nova' } : row,
	);
}

test('1,000 products, 10 changed, 10 new: 1,000 reads, 10 changes, one batch', async () => {
	const { hub, n8n } = at;
	const result = await n8n.done(productSync, changedList(addSimple(hub, 990)));
	expect(hintsOf(result)[0]).toMatch(/^1000 compared, 10 updated, 10 created, 980 unchanged, /);
	const counts = ['productGet', 'productList', 'productUpdate', 'productBatch'].map((endpoint) =>
		hub.count({ endpoint }),
	);
	expect(counts).toEqual([1_000, 0, 10, 1]);
});

test.each([
	['productGet', 60],
	['productBatch', 1],
	['productUpdate', 2],
])('a run stopped at %s number %i ends right when it is repeated', async (endpoint, count) => {
	const { hub, n8n } = at;
	const list = changedList(addSimple(hub, 120));
	const { signal } = stopAt(hub, endpoint, count);
	expect((await n8n.run(productSync, list, { signal })).status).toBe('canceled');
	hub.clock.advance(60_000);
	await n8n.done(productSync, list);
	const products = [...hub.state.products.values()];
	expect(products).toHaveLength(130);
	expect(products.filter(({ nome }) => nome === 'Nova')).toHaveLength(2);
	expect(hub.count({ endpoint: 'productBatch' })).toBe(1);
	const sent = writes(hub).length;
	await n8n.run(productSync, list);
	expect(writes(hub)).toHaveLength(sent);
});

test('the operation is found as create, update and upsert', async () => {
	const { operations } = await import('../../support/built.mts');
	const { option } = operations.find(({ name }) => name === 'product sync')!.operation;
	expect(option.action).toContain('upsert');
	expect(option.description).toMatch(/^Create or update/);
});
