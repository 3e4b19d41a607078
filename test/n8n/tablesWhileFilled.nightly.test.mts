import type { IDataObject } from 'n8n-workflow';
import map from 'lodash/map';
import times from 'lodash/times';
import { beforeEach, expect, test } from 'vitest';
import { deleteTables, insertRows, makeTable } from '../server/dataTables.mts';
import { importExample, tablesOf } from '../server/examples.mts';
import { outputOf } from '../server/rest.mts';
import { useMailbox } from '../support/mailbox.mts';
import { stopsAt, useN8n } from './session.mts';

/** What an example reads of a large table to which others add rows meanwhile. */
const { n8n, credential } = await useN8n({ seed: { channels: 2, products: 6, orders: 4 } });
const { smtp } = await useMailbox(n8n);

beforeEach(async () => await deleteTables(n8n));

interface Read {
	example: string;
	table: string;
	/** The example that makes the table, if another does. */
	filler?: string;
	row: (number: number) => IDataObject;
	node: string;
}

const order = (number: number) => ({ idPedido: String(9_000_000 + number), status: 'pago' });
const unread = (number: number) => ({ idPedido: String(9_000_000 + number), reads: 0 });
const line = (number: number) => ({ ...order(number), sku: 'CANECA-1', quantity: 1, gone: true });
const booked = (number: number) => ({
	...{ ...line(number), integrated: new Date().toISOString(), booked: new Date().toISOString() },
});
const orders = { table: 'marketplace_hub_orders', filler: 'reconcile-orders', row: order };
const stock = { example: 'stock-less-open-orders' };
const lines = { ...stock, table: 'marketplace_hub_lines' };

test.each<Read>([
	{ example: 'reconcile-orders', ...orders, node: 'Recent Orders' },
	{ example: 'watch-orders', ...orders, node: 'Recent Orders' },
	{
		...{ example: 'orders-into-table', node: 'Unread' },
		...{ table: 'marketplace_hub_unread', row: unread },
	},
	{ ...lines, row: booked, node: 'Stored Lines' },
	{ ...lines, row: line, node: 'Open Lines' },
	{
		...{ ...stock, node: 'Last Stock', table: 'marketplace_hub_available' },
		row: (number) => ({ sku: `S-${number}` }),
	},
	{
		...{ ...stock, node: 'Kit Parts', table: 'marketplace_hub_kit_parts', filler: 'kit-stock' },
		row: (number) => ({ kit: `KIT-${number}`, sku: 'CANECA-1', quantity: 1 }),
	},
])('$example: $node are whole while rows are added', async (read) => {
	const { example, table, filler = example, row, node } = read;
	await makeTable(n8n, table, tablesOf(filler).get(table)!);
	await insertRows(n8n, table, times(2_500, row));
	// what it does with each row takes minutes, and is none of this
	const adapt = stopsAt('Available', 'read');
	const workflow = await importExample(n8n, example, credential, { smtp, adapt });
	const run = n8n.run(workflow);
	let runs = true;
	let next = 2_500;
	const add = async () => {
		while (runs) await insertRows(n8n, table, [row(next++)]);
	};
	// so many at once that some arrive between two pages, whenever these are read
	const adding = Promise.all(times(20, add));
	const execution = await run.finally(() => (runs = false));
	await adding;
	expect(execution.error?.message ?? '').not.toContain('count changed');
	const ids = map(outputOf(execution, node), 'id');
	expect(ids.length).toBeGreaterThanOrEqual(2_500);
	expect(new Set(ids).size).toBe(ids.length);
});
