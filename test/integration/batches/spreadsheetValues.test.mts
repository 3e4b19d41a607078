import { describe, expect, test } from 'vitest';
import { addProducts, addSkus } from '../../support/products.mts';
import { bodies, mapped } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';

const stock = { resource: 'stock', operation: 'updateBatch' };
const price = { resource: 'price', operation: 'updateBatch' };

describe('spreadsheet values, mapped automatically', () => {
	test.each([
		[
			{ precoDe: '12,90', precoPor: '9,9' },
			{ precoDe: 12.9, precoPor: 9.9 },
		],
		[
			{ precoDe: '1.234,56', precoPor: '1.234,56' },
			{ precoDe: 1234.56, precoPor: 1234.56 },
		],
		[
			{ precoDe: '10.5', precoPor: 10, precoDeMidia: '', precoPorMidia: null },
			{ precoDe: 10.5, precoPor: 10 },
		],
		[
			{ precoDe: ' 7 ', precoPor: '7', precoDeMidia: '7,5', precoPorMidia: '7,50' },
			{ precoDe: 7, precoPor: 7, precoDeMidia: 7.5, precoPorMidia: 7.5 },
		],
	])('%j is sent as %j', async (columns, sent) => {
		const { hub, n8n } = await setup();
		addSkus(hub, 1);
		const result = await n8n.run({ ...price, ...mapped }, [
			{ sku: 'S0', 'Coluna extra': 'x', ...columns },
		]);
		expect(result.json()).toEqual([expect.objectContaining({ sku: 'S0', sucesso: true })]);
		expect(bodies(hub, 'priceBatch')).toEqual([{ precos: [{ sku: 'S0', ...sent }] }]);
	});

	test('a SKU of digits is text for the hub, a leading zero stays', async () => {
		const { hub, n8n } = await setup();
		addProducts(hub, [{ skuProduto: '12345' }, { skuProduto: '00789' }]);
		const result = await n8n.run({ ...stock, ...mapped }, [
			{ sku: 12345, estoque: '3' },
			{ sku: '00789', estoque: 4 },
		]);
		expect(result.json().map(({ sku, sucesso }) => [sku, sucesso])).toEqual([
			['12345', true],
			['00789', true],
		]);
		expect(bodies(hub, 'stockBatch')).toEqual([
			{
				estoques: [
					{ sku: '12345', estoque: 3 },
					{ sku: '00789', estoque: 4 },
				],
			},
		]);
	});
});
