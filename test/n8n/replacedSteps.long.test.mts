import type { INode } from 'n8n-workflow';
import { beforeEach, describe, expect, test } from 'vitest';
import { deleteTables, insertRows, makeTable, tableRows } from '../server/dataTables.mts';
import { importExample, tablesOf } from '../server/examples.mts';
import { outputOf, type Execution, type Workflow } from '../server/rest.mts';
import { useMailbox } from '../support/mailbox.mts';
import { addZplLabels } from '../support/orders.mts';
import { replaced, replacedAlone } from '../support/replacedSteps.mts';
import { nodeOf, runExample, useN8n } from './session.mts';

/** The steps of the examples that a seller has to replace: until then nothing that stands for them is done. */
const { hub, n8n, credential } = await useN8n({ seed: { channels: 2, products: 4 } });
const { emails, smtp } = await useMailbox(n8n);

beforeEach(async () => {
	await deleteTables(n8n);
	hub.state.orders.clear();
	hub.state.labels.clear();
	hub.state.statusUpdates.length = 0;
});

const load = async (example: string, adapt?: (node: INode) => INode) =>
	await importExample(n8n, example, credential, { smtp, adapt });
const run = async (workflow: Workflow) => await runExample(n8n, workflow);
const steps = async (table: string) =>
	(await tableRows(n8n, `marketplace_hub_${table}`)).map(({ step }) => String(step)).sort();
const tables: Record<string, string[]> = {
	'morning-labels': ['printed'],
	'fulfilment-notes-to-erp': ['fulfilment_notes'],
	'invoice-and-ship': ['shipping', 'printed'],
};
/** All that a run could note, or tell the hub. */
const done = async (example: string) => ({
	tables: await Promise.all(tables[example]!.map(steps)),
	statuses: hub.state.statusUpdates.map(({ status }) => status),
});
const toBeReplaced = (execution: Execution) =>
	outputOf(execution, 'Not Replaced Yet').map(({ step }) => step);
const hintsOf = ({ runData }: Execution) =>
	(runData.Steps?.[0] as { hints?: Array<{ message: string }> } | undefined)?.hints?.map(
		({ message }) => message,
	) ?? [];

/** The node that ran last. */
const lastOf = ({ runData }: Execution) =>
	Object.entries(runData)
		.sort(([, [a]], [, [b]]) => a!.executionIndex - b!.executionIndex)
		.at(-1)?.[0];

const order = (status: string, shipping?: string) => {
	const { idPedido } = hub.createOrder({ status });
	addZplLabels(hub, [hub.state.orders.get(idPedido)!]);
	const row = { idPedido: String(idPedido), step: shipping };
	return { row, stored: { idPedido: String(idPedido), status } };
};

/** Work for each step of an example, in tables that other examples fill, too. */
async function prepare(example: string): Promise<void> {
	for (const [table, by] of [
		['marketplace_hub_orders', 'reconcile-orders'],
		['marketplace_hub_shipping', 'invoice-and-ship'],
		['marketplace_hub_printed', 'invoice-and-ship'],
	] as const)
		await makeTable(n8n, table, tablesOf(by).get(table)!);
	if (example === 'fulfilment-notes-to-erp') {
		hub.state.fiscalDocuments.clear();
		hub.seed({ fiscalDocuments: 1 });
		const yesterday = new Date(Date.now() - 86_400_000).toISOString();
		for (const document of hub.state.fiscalDocuments.values())
			document.dataEmissao = yesterday.slice(0, 19).replace('T', ' ');
		return;
	}
	if (example === 'morning-labels') return void order('faturado');
	const [paid, invoiced, printed, sent] = [
		order('pago'),
		order('faturado', 'invoiced'),
		order('faturado', 'invoiced'),
		order('enviado', 'sent'),
	];
	await insertRows(n8n, 'marketplace_hub_orders', [paid.stored]);
	await insertRows(
		n8n,
		'marketplace_hub_shipping',
		[invoiced, printed, sent].map((one) => one.row),
	);
	const { idPedido } = printed.row;
	await insertRows(n8n, 'marketplace_hub_printed', [
		{ idPedido, labelId: `${idPedido}-1`, step: 'printed' },
	]);
}

/** What is done when this step alone is replaced. */
const cases = [
	{
		...{ example: 'morning-labels', step: 'Print', before: 'Once Reserved', after: 'Printed' },
		then: { tables: [['printed']], statuses: [] },
	},
	{
		...{ example: 'fulfilment-notes-to-erp', step: 'Hand to Your ERP' },
		...{ before: 'New Ones', after: 'Handed Over' },
		then: { tables: [['handed']], statuses: [] },
	},
	{
		...{ example: 'invoice-and-ship', step: 'Note of Your ERP' },
		...{ before: 'New Orders', after: 'Note Is There' },
		then: {
			tables: [['invoiced', 'invoiced', 'invoiced', 'sent'], ['printed']],
			statuses: ['faturado'],
		},
	},
	{
		...{ example: 'invoice-and-ship', step: 'Print and Pack' },
		...{ before: 'Once Reserved', after: 'Printed' },
		then: {
			tables: [
				['invoiced', 'invoiced', 'sent'],
				['printed', 'printed'],
			],
			statuses: [],
		},
	},
	{
		...{ example: 'invoice-and-ship', step: 'Tracking Code' },
		...{ before: 'None Waits', after: 'Order and Code' },
		then: { tables: [['invoiced', 'sent', 'sent'], ['printed']], statuses: ['enviado'] },
	},
	{
		...{ example: 'invoice-and-ship', step: 'Delivered by Your Carrier' },
		...{ before: 'Sent Orders', after: 'Set as Delivered' },
		then: { tables: [['delivered', 'invoiced', 'invoiced'], ['printed']], statuses: ['entregue'] },
	},
];

describe.each(Object.keys(tables))('%s as imported', (example) => {
	test('notes nothing and tells the hub nothing, run after run, and says what is to be replaced', async () => {
		await prepare(example);
		const workflow = await load(example);
		// which makes its tables
		await run(workflow);
		const before = await done(example);
		hub.clearLog();
		const execution = await run(workflow);
		const own = cases.filter((one) => one.example === example).map(({ step }) => step);
		expect(toBeReplaced(execution)).toEqual(own);
		expect(lastOf(execution)).toBe('Not Replaced Yet');
		expect(hintsOf(execution)).toHaveLength(own.length);
		expect(await done(example)).toEqual(before);
		expect(before.statuses).toEqual([]);
		// nothing in front of a step, either
		expect(hub.log).toEqual([]);
	});
});

describe.each(cases)('$example: $step', ({ example, step, before, after, then }) => {
	const name = `${step} (replace)`;
	const mine = nodeOf('Mine', 'set', {
		...replaced({ ...nodeOf(name, 'noOp'), name }),
		...{ id: 'mine', name: 'Mine', position: [0, 2_000] },
	});
	const to = (...names: string[]) => names.map((node) => ({ node, type: 'main', index: 0 }));
	/** The example with a node of the seller's beside the imported one, of which `kept` says what becomes. */
	const beside = async (kept: 'connected' | 'apart') => {
		const { name: title, nodes, connections, settings } = await load(example);
		const others = connections[before]!.main![0]!.filter((one) => one.node !== name);
		const first = kept === 'connected' ? [mine.name, name] : [mine.name];
		return await n8n.createWorkflow({
			name: title,
			nodes: [...nodes, mine],
			connections: {
				...connections,
				[before]: { main: [[...to(...first), ...others]] },
				[mine.name]: { main: [to(after)] },
				...(kept === 'apart' ? { [name]: { main: [[]] } } : {}),
			} as Workflow['connections'],
			settings,
		});
	};

	test('replaced, its row of nodes goes on alone', async () => {
		await prepare(example);
		const workflow = await load(example, replacedAlone(step));
		const execution = await run(workflow);
		expect(toBeReplaced(execution)).not.toContain(step);
		expect(await done(example)).toEqual(then);
		await run(workflow);
		expect(await done(example)).toEqual(then);
	});

	test('kept beside the own step, nothing is done; left without a connection, it does not count', async () => {
		await prepare(example);
		const kept = await beside('connected');
		await run(kept);
		const begun = await done(example);
		const execution = await run(kept);
		expect(toBeReplaced(execution)).toContain(step);
		expect(hintsOf(execution).join('\n')).toContain(`'${name}' does nothing. Delete it`);
		expect(outputOf(execution, mine.name)).toEqual([]);
		expect(await done(example)).toEqual(begun);
		expect(begun.statuses).toEqual([]);
		await run(await beside('apart'));
		expect(await done(example)).toEqual(then);
	});
});

test('invoice-and-ship.json: of two steps in one row the one that is replaced works', async () => {
	await prepare('invoice-and-ship');
	const both = await load('invoice-and-ship', replacedAlone('Print and Pack', 'Tracking Code'));
	const execution = await run(both);
	expect(toBeReplaced(execution)).toEqual(['Note of Your ERP', 'Delivered by Your Carrier']);
	expect(await done('invoice-and-ship')).toEqual({
		tables: [
			['sent', 'sent', 'sent'],
			['printed', 'printed'],
		],
		statuses: ['enviado', 'enviado'],
	});
});

test('morning-labels.json: while Print is as imported, labels in doubt are told all the same', async () => {
	await prepare('morning-labels');
	await insertRows(n8n, 'marketplace_hub_printed', [
		{ idPedido: '7', labelId: '7-1', step: 'printing', run: '0', fileName: 'a.zpl' },
	]);
	await run(await load('morning-labels'));
	expect(emails.at(-1)?.text).toContain('Printed or not? 7-1');
	expect(emails.at(-1)?.text).toContain('In the data table marketplace_hub_printed');
});
