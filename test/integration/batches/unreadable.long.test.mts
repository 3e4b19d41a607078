import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../hub/index.mts';
import {
	batchKinds,
	batchNote,
	batchRecord,
	customized,
	said,
	stock,
	stocks,
} from '../../support/batches.mts';
import { answer, bySku, go, op, shown, split } from '../../support/items.mts';
import { addSkus, channelPrice } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';

const at = setupEach();

const refusal = batchNote('A', { sucesso: false, error: 'Recusado' });
/** What is said of A, B and C when their batch is answered with these notes. */
const send = async (observacoes: unknown, changes: object = {}) => {
	answer(at.hub, 'stockBatch', { id: 5001 }, 201);
	answer(at.hub, 'batchGet', batchRecord(observacoes, changes), 200, 1_000);
	return (await at.n8n.run(stock, stocks(['A', 'B', 'C']), go)).json();
};
const successes = (results: IDataObject[]) => results.map(({ sku, sucesso }) => [sku, sucesso]);

describe.each(batchKinds)('a batch of %s taken without a usable id', (...kind) => {
	const [, parameters, endpoint, entry] = kind;
	test.each([null, '', ' ', [], [5], {}, true, 0, -1, 1.5, 'abc', undefined])('%j', async (id) => {
		for (const waitForResult of [true, false]) {
			answer(at.hub, endpoint, { id }, 201);
			const [item] = (await at.n8n.run({ ...parameters, waitForResult }, [entry('A')], go)).json();
			expect(item).toMatchObject({ outcome: 'unknown' });
			expect(said(item!)).toMatch(/may have taken[\s\S]*Get/);
			expect(item).not.toHaveProperty('batchId');
		}
		expect(at.hub.count({ endpoint: 'batchGet' })).toBe(0);
	});
});

test('a batch id of many digits is read with all of them', async () => {
	answer(at.hub, 'stockBatch', { id: '900719925474099312' }, 201);
	await at.n8n.run(stock, stocks(['A']), go);
	expect(at.hub.count({ path: '/v1/batch/900719925474099312' })).toBeGreaterThan(0);
});

describe('an unreadable note', () => {
	test.each<[string, unknown]>([
		['null', null],
		['text', 'ok'],
		['a number', 5],
		['a list', [1]],
		['{}', {}],
		['without a name', { sucesso: true }],
		['without a result', { identificador: 'B' }],
		['with an unreadable result', { identificador: 'B', sucesso: null }],
	])('%s: only its own entry is unknown', async (_name, note) => {
		const results = await send([batchNote('A'), note, batchNote('C')]);
		for (const [sku, sucesso] of Object.entries({ A: true, B: false, C: true }))
			expect(successes(results)).toContainEqual([sku, sucesso]);
		expect(results.find(({ sku }) => sku === 'B')).toMatchObject({ outcome: 'unknown' });
	});

	test.each([null, 'x', {}, 5, undefined])(
		'%j for all notes: no entry is a success',
		async (notes) => {
			expect(successes(await send(notes))).toEqual([
				['A', false],
				['B', false],
				['C', false],
			]);
		},
	);

	test.each([false, true])(
		'the other notes stay in a batch that is read, split: %s',
		async (splitEntries) => {
			answer(at.hub, 'batchGet', batchRecord([batchNote('A'), null, 'x', batchNote('C')]));
			const get = op('batch get', { batchId: '5001', splitEntries });
			const result = await at.n8n.done(get);
			const notes = splitEntries ? result.json() : result.json()[0]!.observacoes;
			const names = (notes as Array<IDataObject | null>).map((note) => note?.identificador);
			expect(names.filter((name) => name !== undefined)).toEqual(['A', 'C']);
		},
	);

	test('in a price write: only its own entry is affected', async () => {
		const place = { idCanalIntegracao: 11 };
		answer(at.hub, 'customizedPriceSet', {
			resultados: [
				{ skuProduto: 'A', sucessos: [{ ...place, precoDe: 2, precoPor: 1 }], erros: null },
				null,
				'x',
				{ skuProduto: 'B', sucessos: [null, 'x'], erros: 5 },
				{ skuProduto: 'C', erros: [{ ...place, mensagem: 'não' }] },
			],
		});
		const items = ['A', 'B', 'C'].map((sku) => channelPrice(sku));
		const results = (await at.n8n.run(customized, items, go)).json();
		expect(results.map(({ sucesso }) => sucesso)).toEqual([true, false, false]);
		expect(results[1]!.error).toMatch(/Not reported/);
		expect(results[2]!.error).toBe('não');
	});
});

describe('other forms of an answer are read, too', () => {
	test.each<[unknown, string[]]>([
		['estoque: negativo', ['estoque: negativo']],
		[{ estoque: ['negativo'] }, ['{"estoque":["negativo"]}']],
		['', []],
		[null, []],
	])('details %j of an error, and of a note', async (details, told) => {
		answer(at.hub, 'productGet', { error: 'Recusado', details }, 400);
		const get = op('product get', { sku: bySku('A') });
		const [failed] = (await at.n8n.run(get, [{}], go)).json();
		expect(failed!.details ?? []).toEqual(told);
		expect((await send([{ ...refusal, details }]))[0]!.details ?? []).toEqual(told);
	});

	test.each<[string, unknown]>([
		['an object of notes', { 0: refusal }],
		['one note', refusal],
		['sucesso as text', [{ ...refusal, sucesso: 'false' }]],
	])('%s', async (_name, observacoes) => {
		expect((await send(observacoes))[0]).toMatchObject({ sku: 'A', error: 'Recusado' });
	});

	test.each(['Processado', 'PROCESSADO', ' processado '])('status %j', async (status) => {
		expect((await send([batchNote('A')], { status }))[0]).toMatchObject({ sucesso: true });
		expect(at.hub.count({ endpoint: 'batchGet' })).toBeLessThanOrEqual(1);
	});
});

describe.each(batchKinds)('%s: a batch that the hub took but does not show', (...kind) => {
	const [, parameters, endpoint, entry] = kind;
	const sendTwo = async (fault: Partial<Fault>, onError = {}) => {
		at.hub.faults.add({ kind: 'status', ...fault, endpoint: 'batchGet', times: 1_000 });
		const result = await at.n8n.run(parameters, addSkus(at.hub, 2).map(entry), onError);
		const [batchId] = [...at.hub.state.batches.keys()];
		return { result, batchId };
	};

	test.each<[string, Partial<Fault>]>([
		['not found', { status: 404 }],
		['400', { status: 400 }],
		['401', { status: 401 }],
		['500', { status: 500 }],
		['lost connections', { kind: 'resetBefore' }],
		['cut answers', { kind: 'truncate' }],
		['a web page', { kind: 'html', status: 200 }],
	])(
		'%s: the outcome is unknown, and the message has the batch ID and the next step',
		async (_name, fault) => {
			const { result, batchId } = await sendTwo(fault, split);
			expect(at.hub.count({ endpoint })).toBe(1);
			expect(result.json(0)).toEqual([]);
			expect(result.json(1)).toHaveLength(2);
			for (const json of result.json(1)) {
				expect(json).toMatchObject({ batchId, sucesso: false, outcome: 'unknown' });
				expect(said(json)).toMatch(/unknown/);
				expect(said(json)).toContain(`Batch > Wait Until Processed`);
				expect(String(json.error)).toContain(String(batchId));
				expect(said(json)).not.toMatch(/refused|not accept/i);
			}
		},
	);

	test('On Error stop: the message says unknown and names the batch', async () => {
		const { result, batchId } = await sendTwo({ status: 404 });
		expect(shown(result.nodeError)).toMatch(/unknown/);
		expect(shown(result.nodeError)).toContain(`Batches in the hub: ${batchId}`);
		expect(shown(result.nodeError)).not.toMatch(/not accepted/);
	});
});
