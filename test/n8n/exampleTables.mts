import { beforeEach, expect, test } from 'vitest';
import { deleteTables, insertRows, makeTable, tableRows } from '../server/dataTables.mts';
import { importExample, tablesOf } from '../server/examples.mts';
import { useMailbox } from '../support/mailbox.mts';
import { takesOff } from '../support/replacedSteps.mts';
import { useN8n } from './session.mts';

/** How examples find their data tables among others of the project. */
export const { n8n, hub, credential } = await useN8n({
	seed: { channels: 3, products: 6, orders: 4, fiscalDocuments: 2 },
	batchDuration: 300,
});
const { smtp } = await useMailbox(n8n);

beforeEach(async () => await deleteTables(n8n));

type Table = readonly [name: string, columns: Array<{ name: string; type: string }>];

export const load = async (example: string) =>
	await importExample(n8n, example, credential, { smtp, adapt: takesOff('yes') });

/** @param others tables that other examples fill */
export function findsItsTables(example: string, others: Table[] = []): void {
	test(`${example}.json: finds its own tables beside copies with longer names, and makes those that are missing`, async () => {
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
}
