import upperFirst from 'lodash/upperFirst.js';
import { expect, test } from 'vitest';
import { startN8n } from '../../engine/nodes.mts';
import { endpoints } from '../../support/built.mts';
import { completeSeed, parametersOf } from '../../support/everyOperation.mts';
import { op } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';

/* What Connection: Check Routes finds is what the node works with. */

const check = op('connection checkRoutes');
const candidates = Object.entries(endpoints).flatMap(([name, { candidates: given = [] }]) =>
	given.map((route) => [name, route] as const),
);
const operationOf: Record<string, string> = {
	auth: 'order getMany',
	productBatch: 'product createBatch',
	stockBatch: 'stock updateBatch',
	priceBatch: 'price updateBatch',
	acknowledge: 'orderQueue acknowledge',
	sandboxOrderPaid: 'sandboxOrder simulatePayment',
	orderInvoiced: 'order setAsInvoiced',
	orderSent: 'order setAsSent',
	orderDelivered: 'order setAsDelivered',
};

test.each(candidates)(
	"%s: %s is found where it is the hub's only route, and works once it is entered",
	async (name, route) => {
		const { hub, n8n } = await setup({
			routes: { [name]: route },
			seed: completeSeed,
			timing: { minute: 60_000 },
		});
		const found = (await n8n.done(check)).json().filter(({ enter }) => enter !== '');
		expect(found).toEqual([
			expect.objectContaining({ asked: route, verdict: 'works', enter: route }),
		]);
		const other = await startN8n(hub, {
			customizeRoutes: true,
			[`route${upperFirst(name)}`]: route,
		});
		await other.done(parametersOf(operationOf[name]!, hub));
	},
);

test('a route that a person has entered and that is not there: the default is found', async () => {
	const { n8n } = await setup({}, { customizeRoutes: true, routeStockBatch: 'POST /v1/none' });
	const rows = (await n8n.done(check)).json().filter(({ what }) => what === 'Stock Batch');
	expect(rows).toMatchObject([
		{ asked: 'POST /v1/none', verdict: 'notThere', enter: '' },
		{
			asked: 'PUT /v1/products/stock-batch',
			verdict: 'works',
			enter: 'PUT /v1/products/stock-batch',
		},
		{ asked: 'POST /v1/batch/stocks', verdict: 'notThere', enter: '' },
	]);
});
