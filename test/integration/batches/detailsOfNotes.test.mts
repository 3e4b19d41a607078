import { beforeEach, describe, expect, test } from 'vitest';
import { answer } from '../../support/answers.mts';
import { mapped } from '../../support/items.mts';
import { bySku } from '../../support/locators.mts';
import { setup, type Setup } from '../../support/setup.mts';

let at: Setup;
beforeEach(async () => {
	at = await setup();
});

const go = { onError: 'continueRegularOutput' as const };
const note = { idLista: '1', identificador: 'A', data: '2026-03-01 10:00:00' };
const refusal = { ...note, sucesso: false, error: 'Recusado' };
const batch = (observacoes: unknown, status = 'processado') => ({
	batchId: 1,
	requestId: 'r',
	data: '2026-03-01 10:00:00',
	tipo: 'produto',
	acao: 'atualizarEstoque',
	status,
	contemErros: true,
	observacoes,
});
const update = async (record: object, times = 1) => {
	answer(at.hub, 'stockBatch', { id: 1 }, 201);
	answer(at.hub, 'batchGet', record, 200, times);
	const parameters = { resource: 'stock', operation: 'updateBatch', ...mapped, timeLimit: 1 };
	return (await at.n8n.run(parameters, [{ sku: 'A', estoque: 1 }], go)).json()[0]!;
};

describe('details that are no list', () => {
	test.each<[unknown, string[]]>([
		['estoque: negativo', ['estoque: negativo']],
		[{ estoque: ['negativo'] }, ['{"estoque":["negativo"]}']],
		['', []],
		[null, []],
	])('%j of an error, and of a note', async (details, shown) => {
		answer(at.hub, 'productGet', { error: 'Recusado', details }, 400);
		const parameters = { resource: 'product', operation: 'get', sku: bySku('A') };
		const [failed] = (await at.n8n.run(parameters, [{}], go)).json();
		expect(failed!.details ?? []).toEqual(shown);
		const entry = await update(batch([{ ...refusal, details }]));
		expect(entry.details ?? []).toEqual(shown);
	});
});

describe('notes that are no list', () => {
	test.each<[string, unknown]>([
		['an object of notes', { 0: refusal }],
		['one note', refusal],
	])('%s: read alike', async (_name, observacoes) => {
		answer(at.hub, 'batchGet', batch(observacoes));
		const parameters = { resource: 'batch', operation: 'get', batchId: '1', splitEntries: true };
		const result = await at.n8n.run(parameters);
		expect(result.json()).toEqual([{ batchId: 1, status: 'processado', ...refusal }]);
		expect(await update(batch(observacoes))).toMatchObject({ sku: 'A', error: 'Recusado' });
	});
});

test.each(['Processado', 'PROCESSADO', ' processado '])(
	'a batch in status %j is processed',
	async (status) => {
		const done = { ...note, sucesso: true, info: 'ok' };
		const entry = await update(batch([done], status), 1_000);
		expect(entry).toMatchObject({ sku: 'A', sucesso: true });
		expect(at.hub.count({ endpoint: 'batchGet' })).toBe(1);
	},
);
