import countBy from 'lodash/countBy.js';
import { expect, test } from 'vitest';
import { operations } from '../../support/built.mts';
import { completeSeed, parametersOf } from '../../support/everyOperation.mts';
import { setupEach } from '../../support/setup.mts';

const at = setupEach({ seed: completeSeed });

/** Requests by endpoint, without the exchange of the token. */
function requests(): Record<string, number> {
	const { auth: _auth, ...others } = countBy(at.hub.log, 'endpoint');
	return others;
}

/** The operations that send more than one request for an item, looks at its batch not counted. */
const several: Record<string, string[]> = {
	'customizedPrice sync': ['channels', 'customizedPriceList', 'customizedPriceSet'],
	'orderQueue getAndAcknowledge': ['queueList', 'acknowledge'],
	'order setAsDelivered': ['orderGet', 'orderDelivered'],
	'order setAsInvoiced': ['orderGet', 'orderInvoiced'],
	'order setAsSent': ['orderGet', 'orderSent'],
	'price sync': ['productGet', 'priceBatch'],
	'product sync': ['productGet', 'productUpdate'],
	'securityStock sync': ['channels', 'securityStockList', 'securityStockSet'],
	'sandboxOrder simulatePayment': ['orderGet', 'sandboxOrderPaid'],
	'stock sync': ['productGet', 'variationGet', 'stockBatch'],
};

/** Six send none; one asks each route, by one request and its control. */
const others = [
	...['order convertToRows', 'list readFile', 'list readRows', 'workflow checkSteps'],
	...['stock calculateAvailable', 'shipmentLabel findNew', 'connection checkRoutes'],
];

/* One item costs one request, lists of hundreds as many as lists/pagination.test.mts says. */

test.each(operations.filter(({ name }) => !others.includes(name)))(
	'$name',
	async ({ name, operation }) => {
		const expected = several[name] ?? [operation.endpoints[0]!];
		const isAboutBatch = name.startsWith('batch ');
		if (isAboutBatch) {
			await at.n8n.run(parametersOf('stock updateBatch', at.hub));
			at.hub.clearLog();
		}
		// with it, a reconciliation reads each missing order
		await at.n8n.done(parametersOf(name, at.hub, { fullRecord: false }));
		const { batchGet = 0, ...others } = requests();
		const made = Object.entries({ ...others, ...(isAboutBatch ? { batchGet } : {}) });
		expect(made).toHaveLength(expected.length);
		expect(made).toEqual(expect.arrayContaining(expected.map((endpoint) => [endpoint, 1])));
	},
);
