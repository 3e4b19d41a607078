import range from 'lodash/range.js';
import { expect, onTestFinished, test } from 'vitest';
import { importExample, type ImportOptions } from '../server/examples.mts';
import { outputOf } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';
import { approvalForm } from '../support/approvalForm.mts';
import { useMailbox } from '../support/mailbox.mts';
import { sheetText } from '../support/spreadsheet.mts';
import { heldBy } from '../support/sync.mts';
import { useN8n } from './session.mts';

/** Runs an example until a person is asked: the email, its form, and how the run goes on. */
async function askedBy(
	name: string,
	seed: Parameters<typeof useN8n>[0],
	options: ImportOptions = {},
) {
	const { hub, n8n, credential } = await useN8n({ batchDuration: 300, ...seed }, onTestFinished);
	const { email, smtp } = await useMailbox(n8n, onTestFinished);
	const workflow = await importExample(n8n, name, credential, { smtp, ...options });
	const { executionId = '' } = await n8n.startRun(workflow);
	const { text = '', subject, to, attachments } = await email();
	expect(to?.map(({ address }) => address)).toEqual(['prices@example.com']);
	const waiting = await waitFor(
		async () => {
			const execution = await n8n.execution(executionId);
			return execution.status === 'waiting' && execution;
		},
		{ what: 'the workflow to wait for a person', timeout: 180_000 },
	);
	const { open, answer } = approvalForm(text);
	return {
		...{ hub, n8n, executionId, text, subject, waiting, open, answer },
		rows: sheetText(attachments[0]?.content as ArrayBuffer),
		runAgain: async () => {
			const second = await n8n.startRun(workflow);
			return await n8n.finishedExecution(second.executionId ?? '');
		},
		ended: async () => await n8n.finishedExecution(executionId),
	};
}

const held = async () => await askedBy('sync-with-approval', { seed: { products: 2 } });

test('a person sees every change that a guard holds, and opening the link sends nothing', async () => {
	const { hub, subject, text, rows, waiting, open } = await held();
	expect(subject).toBe('Change 1 prices?');
	const [{ after }] = outputOf(waiting, 'Held') as [{ after: object }];
	for (const name of Object.keys(after)) expect(rows).toContain(`${name} after`);
	expect(text).toMatch(/CAMISETA-1-M: .*precoPor: 59,90 → 149,90 \(`precoDe` would change/);
	expect(rows).toContain('CAMISETA-1-M');
	expect(outputOf(waiting, 'In Step')).toMatchObject([{ sku: 'CANECA-1', status: 'updated' }]);
	expect(await open()).toContain('Change these prices?');
	expect(hub.count({ endpoint: 'priceBatch' })).toBe(1);
	expect(heldBy(hub, 'CAMISETA-1-M')?.precoPor).toBe(59.9);
});

test('approval in the form sends exactly these rows, once', async () => {
	const { hub, answer, ended } = await held();
	expect((await answer('Change Them')).status).toBe(200);
	const execution = await ended();
	expect(execution.error).toBeUndefined();
	expect(outputOf(execution, 'Sync Approved Prices')).toMatchObject([
		{ sku: 'CAMISETA-1-M', status: 'updated', after: { precoDe: 199.9, precoPor: 149.9 } },
	]);
	expect(heldBy(hub, 'CAMISETA-1-M')?.precoPor).toBe(149.9);
	await answer('Change Them');
	expect(hub.count({ endpoint: 'priceBatch' })).toBe(2);
});

test('nobody approves without the code of the email', async () => {
	const { hub, answer, ended } = await held();
	await answer('Change Them', '000000');
	await ended();
	expect(hub.count({ endpoint: 'priceBatch' })).toBe(1);
});

test('declining in the form sends nothing more', async () => {
	const { hub, answer, ended } = await held();
	await answer('Leave Them');
	const execution = await ended();
	expect(execution.runData['Sync Approved Prices']).toBeUndefined();
	expect(hub.count({ endpoint: 'priceBatch' })).toBe(1);
	expect(heldBy(hub, 'CAMISETA-1-M')?.precoPor).toBe(59.9);
});

test('a price that somebody has changed meanwhile is left alone', async () => {
	const { hub, answer, ended } = await held();
	Object.assign(heldBy(hub, 'CAMISETA-1-M')!, { precoPor: 64.9 });
	await answer('Change Them');
	const { error } = await ended();
	expect(error?.message).toMatch(
		/^1 prices were not sent:\nCAMISETA-1-M: .*the dry run showed other values/,
	);
	expect(hub.count({ endpoint: 'priceBatch' })).toBe(1);
	expect(heldBy(hub, 'CAMISETA-1-M')?.precoPor).toBe(64.9);
});

test('where a guard holds each of many rows, and another one the run, the rows alone are asked about', async () => {
	const skus = range(1, 13).map((n) => `CANECA-${n}`);
	const prices = skus.map((sku) => ({ sku, precoDe: '3,99', precoPor: '2,99' }));
	const many: ImportOptions = {
		adapt: (node) =>
			node.name === 'Price List'
				? { ...node, parameters: { mode: 'raw', jsonOutput: JSON.stringify({ linhas: prices }) } }
				: node,
	};
	const run = await askedBy('sync-with-approval', { seed: { products: 120 } }, many);
	const { 'Sync Prices': [sync] = [] } = run.waiting.runData;
	expect(sync?.data?.main?.[1]).toHaveLength(13);
	expect(run.subject).toBe('Change 12 prices?');
	await run.answer('Change Them');
	expect((await run.ended()).error).toBeUndefined();
	expect(skus.map((sku) => heldBy(run.hub, sku)?.precoPor)).toEqual(Array(12).fill(2.99));
});

/** Changes a text in the list that an example brings along. */
const replacing = (from: string, to: string): ImportOptions => ({
	adapt: (node) => {
		const { jsonOutput } = node.parameters;
		if (typeof jsonOutput !== 'string') return node;
		return {
			...node,
			parameters: { ...node.parameters, jsonOutput: jsonOutput.replace(from, to) },
		};
	},
});

test('what cannot be sent at all stands in the email, and the run fails once the person has answered', async () => {
	const unknown = replacing('"canal": "12"', '"canal": "Loja Nova"');
	const seed = { seed: { products: 3, channels: 3 } };
	const { hub, n8n, executionId, text, answer } = await askedBy('price-rules', seed, unknown);
	expect(text).toMatch(
		/Not sent, whatever you answer:\nLoja Nova CANECA-1, Loja Nova CAMISETA-1: .*Loja Nova/,
	);
	expect(text).toContain('11 CAMISETA-1: ');
	await answer('Change Them');
	const { error, runData } = await n8n.finishedExecution(executionId);
	expect(runData['Sync Approved Prices']).toBeDefined();
	expect(error?.message).toMatch(
		/^4 prices were not sent:\nLoja Nova CANECA-1, Loja Nova CAMISETA-1: /,
	);
	expect([...hub.state.customizedPrices.values()]).toHaveLength(2);
});

test('a run fails at once where nothing is held and something cannot be sent', async () => {
	const { n8n, credential } = await useN8n({ seed: { products: 2 } }, onTestFinished);
	const tooHigh = replacing('"149,90"', '"1000000,00"');
	const workflow = await importExample(n8n, 'sync-with-approval', credential, tooHigh);
	const { error, runData } = await n8n.run(workflow);
	expect(error?.message).toMatch(/^1 prices were not sent:\nCAMISETA-1-M: /);
	expect(runData['Sync Prices']).toBeDefined();
	expect(runData['Ask a Person']).toBeUndefined();
});

test('price-rules.json: a row without a price says why, a person decides what a guard holds, and a second run sends nothing', async () => {
	const seed = { seed: { products: 3, channels: 3 } };
	const { hub, n8n, executionId, waiting, text, rows, answer, runAgain } = await askedBy(
		'price-rules',
		seed,
	);
	const sent = outputOf(waiting, 'In Step');
	expect(sent).toMatchObject([
		{ idCanalIntegracao: 11, skuProduto: 'CANECA-1', status: 'updated', after: { precoPor: 31.9 } },
		{ idCanalIntegracao: 12, skuProduto: 'CANECA-1', status: 'updated', after: { precoPor: 22.9 } },
	]);
	expect(rows.match(/CAMISETA-1/g)).toHaveLength(2);
	const prices = () =>
		[...hub.state.customizedPrices.values()].map(({ skuProduto, precoPor }) => [
			...[skuProduto, precoPor],
		]);
	expect(prices()).not.toContainEqual(['CAMISETA-1', 130.9]);
	await answer('Change Them');
	const execution = await n8n.finishedExecution(executionId);
	const unpriced = /^11 CAMISETA-2, 12 CAMISETA-2: custo must be more than zero$/m;
	expect(text).toMatch(unpriced);
	expect(execution.error?.message).toMatch(unpriced);
	expect(outputOf(execution, 'Sync Approved Prices')).toMatchObject([
		{ idCanalIntegracao: 11, skuProduto: 'CAMISETA-1', status: 'updated' },
		{ idCanalIntegracao: 12, skuProduto: 'CAMISETA-1', status: 'updated' },
	]);
	expect(prices()).toContainEqual(['CAMISETA-1', 130.9]);
	const writes = hub.count({ endpoint: 'customizedPriceSet' });
	const again = await runAgain();
	expect(outputOf(again, 'In Step').map(({ status }) => status)).toEqual(
		Array(4).fill('unchanged'),
	);
	expect(hub.count({ endpoint: 'customizedPriceSet' })).toBe(writes);
});
