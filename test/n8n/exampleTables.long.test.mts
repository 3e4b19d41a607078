import { beforeEach, describe, expect, test } from 'vitest';
import { deleteTables, insertRows, makeTable, tableRows } from '../server/dataTables.mts';
import { importExample, tablesOf } from '../server/examples.mts';
import { useMailbox } from '../support/mailbox.mts';
import { takesOff } from '../support/replacedSteps.mts';
import { useN8n } from './session.mts';

/** How examples find their data tables among others of the project. */
const { n8n, hub, credential } = await useN8n({
	seed: { channels: 3, products: 6, orders: 4, fiscalDocuments: 2 },
	batchDuration: 300,
});
const { smtp } = await useMailbox(n8n);

beforeEach(async () => await deleteTables(n8n));

type Table = readonly [name: string, columns: Array<{ name: string; type: string }>];
const orders: Table = [
	'marketplace_hub_orders',
	tablesOf('reconcile-orders').get('marketplace_hub_orders')!,
];
const shipping: Table = [
	'marketplace_hub_shipping',
	tablesOf('invoice-and-ship').get('marketplace_hub_shipping')!,
];

const load = async (example: string) =>
	await importExample(n8n, example, credential, { smtp, adapt: takesOff('yes') });

const filled: Record<string, Table[]> = {
	'cancelled-orders': [orders],
	'changed-since': [],
	'fulfilment-notes-to-erp': [],
	'invoice-and-ship': [orders],
	'keep-last-pieces-back': [],
	'kit-stock': [],
	'listing-prices': [],
	'morning-labels': [shipping],
	'pick-up-pending-batches': [],
	'reconcile-orders': [],
	'retire-products': [],
	'stock-less-open-orders': [],
	'try-the-sandbox': [],
	'watch-orders': [orders],
};

describe.each(Object.entries(filled))('%s.json', (example, others) => {
	test('finds its own tables beside copies with longer names, and makes those that are missing', async () => {
		for (const [name, columns] of others) await makeTable(n8n, name, columns);
		const own = tablesOf(example);
		for (const [name, columns] of [...own, ...others]) await makeTable(n8n, `${name} old`, columns);
		const workflow = await load(example);
		const told = async () => (await n8n.run(workflow)).error?.message ?? 'XXX';
		// rows that the hub refuses on purpose
		for (const message of [await told(), await told()])
			expect(message).toMatch(/^(XXX|NAO-EXISTE)/);
		for (const name of [...own.keys(), ...others.map(([other]) => other)])
			expect([name, await tableRows(n8n, `${name} old`)]).toEqual([name, []]);
		// there: a row can be added
		for (const [name, [column]] of own) await insertRows(n8n, name, [{ [column!.name]: null }]);
	});
});

test.each([
	['invoice-and-ship', orders[0], 'Reconcile every morning'],
	['cancelled-orders', orders[0], 'Reconcile every morning'],
	['watch-orders', orders[0], 'Reconcile every morning'],
	['morning-labels', shipping[0], 'Invoice and ship'],
])(
	'%s.json: makes no table that another example fills, and says which that is',
	async (example, table, filler) => {
		const workflow = await load(example);
		const { error } = await n8n.run(workflow);
		expect(error?.message).toContain(table);
		expect(error?.message).toContain(filler);
		expect(error?.message).toContain('project');
		expect(hub.state.statusUpdates).toEqual([]);
		await expect(insertRows(n8n, table, [{ idPedido: '1' }])).rejects.toThrow();
	},
);
