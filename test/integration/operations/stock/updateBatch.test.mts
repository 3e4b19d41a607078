import { expect } from 'vitest';
import { stock, stocks, stocksSent } from '../../../support/batches.mts';
import { asJson, go, itemOf, op } from '../../../support/items.mts';
import { setup, test } from '../../../support/setup.mts';
import { stockIn } from '../../../support/sync.mts';

test('each row sets the stock of a product or variation and has its own result', async () => {
	const { hub, n8n } = await setup({ skus: 2 });
	const { items, json } = await n8n.run(stock, stocks(['S0', 'NADA', 'S1'], 7), go);
	expect(items().map(itemOf)).toEqual([0, 1, 2]);
	expect(json().map(({ sku, sucesso }) => [sku, sucesso])).toEqual([
		['S0', true],
		['NADA', false],
		['S1', true],
	]);
	expect(stockIn(hub, ['S0', 'S1'])).toEqual({ S0: 7, S1: 7 });
});

test('rows go out in batches of a hundred', async () => {
	const { hub, n8n } = await setup({ skus: 250 });
	expect((await n8n.done(stock, stocks(250))).json()).toHaveLength(250);
	expect(stocksSent(hub).map(({ length }) => length)).toEqual([100, 100, 50]);
});

test('an invalid row is refused, and the others are sent', async () => {
	const { hub, n8n } = await setup({ skus: 1 });
	const rows = [{ sku: 'S0', estoque: 2.5 }, { sku: '', estoque: 1 }, ...stocks(1)];
	const { json } = await n8n.run(stock, rows, go);
	expect(json().map(({ error }) => error)).toEqual([
		expect.stringContaining('`estoque`) must be a whole number'),
		expect.stringContaining('`sku`) is required'),
		undefined,
	]);
	expect(stocksSent(hub)).toEqual([stocks(1)]);
});

test('without waiting, each batch is an item with its ID and its SKUs', async () => {
	const { n8n } = await setup({ skus: 101 });
	const { json } = await n8n.done({ ...stock, waitForResult: false }, stocks(101));
	const [first, second, ...others] = json();
	expect(first).toMatchObject({ skus: { length: 100 } });
	expect(second).toEqual({ batchId: expect.any(Number), skus: ['S100'] });
	expect(others).toEqual([]);
});

test('what is no object in a list of JSON fails by itself', async () => {
	const { hub, n8n } = await setup({ skus: 2 });
	const list = [{ sku: 'S0', estoque: 1 }, null, { sku: 'S1', estoque: 2 }];
	const { json } = await n8n.run(op('stock updateBatch', asJson(list)), [{}], go);
	expect(json()).toMatchObject([
		{ sku: 'S0', sucesso: true },
		{ sucesso: false, error: expect.stringContaining('sku') },
		{ sku: 'S1', sucesso: true },
	]);
	expect(stockIn(hub, ['S0', 'S1'])).toEqual({ S0: 1, S1: 2 });
});

test('one number of the column that can be read in one way only decides for the others', async () => {
	const { hub, n8n } = await setup({ skus: 4 });
	const rows = ['6.000', '0.500', '1.250', '2.0'].map((estoque, nr) => ({
		sku: `S${nr}`,
		estoque,
	}));
	const { json } = await n8n.run(stock, rows, go);
	expect(json().map(({ error }) => error)).toEqual([
		undefined,
		expect.stringContaining('(`estoque`)'),
		expect.stringContaining('may mean 1250 or 1,25, beside 0.500 in the same column'),
		undefined,
	]);
	expect(stocksSent(hub)).toEqual([
		[
			{ sku: 'S0', estoque: 6 },
			{ sku: 'S3', estoque: 2 },
		],
	]);
});
