import { describe, expect, test } from 'vitest';
import type { OperationParameters } from '../../engine/nodes.mts';
import type { AssumedRoute } from '../../hub/index.mts';
import { sandboxOrderFields } from '../../support/orders.mts';
import { addSkus, productFields } from '../../support/products.mts';
import { asJson, shown } from '../../support/items.mts';
import { byId, bySku } from '../../support/locators.mts';
import { setup } from '../../support/setup.mts';

interface RouteCase {
	route: string;
	parameters: (idPedido: number) => OperationParameters;
}

const order = (operation: string) => (idPedido: number) => ({
	resource: 'order',
	operation,
	idPedido: byId(idPedido),
});
const batch = { waitForResult: false };

const routes: Record<AssumedRoute, RouteCase> = {
	ping: {
		route: 'POST /v1/token/test',
		parameters: () => ({ resource: 'connection', operation: 'ping' }),
	},
	productCreate: {
		route: 'PUT /v1/erp/product',
		parameters: () => ({
			resource: 'product',
			operation: 'create',
			...asJson(productFields({ skuProduto: 'NEW' })),
		}),
	},
	productUpdate: {
		route: 'POST /v1/product/{sku}/change',
		parameters: () => ({
			resource: 'product',
			operation: 'update',
			sku: bySku('S0'),
			...asJson({ nome: 'a' }),
		}),
	},
	productBatch: {
		route: 'POST /v1/products/batch',
		parameters: () => ({
			resource: 'product',
			operation: 'createBatch',
			...batch,
			...asJson(productFields({ skuProduto: 'NEW' })),
		}),
	},
	stockBatch: {
		route: 'PUT /v1/stocks',
		parameters: () => ({
			resource: 'stock',
			operation: 'updateBatch',
			...batch,
			...asJson({ sku: 'S0', estoque: 1 }),
		}),
	},
	priceBatch: {
		route: 'PUT /v1/prices',
		parameters: () => ({
			resource: 'price',
			operation: 'updateBatch',
			...batch,
			...asJson({ sku: 'S0', precoDe: 2, precoPor: 1 }),
		}),
	},
	acknowledge: {
		route: 'DELETE /v1/queue/{id}/done',
		parameters: (id) => ({
			resource: 'orderQueue',
			operation: 'acknowledge',
			idPedido: byId(id),
			idInterno: '5',
		}),
	},
	sandboxOrderCreate: {
		route: 'POST /v1/sandbox/orders',
		parameters: () => ({
			resource: 'sandboxOrder',
			operation: 'create',
			...asJson(sandboxOrderFields()),
		}),
	},
	sandboxOrderPaid: {
		route: 'POST /v1/orders/{id}/pay',
		parameters: (id) => ({
			resource: 'sandboxOrder',
			operation: 'simulatePayment',
			idPedido: byId(id),
		}),
	},
	orderInvoiced: { route: 'POST /v1/orders/{id}/faturado', parameters: order('setAsInvoiced') },
	orderSent: { route: 'POST /v1/orders/{id}/enviado', parameters: order('setAsSent') },
	orderDelivered: { route: 'POST /v1/orders/{id}/entregue', parameters: order('setAsDelivered') },
};
const cases = Object.entries(routes) as Array<[AssumedRoute, RouteCase]>;
const field = (name: string) => `route${name.charAt(0).toUpperCase()}${name.slice(1)}`;

describe("the credential's own routes in place of the assumed ones", () => {
	test.each(cases)('%s', async (name, { route, parameters }) => {
		const { hub, n8n } = await setup(
			{ routes: { [name]: route } },
			{ customizeRoutes: true, [field(name)]: route },
		);
		addSkus(hub, 1);
		const { idPedido } = hub.createOrder({ status: 'novo' });
		const result = await n8n.run(parameters(idPedido));
		expect(shown(result.nodeError)).toBe('nothing was thrown');
		const [method, path] = route.split(' ');
		expect(
			hub.log
				.filter(({ endpoint }) => endpoint === name)
				.map((request) => [request.method, request.path]),
		).toEqual([[method, path!.replace('{id}', String(idPedido)).replace('{sku}', 'S0')]]);
	});

	test.each(cases)(
		'%s: with Customize Routes off they are left aside',
		async (name, { route, parameters }) => {
			const { hub, n8n } = await setup({}, { customizeRoutes: false, [field(name)]: route });
			addSkus(hub, 1);
			const { idPedido } = hub.createOrder({ status: 'novo' });
			const result = await n8n.run(parameters(idPedido));
			expect(shown(result.nodeError)).toBe('nothing was thrown');
			expect(hub.count({ endpoint: name })).toBe(1);
		},
	);

	test.each([
		'/v1/stocks',
		'FETCH /v1/stocks',
		'PUT v1/stocks',
		'PUT https://other.example/v1/stocks',
		'PUT /v1/stocks/{id}',
		'PUT /v1/a b',
	])(
		'%j cannot be used: the message names the route and shows the form, nothing is sent',
		async (route) => {
			const { hub, n8n } = await setup({}, { customizeRoutes: true, routeStockBatch: route });
			const result = await n8n.run(routes.stockBatch.parameters(0));
			expect(shown(result.nodeError)).toMatch(/Stock Batch[\s\S]*POST \/v1\/batch\/stocks/);
			expect(hub.count({ endpoint: 'stockBatch' })).toBe(0);
			expect(hub.log.filter(({ endpoint }) => endpoint !== 'auth')).toEqual([]);
		},
	);

	test('a route that the hub does not have: the message says where to set it', async () => {
		const { n8n } = await setup({}, { customizeRoutes: true, routeStockBatch: 'POST /v1/none' });
		const result = await n8n.run(routes.stockBatch.parameters(0));
		expect(shown(result.nodeError)).toMatch(/404[\s\S]*Customize Routes/);
	});

	test('retry and limits of the endpoint hold for its own route, too', async () => {
		const route = 'PUT /v1/product-batches';
		const { hub, n8n } = await setup(
			{ routes: { productBatch: route } },
			{ customizeRoutes: true, routeProductBatch: route },
		);
		hub.faults.add({ kind: 'resetAfter', endpoint: 'productBatch' });
		expect(shown((await n8n.run(routes.productBatch.parameters(0))).nodeError)).toMatch(/unknown/);
		expect(hub.count({ endpoint: 'productBatch' })).toBe(1);
	});
});
