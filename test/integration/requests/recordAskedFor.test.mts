import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, test } from 'vitest';
import { completeSeed, parametersOf } from '../../support/everyOperation.mts';
import { shown } from '../../support/items.mts';
import { addProducts } from '../../support/products.mts';
import { priceSync, stockSync, writes } from '../../support/sync.mts';
import { setup, type Setup } from '../../support/setup.mts';

/** A hub, or a cache before it, that answers with the record of another product, order or batch. */
let at: Setup;
beforeEach(async () => {
	at = await setup({ seed: completeSeed });
});

/** The hub answers requests to the endpoint with this record, whatever was asked for. */
const answerWith = (endpoint: string, body: unknown) =>
	at.hub.faults.add({ endpoint, kind: 'status', status: 200, body, times: Infinity });

test.each<[operation: string, endpoint: string, other: IDataObject]>([
	['order get', 'orderGet', { idPedido: 424242 }],
	['product get', 'productGet', { skuProduto: 'OTHER' }],
	['product getVariation', 'variationGet', { skuVariacao: 'OTHER', skuProduto: 'O' }],
	['batch get', 'batchGet', { batchId: 424242, status: 'processado' }],
	['batch wait', 'batchGet', { batchId: 424242, status: 'processado' }],
	['fiscalDocument get', 'fiscalDocumentGet', { chaveAcesso: '424242' }],
])('%s does not take another record for the one asked for', async (name, endpoint, other) => {
	if (name.startsWith('batch ')) await at.n8n.run(parametersOf('stock updateBatch', at.hub));
	const parameters = parametersOf(name, at.hub);
	answerWith(endpoint, other);
	const result = await at.n8n.run(parameters);
	expect(shown(result.nodeError)).toMatch(/the answer is about (424242|OTHER), not about/);
	expect(result.json()).toEqual([]);
});

describe('a sync', () => {
	const stock = { estoque: 6, precoDe: 50, precoPor: 40 };
	beforeEach(() => {
		addProducts(at.hub, [
			{ skuProduto: 'S-00001' },
			{ skuProduto: 'V', variacoes: [{ skuVariacao: 'V-P', tamanho: 'P' }] },
		]);
	});

	test.each<[string, typeof stockSync, string, IDataObject, IDataObject]>([
		[
			'stock of a product',
			stockSync,
			'productGet',
			{ skuProduto: 'S-00002', ...stock },
			{ sku: 'S-00001', estoque: 6 },
		],
		[
			'prices of a product',
			priceSync,
			'productGet',
			{ skuProduto: 'S-00002', ...stock },
			{ sku: 'S-00001', precoDe: 50, precoPor: 40 },
		],
		[
			'stock of a variation',
			stockSync,
			'variationGet',
			{ skuVariacao: 'V-G', skuProduto: 'V', ...stock },
			{ sku: 'V-P', estoque: 6 },
		],
	])(
		'%s is not compared with the record of another',
		async (_what, sync, endpoint, other, item) => {
			answerWith(endpoint, other);
			const result = await at.n8n.run(sync, [item]);
			expect(shown(result.nodeError)).toMatch(/about (S-00002|V-G), not about (S-00001|V-P)/);
			expect(writes(at.hub)).toEqual([]);
		},
	);
});
