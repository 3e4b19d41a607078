import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import type { Hub } from '../../hub/index.mts';
import { answerTogether } from '../../support/underWay.mts';
import { setupEach } from '../../support/setup.mts';
import { byId, op, requests } from '../../support/items.mts';

interface List {
	name: string;
	endpoint: string;
	parameters: { resource: string; operation: string } & INodeParameters;
	/** Fills the hub with so many records and returns what identifies them, in the hub's order. */
	fill(hub: Hub, count: number): unknown[];
	identify(json: IDataObject): unknown;
}

const orderOf = (hub: Hub) => [...hub.state.orders.values()][0]!.idPedido;

const lists: List[] = [
	{
		name: 'orders',
		endpoint: 'orderList',
		parameters: op('order getMany', { sort: 'oldestFirst' }),
		fill: (hub, count) => {
			hub.seed({ orders: count });
			return hub.state.ordersByIssueDate().map(({ idPedido }) => idPedido);
		},
		identify: ({ idPedido }) => idPedido,
	},
	{
		name: 'products',
		endpoint: 'productList',
		parameters: op('product getMany'),
		fill: (hub, count) => {
			hub.seed({ products: count });
			return [...hub.state.products.keys()];
		},
		identify: ({ skuProduto }) => skuProduto,
	},
	{
		name: 'fiscal documents',
		endpoint: 'fiscalDocumentList',
		parameters: op('fiscalDocument getMany', {
			dataEmissaoInicial: '2000-01-01T00:00:00-03:00',
			dataEmissaoFinal: '2099-12-31T23:59:59-03:00',
		}),
		fill: (hub, count) => {
			hub.seed({ fiscalDocuments: count });
			const documents = [...hub.state.fiscalDocuments.values()].sort((a, b) => a.id - b.id);
			return documents.map(({ chaveAcesso }) => chaveAcesso);
		},
		identify: ({ chaveAcesso }) => chaveAcesso,
	},
	{
		name: 'security stock',
		endpoint: 'securityStockList',
		parameters: op('securityStock getMany'),
		fill: (hub, count) => {
			hub.seed({ channels: 3, products: Math.ceil(count / 3), securityStocks: count });
			const entries = [...hub.state.securityStock.values()]
				.sort((a, b) => a.idCanalIntegracao - b.idCanalIntegracao || a.idProduto - b.idProduto)
				.map(({ idProduto, idCanalIntegracao }) => `${idCanalIntegracao} ${idProduto}`);
			return [...new Set(entries)];
		},
		identify: ({ idCanalIntegracao, idProduto }) =>
			`${String(idCanalIntegracao)} ${String(idProduto)}`,
	},
	{
		name: 'customized prices',
		endpoint: 'customizedPriceList',
		parameters: op('customizedPrice getMany'),
		fill: (hub, count) => {
			hub.seed({ channels: 3, products: Math.ceil(count / 3), customizedPrices: count });
			return [...hub.state.customizedPrices.keys()];
		},
		identify: ({ idCanalIntegracao, skuProduto }) =>
			`${String(idCanalIntegracao)}|${String(skuProduto)}`,
	},
	{
		name: 'labels',
		endpoint: 'shipmentLabels',
		parameters: op('shipmentLabel get'),
		fill: (hub, count) => {
			hub.seed({ orders: 1 });
			const labels = Array.from({ length: count }, (_, index) => ({
				...{ tipo: 'zpl', canal: 'Mercado Azul', idPedidoCanal: index + 1 },
				conteudo: Buffer.from(`^XA${index}^XZ`).toString('base64'),
			}));
			hub.state.labels.set(orderOf(hub), labels);
			return labels.map(({ idPedidoCanal }) => idPedidoCanal);
		},
		identify: ({ idPedidoCanal }) => idPedidoCanal,
	},
];

const at = setupEach({ seed: { channels: 0, products: 0 } });

/** The pages that were asked for, by offset. */
const pages = (endpoint: string) =>
	requests(at.hub, endpoint)
		.map(({ query }) => [Number(query.offset), Number(query.limit)] as const)
		.sort(([a], [b]) => a - b);

const read = async (list: List, choice: INodeParameters) => {
	const order = list.endpoint === 'shipmentLabels' ? { idPedido: byId(orderOf(at.hub)) } : {};
	const result = await at.n8n.done({ ...list.parameters, ...order, ...choice });
	return result.json().map(list.identify);
};

describe.each(lists)('$name', (list) => {
	test('pages after the first are read side by side, ten at once', async () => {
		const expected = list.fill(at.hub, 1_350);
		const { arrived, most } = answerTogether(at.hub, list.endpoint, 10, 1);
		const [records] = await Promise.all([read(list, { returnAll: true }), arrived]);
		expect(records).toEqual(expected);
		expect(most()).toBe(10);
	});

	test.each([0, 1, 100, 101, 250])('Return All gives %i records', async (count) => {
		const expected = list.fill(at.hub, count);
		expect(expected).toHaveLength(count);
		expect(await read(list, { returnAll: true })).toEqual(expected);
		const offsets = Array.from({ length: Math.max(1, Math.ceil(count / 100)) }, (_, page) => [
			page * 100,
			100,
		]);
		expect(pages(list.endpoint)).toEqual(offsets);
	});

	test.each([{ numbersAsStrings: true, filtersAsArray: true }, { withoutNext: true }])(
		'Return All gives every record with %j',
		async (quirks) => {
			const expected = list.fill(at.hub, 250);
			Object.assign(at.hub.quirks, quirks);
			expect(await read(list, { returnAll: true })).toEqual(expected);
		},
	);

	test('a hub that always sends the first page is read only a few times', async () => {
		const expected = list.fill(at.hub, 250);
		at.hub.quirks.firstPageOnly = true;
		expect(await read(list, { returnAll: true })).toEqual(expected.slice(0, 100));
		expect(pages(list.endpoint).length).toBeLessThanOrEqual(4);
	});

	test.each([
		[150, 100_000],
		[250, 100_000],
		[250, 1e12],
		[1_250, 100_000],
	])('%i records come out, although the hub says %i', async (count, total) => {
		const expected = list.fill(at.hub, count);
		at.hub.quirks.statedTotal = total;
		expect(await read(list, { returnAll: true })).toEqual(expected);
		// pages side by side, of which the last brings nothing, and one that looks for more
		expect(pages(list.endpoint).length).toBeLessThanOrEqual(count / 100 + 12);
	});

	test('every record comes out if offset counts pages', async () => {
		const expected = list.fill(at.hub, 250);
		at.hub.quirks.stepInPages = true;
		expect(await read(list, { returnAll: true })).toEqual(expected);
		expect(pages(list.endpoint)).toEqual([
			[0, 100],
			[1, 100],
			[2, 100],
		]);
	});
});

/** Orders are found from both ends of their list: see orders/finding.long.test.mts. */
const readFromTheStart = lists.filter(({ name }) => name !== 'orders');

describe.each(readFromTheStart)('$name', (list) => {
	test('Limit 30 is one request for 30, and Limit 150 reads two pages', async () => {
		const expected = list.fill(at.hub, 250);
		expect(await read(list, { limit: 30 })).toEqual(expected.slice(0, 30));
		expect(pages(list.endpoint)).toEqual([[0, 30]]);
		at.hub.clearLog();
		expect(await read(list, { limit: 150 })).toEqual(expected.slice(0, 150));
		expect(pages(list.endpoint).map(([offset]) => offset)).toEqual([0, 100]);
	});
});

test.each([0, -1, 1.5])('a limit of %d is refused before anything is sent', async (limit) => {
	const { nodeError } = await at.n8n.run(op('order getMany', { limit }));
	expect(nodeError?.message).toContain('`limit`) must be a whole number from 1');
	expect(at.hub.log).toEqual([]);
});
