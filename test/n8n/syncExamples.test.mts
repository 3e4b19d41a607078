import { afterEach, beforeEach, expect, test } from 'vitest';
import { startHub, type Hub } from '../hub/index.mts';
import { tableRows } from '../server/dataTables.mts';
import { importExample } from '../server/examples.mts';
import { outputOf, type Execution, type N8nRest, type Workflow } from '../server/rest.mts';
import { heldBy, writes } from '../support/sync.mts';
import { runExample, signIn, storeCredential } from './session.mts';

let hub: Hub;
let n8n: N8nRest;
beforeEach(async () => {
	[hub, n8n] = await Promise.all([
		startHub({ seed: { products: 2 }, batchDuration: 300 }),
		signIn(),
	]);
});
afterEach(async () => {
	expect(hub.contractViolations).toEqual([]);
	await hub.stop();
});

const load = async (example: string): Promise<Workflow> =>
	await importExample(n8n, example, await storeCredential(n8n, hub));
const run = async (example: string) => await runExample(n8n, await load(example));

test('nightly-stock-sync.json: the hub agrees with the spreadsheet, a bad row is told apart', async () => {
	Object.assign(heldBy(hub, 'CAMISETA-1-M')!, { estoque: 7 });
	const execution = await run('nightly-stock-sync');
	expect(outputOf(execution, 'In Step')).toMatchObject([
		{ sku: 'CANECA-1', status: 'updated', after: { estoque: 12 } },
		{ sku: 'CAMISETA-1-P', status: 'updated', after: { estoque: 4 } },
		{ sku: 'CAMISETA-1-M', status: 'unchanged', before: { estoque: 7 } },
	]);
	expect(outputOf(execution, 'To Be Looked At')).toMatchObject([
		{ sku: 'CAMISETA-1-G', status: 'refused', estoque: 'esgotado' },
	]);
	expect(hub.count({ endpoint: 'stockBatch' })).toBe(1);
});

test('pick-up-pending-batches.json: pending entries are remembered, and picked up once', async () => {
	await hub.stop();
	hub = await startHub({ seed: { products: 2 }, clock: 'manual', batchDuration: 5_000 });
	const workflow = await importExample(
		n8n,
		'pick-up-pending-batches',
		await storeCredential(n8n, hub),
		{
			adapt: (node) =>
				node.parameters.timeLimit === undefined
					? node
					: { ...node, parameters: { ...node.parameters, timeLimit: '0.01' } },
		},
	);
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
	expect(picked.error).toBeUndefined();
	expect(skusOf(picked, 'Processed')).toEqual(['CANECA-1', 'CAMISETA-1-M']);
	expect(skusOf(picked, 'To Be Looked At')).toEqual(['NAO-EXISTE']);
	expect(await rows()).toEqual([]);

	hub.clearLog();
	await pickUp();
	expect(hub.log).toEqual([]);
});

test('sync-dry-run-report.json: a report of every row, and nothing is sent', async () => {
	const execution = await run('sync-dry-run-report');
	expect(outputOf(execution, 'Columns')).toMatchObject([
		{ sku: 'CANECA-1', status: 'wouldUpdate', after: 12 },
		{ sku: 'CAMISETA-1-M', status: 'wouldUpdate', after: 7 },
		{ sku: 'CAMISETA-1-G', status: 'refused', reason: expect.stringContaining('at least 0') },
		{ sku: 'SEM-CADASTRO', status: 'notInHub' },
	]);
	const file = execution.runData.Report?.[0]?.data?.main?.[0]?.[0]?.binary?.data;
	expect(file).toMatchObject({ fileName: 'sync-report.csv', mimeType: 'text/csv' });
	expect(writes(hub)).toEqual([]);
});
