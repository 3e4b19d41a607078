import cloneDeep from 'lodash/cloneDeep.js';
import has from 'lodash/has.js';
import set from 'lodash/set.js';
import type { INode } from 'n8n-workflow';
import { expect, onTestFinished, test } from 'vitest';
import { demoSeed } from '../hub/data/demoSeed.mts';
import type { SeedOptions } from '../hub/types.mts';
import { deleteTables, tableRows } from '../server/dataTables.mts';
import { importExample } from '../server/examples.mts';
import { outputOf, type Execution, type Workflow } from '../server/rest.mts';
import { heldBy, writes } from '../support/sync.mts';
import { runExample, useN8n } from './session.mts';

const seed = { products: 2 };
const open = async (seeded: SeedOptions = seed) => {
	const options = { seed: seeded, batchDuration: 300 };
	const { hub, n8n, credential } = await useN8n(options, onTestFinished);
	const run = async (example: string) =>
		await runExample(n8n, await importExample(n8n, example, credential));
	return { hub, n8n, credential, run };
};

test("nightly-stock-sync.json: the demo's hub agrees with the spreadsheet; a bad row and SKUs only in the hub are reported separately", async () => {
	const { hub, n8n, credential } = await open(demoSeed);
	await deleteTables(n8n);
	const workflow = await importExample(n8n, 'nightly-stock-sync', credential);
	const execution = await n8n.run(workflow);
	const inStep = outputOf(execution, 'In Step');
	expect(inStep.filter(({ status }) => status !== 'unchanged')).toMatchObject([
		{ sku: 'CANECA-1', status: 'updated', after: { estoque: 12 } },
		{ sku: 'CAMISETA-1-P', status: 'updated', after: { estoque: 4 } },
		{ sku: 'CAMISETA-1-M', status: 'updated', after: { estoque: 7 } },
	]);
	expect(inStep).toHaveLength(29);
	expect(execution.error?.message).toMatch(/^CAMISETA-1-G notSent: .*esgotado/);
	const onlyInHub = outputOf(execution, 'Only in the Hub');
	expect(onlyInHub.map(({ sku }) => sku)).toEqual(expect.arrayContaining(['FONE-2', 'RELOGIO-2']));
	expect(new Set(onlyInHub.map(({ status }) => status))).toEqual(new Set(['onlyInHub']));
	expect(hub.count({ endpoint: 'stockBatch' })).toBe(1);
	expect(heldBy(hub, 'FONE-2')).toMatchObject({ estoque: 19 });
});

test('nightly-stock-sync.json: a guard that holds the whole list is told once, with the first five SKUs and how many', async () => {
	const { hub, n8n, credential } = await open(demoSeed);
	await deleteTables(n8n);
	const workflow = await importExample(n8n, 'nightly-stock-sync', credential);
	const listed = outputOf(await n8n.run(workflow), 'In Step').map(({ sku }) => String(sku));
	for (const sku of listed) heldBy(hub, sku)!.estoque += 1;
	const { error } = await n8n.run(workflow);
	const held = error?.message.split('\n').filter((line) => line.includes('Entries That Change'));
	expect(held).toEqual([
		expect.stringMatching(/^CANECA-1(, [^,]+){4} … \(\d\d rows\) held: Nothing was sent: /),
	]);
});

test.each([
	['nightly-stock-sync', 'esgotado', '333', /^CAMISETA-1-G notSent: .*esgotado/],
	[
		'catalogue-from-spreadsheet',
		'caro',
		'99,90',
		/^CAMISETA-VERDE, CAMISETA-AZUL notSent: .*precoDe/,
	],
	['campaign', '-39.9', '39.9', /^\d+ CANECA-1: .*precoPor/],
])(
	'%s.json: tells a person once of each new trouble, and again when it comes back',
	async (example, bad, good, trouble) => {
		const { n8n, credential } = await open(demoSeed);
		await deleteTables(n8n);
		/** The example with this in the list, in the place of what it has there. */
		const load = async (text: string) =>
			await importExample(n8n, example, credential, {
				adapt: (node) =>
					['Spreadsheet', 'Campaign Table'].includes(node.name)
						? (JSON.parse(
								JSON.stringify(node).replaceAll(text === bad ? good : bad, text),
							) as INode)
						: node,
			});
		const [wrong, right] = [await load(bad), await load(good)];
		const run = async (workflow: Workflow) => (await n8n.run(workflow)).error?.message;
		expect(await run(wrong)).toMatch(trouble);
		expect(await run(wrong)).toBeUndefined();
		expect(await run(right)).toBeUndefined();
		expect(await run(wrong)).toMatch(trouble);
	},
);

test('pick-up-pending-batches.json: pending entries are remembered and picked up once', async () => {
	const slow = { seed, clock: 'manual', batchDuration: 5_000 } as const;
	const { hub, n8n, credential } = await useN8n(slow, onTestFinished);
	const workflow = await importExample(n8n, 'pick-up-pending-batches', credential, {
		adapt: (node) =>
			has(node.parameters, 'options.timeLimit')
				? set(cloneDeep(node), 'parameters.options.timeLimit', '0.01')
				: node,
	});
	const rows = async () => await tableRows(n8n, 'marketplace_hub_pending');
	const skusOf = (execution: Execution, node: string) =>
		outputOf(execution, node).map(({ sku }) => sku);
	const sent = await runExample(n8n, workflow);
	expect([...skusOf(sent, 'Updated'), ...skusOf(sent, 'Refused')]).toEqual([]);
	const waiting = await rows();
	expect(waiting.map(({ sku }) => sku)).toEqual(['CANECA-1', 'CAMISETA-1-M', 'NAO-EXISTE']);

	const pickUp = async () => await n8n.run(workflow, 'Every 10 Minutes');
	expect(skusOf(await pickUp(), 'Processed')).toEqual([]);
	expect(await rows()).toEqual(waiting);

	hub.clock.advance(60_000);
	const picked = await pickUp();
	expect(skusOf(picked, 'Processed')).toEqual(['CANECA-1', 'CAMISETA-1-M']);
	expect(picked.error?.message).toMatch(/^NAO-EXISTE: /);
	expect(await rows()).toEqual([]);

	hub.clearLog();
	await pickUp();
	expect(hub.log).toEqual([]);
});

test('sync-dry-run-report.json: every row is in the report, and nothing is sent', async () => {
	const { hub, run } = await open();
	const execution = await run('sync-dry-run-report');
	expect(outputOf(execution, 'Columns')).toMatchObject([
		{ sku: 'CANECA-1', status: 'wouldUpdate', after: 12 },
		{ sku: 'CAMISETA-1-M', status: 'wouldUpdate', after: 7 },
		{
			sku: 'CAMISETA-1-G',
			status: 'wouldNotSend',
			reason: expect.stringContaining('whole number'),
		},
		{ sku: 'SEM-CADASTRO', status: 'notInHub' },
	]);
	const file = execution.runData.Report?.[0]?.data?.main?.[0]?.[0]?.binary?.data;
	expect(file).toMatchObject({ fileName: 'sync-report.xlsx' });
	expect(writes(hub)).toEqual([]);
});
