import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { operations } from '../../support/built.mts';
import { completeSeed, parametersOf } from '../../support/everyOperation.mts';
import { mapped, op } from '../../support/items.mts';
import { byId } from '../../support/locators.mts';
import { addSkus } from '../../support/products.mts';
import { setup, type Setup } from '../../support/setup.mts';

// a thousand requests on a busy machine
vi.setConfig({ testTimeout: 180_000 });

let at: Setup;

/** Requests by endpoint, without the exchange of the token. */
function requests(): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { endpoint = 'none' } of at.hub.log) counts[endpoint] = (counts[endpoint] ?? 0) + 1;
	const { auth: _auth, ...others } = counts;
	return others;
}

const sizes = [0, 1, 100, 101, 1_000];
const lists: Array<[name: string, endpoint: string, seed: string, more?: INodeParameters]> = [
	['order getMany', 'orderList', 'orders'],
	['product getMany', 'productList', 'products'],
	['securityStock getMany', 'securityStockList', 'securityStocks'],
	['customizedPrice getMany', 'customizedPriceList', 'customizedPrices'],
	[
		'fiscalDocument getMany',
		'fiscalDocumentList',
		'fiscalDocuments',
		{ dataEmissaoInicial: '2000-01-01', dataEmissaoFinal: '2099-01-01' },
	],
];

describe.each(lists)('%s', (name, endpoint, seed, more) => {
	test.each(sizes)('of %i records: a request for each hundred', async (count) => {
		const needsProducts = seed === 'securityStocks' || seed === 'customizedPrices';
		const products = needsProducts ? count : 0;
		at = await setup({ seed: { channels: 1, products, [seed]: count } });
		const [resource = '', operation = ''] = name.split(' ');
		const { error } = await at.n8n.run({ resource, operation, returnAll: true, ...more });
		expect(error).toBeUndefined();
		expect(requests()).toEqual({ [endpoint]: Math.max(1, Math.ceil(count / 100)) });
	});
});

type Entry = (sku: string) => IDataObject;
const price = { precoDe: 20, precoPor: 10 };
const writes: Array<[name: string, endpoint: string, entry: Entry]> = [
	['stock updateBatch', 'stockBatch', (sku) => ({ sku, estoque: 7 })],
	['price updateBatch', 'priceBatch', (sku) => ({ sku, ...price })],
	[
		'customizedPrice set',
		'customizedPriceSet',
		(skuProduto) => ({ idCanalIntegracao: 11, skuProduto, ...price }),
	],
];

describe.each(writes)('%s', (name, endpoint, entry) => {
	test.each(sizes)('of %i items: a request for each hundred', async (count) => {
		at = await setup({ seed: { channels: 1, products: 0 } });
		const [resource = '', operation = ''] = name.split(' ');
		const items = addSkus(at.hub, count).map(entry);
		const { error } = await at.n8n.run({ resource, operation, ...mapped, wait: false }, items);
		expect(error).toBeUndefined();
		const { batchGet: _looks, ...others } = requests();
		expect(others).toEqual(count === 0 ? {} : { [endpoint]: Math.ceil(count / 100) });
	});
});

test.each(sizes)('order get of %i items: a request for each', async (count) => {
	at = await setup({ seed: { channels: 1, products: 0, orders: count } });
	const items = [...at.hub.state.orders.keys()].map((idPedido) => ({ idPedido }));
	const parameters = { idPedido: byId('={{ $json.idPedido }}') };
	await at.n8n.run(op('order get', parameters), items);
	expect(requests()).toEqual(count === 0 ? {} : { orderGet: count });
});

test.each(sizes)('the queue with %i orders, each acknowledged', async (count) => {
	at = await setup({ seed: { channels: 1, products: 0, orders: count, queued: count } });
	const parameters = { acknowledge: true, returnAll: true };
	await at.n8n.run(op('orderQueue getMany', parameters));
	// ten at a time, so that little time passes between the read of an order and its acknowledgement
	expect(requests()).toEqual({
		queueList: expect.any(Number),
		...(count > 0 ? { acknowledge: count } : {}),
	});
	expect(requests().queueList).toBeLessThanOrEqual(Math.ceil(count / 10) + 1);
});

/** Requests of one item, those left out that look whether a batch is processed. */
const costs: Record<string, string[]> = {
	'batch get': ['batchGet'],
	'batch wait': ['batchGet'],
	'channel getMany': ['channels'],
	'connection ping': ['ping'],
	'customizedPrice delete': ['customizedPriceDelete'],
	'customizedPrice getMany': ['customizedPriceList'],
	'customizedPrice set': ['customizedPriceSet'],
	'customizedPrice sync': ['customizedPriceList', 'customizedPriceSet'],
	'fiscalDocument downloadXml': ['fiscalDocumentGet'],
	'fiscalDocument get': ['fiscalDocumentGet'],
	'fiscalDocument getMany': ['fiscalDocumentList'],
	'listingPrice delete': ['listingPriceDelete'],
	'listingPrice set': ['listingPriceSet'],
	'order get': ['orderGet'],
	'order getMany': ['orderList'],
	'order setAsDelivered': ['orderDelivered'],
	'order setAsInvoiced': ['orderInvoiced'],
	'order setAsSent': ['orderSent'],
	'orderQueue acknowledge': ['acknowledge'],
	'orderQueue getMany': ['queueList'],
	'price sync': ['productGet', 'priceBatch'],
	'price updateBatch': ['priceBatch'],
	'product create': ['productCreate'],
	'product createBatch': ['productBatch'],
	'product delete': ['productDelete'],
	'product get': ['productGet'],
	'product getMany': ['productList'],
	'product getVariation': ['variationGet'],
	'product update': ['productUpdate'],
	'sandboxOrder create': ['sandboxOrderCreate'],
	'sandboxOrder simulatePayment': ['sandboxOrderPaid'],
	'securityStock getMany': ['securityStockList'],
	'securityStock set': ['securityStockSet'],
	'shipmentLabel get': ['shipmentLabels'],
	'stock sync': ['productGet', 'variationGet', 'stockBatch'],
	'stock updateBatch': ['stockBatch'],
};

describe('one item', () => {
	beforeEach(async () => {
		at = await setup({ seed: completeSeed });
	});

	test('every operation is here', () => {
		expect(Object.keys(costs).sort()).toEqual(operations.map(({ name }) => name).sort());
	});

	test.each(Object.entries(costs))('%s', async (name, expected) => {
		const isAboutBatch = name.startsWith('batch ');
		if (isAboutBatch) {
			await at.n8n.run(parametersOf('stock updateBatch', at.hub));
			at.hub.clearLog();
		}
		const { error } = await at.n8n.run(parametersOf(name, at.hub));
		expect(error).toBeUndefined();
		const { batchGet = 0, ...others } = requests();
		const made = Object.entries({ ...others, ...(isAboutBatch ? { batchGet } : {}) });
		expect(made).toHaveLength(expected.length);
		expect(made).toEqual(expect.arrayContaining(expected.map((endpoint) => [endpoint, 1])));
	});
});
