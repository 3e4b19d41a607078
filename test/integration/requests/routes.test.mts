import { expect, test } from 'vitest';
import type { AssumedRoute } from '../../hub/index.mts';
import { oneStock } from '../../support/batches.mts';
import { completeSeed, parametersOf } from '../../support/everyOperation.mts';
import { requests, shown } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';

/** A route of one's own for each endpoint, and the operation that goes there. */
const routes: Record<AssumedRoute, [operation: string, route: string]> = {
	ping: ['connection ping', 'POST /v1/token/test'],
	productCreate: ['product create', 'PUT /v1/erp/product'],
	productUpdate: ['product update', 'POST /v1/product/{sku}/change'],
	productBatch: ['product createBatch', 'POST /v1/products/batch'],
	stockBatch: ['stock updateBatch', 'PUT /v1/stocks'],
	priceBatch: ['price updateBatch', 'PUT /v1/prices'],
	acknowledge: ['orderQueue acknowledge', 'DELETE /v1/queue/{id}/done'],
	sandboxOrderCreate: ['sandboxOrder create', 'POST /v1/sandbox/orders'],
	sandboxOrderPaid: ['sandboxOrder simulatePayment', 'POST /v1/orders/{id}/pay'],
	orderInvoiced: ['order setAsInvoiced', 'POST /v1/orders/{id}/faturado'],
	orderSent: ['order setAsSent', 'POST /v1/orders/{id}/enviado'],
	orderDelivered: ['order setAsDelivered', 'POST /v1/orders/{id}/entregue'],
};
const cases = Object.entries(routes).map(([name, value]) => [name, ...value] as const);
const field = (name: string) => `route${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/* The credential's own routes in place of the assumed ones. */

test.each(cases)('%s', async (name, operation, route) => {
	const { hub, n8n } = await setup(
		{ routes: { [name]: route }, seed: completeSeed },
		// methods are written as one likes
		{
			customizeRoutes: true,
			[field(name)]: route.replace(/^\w+/, (method) => method.toLowerCase()),
		},
	);
	const parameters = parametersOf(operation, hub);
	await n8n.done(parameters);
	const { idPedido: id, sku } = parameters as Record<string, { value: unknown } | undefined>;
	const [method, path] = route.split(' ');
	const expected = path!.replace('{id}', String(id?.value)).replace('{sku}', String(sku?.value));
	const sent = requests(hub, name).map((request) => [request.method, decodeURI(request.path)]);
	expect(sent).toEqual([[method, expected]]);
});

test.each(cases)(
	'%s: the assumed route is used if Customize Routes is off',
	async (name, operation, route) => {
		const credential = { customizeRoutes: false, [field(name)]: route };
		const { hub, n8n } = await setup({ seed: completeSeed }, credential);
		await n8n.done(parametersOf(operation, hub));
		expect(hub.count({ endpoint: name })).toBe(1);
	},
);

test('the message about an unknown route says where to set it', async () => {
	const { n8n } = await setup({}, { customizeRoutes: true, routeStockBatch: 'POST /v1/none' });
	const result = await n8n.run(oneStock);
	expect(shown(result.nodeError)).toMatch(/404[\s\S]*Customize Routes/);
});

test('a custom route keeps the retry rule of its endpoint', async () => {
	const route = 'PUT /v1/product-batches';
	const { hub, n8n } = await setup(
		{ routes: { productBatch: route } },
		{ customizeRoutes: true, routeProductBatch: route },
	);
	hub.faults.add({ kind: 'resetAfter', endpoint: 'productBatch' });
	expect(shown((await n8n.run(parametersOf('product createBatch', hub))).nodeError)).toMatch(
		/unknown/,
	);
	expect(hub.count({ endpoint: 'productBatch' })).toBe(1);
});
