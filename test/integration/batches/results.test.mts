import mapValues from 'lodash/mapValues.js';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect } from 'vitest';
import {
	batchNote,
	batchRecord,
	createBatch,
	customized,
	stock,
	stocks,
	stocksSent,
} from '../../support/batches.mts';
import { answer, asJson, bodies, go, itemOf, op, respond, shown } from '../../support/items.mts';
import { addProducts, addSkus, channelPrice, productFields } from '../../support/products.mts';
import { setup, test } from '../../support/setup.mts';
import { statuses } from '../../support/sync.mts';

describe('every entry gets its own result', () => {
	test('notes in another order are matched to their entries', async ({ hub, n8n }) => {
		const skus = addSkus(hub, 6);
		hub.state.removeProduct('S2');
		hub.quirks.notesShuffled = true;
		const result = await n8n.run(stock, stocks(skus), go);
		expect(result.json().map(({ sku, sucesso }) => [sku, sucesso])).toEqual(
			skus.map((sku) => [sku, sku !== 'S2']),
		);
		expect(result.items().map(itemOf)).toEqual([0, 1, 2, 3, 4, 5]);
	});

	test("numbers and booleans as text in the hub's answers are read", async () => {
		const { n8n } = await setup({ strictStrings: true, skus: 1 });
		const [result] = (await n8n.run(stock, stocks(1))).json();
		expect(result).toMatchObject({ sku: 'S0', batchId: expect.any(Number), sucesso: true });
	});

	test("the SKU of a product instead of its variation gets the hub's words, with details", async ({
		hub,
		n8n,
	}) => {
		const variacoes = [{ skuVariacao: 'TENIS-38', tamanho: '38' }];
		addProducts(hub, [{ skuProduto: 'TENIS', variacoes }]);
		const result = await n8n.run(stock, stocks(['TENIS', 'TENIS-38']), go);
		expect(result.json()).toMatchObject([
			{
				sucesso: false,
				error: expect.stringContaining('variações'),
				details: ['variações: TENIS-38'],
			},
			{ sucesso: true },
		]);
	});

	test('a note about another SKU is kept', async () => {
		const { hub, n8n } = await setup({ skus: 2 });
		const strange = batchNote('STRANGER', { sucesso: false, error: 'Surpresa.' });
		answer(hub, 'batchGet', batchRecord([batchNote('S0'), strange, batchNote('S1')]));
		const result = await n8n.run(stock, stocks(2), go);
		const sure = result.json().map(({ sku, sucesso }) => [sku, sucesso]);
		expect(sure.sort()).toEqual([
			['S0', true],
			['S1', true],
			['STRANGER', false],
		]);
		const [stranger] = result.items().filter(({ json }) => json.sku === 'STRANGER');
		expect(stranger?.json.error).toBe('Surpresa.');
		expect(stranger?.pairedItem).toEqual([{ item: 0 }, { item: 1 }]);
	});

	test('a note that writes the SKU in other capitals is about its entry', async ({ hub, n8n }) => {
		const refused = { sucesso: false, error: 'Recusado' };
		const notes = [batchNote('camiseta', refused), batchNote('CAMISETA')];
		answer(hub, 'batchGet', batchRecord(notes));
		const entries = await n8n.run(stock, stocks(['CAMISETA', 'Camiseta']), go);
		expect(entries.json()).toMatchObject([
			{ sku: 'CAMISETA', sucesso: true },
			{ sku: 'Camiseta', sucesso: false, error: 'Recusado' },
		]);
		const ofProducts = [batchNote('camiseta'), batchNote('meia'), batchNote('meia-p', refused)];
		answer(hub, 'batchGet', batchRecord(ofProducts, { batchId: 5002 }));
		const variacoes = [{ skuVariacao: 'MEIA-P', tamanho: 'P', precoDe: 2, precoPor: 1 }];
		const rows = [
			productFields({ skuProduto: 'CAMISETA' }),
			productFields({ skuProduto: 'MEIA', variacoes }),
		];
		const products = await n8n.run({ ...op('product sync'), ...asJson(rows) }, [{}], go);
		expect(statuses(products.json())).toEqual({ CAMISETA: 'created', MEIA: 'refused' });
	});

	test.each([
		[{ message: 'Bloqueado' }, '{"message":"Bloqueado"}'],
		[['Bloqueado', 'Inativo'], '["Bloqueado","Inativo"]'],
	])('words of the hub that are no text, %j, are told', async (error, told) => {
		const { hub, n8n } = await setup({ skus: 1 });
		const note = { ...batchNote('S0', { sucesso: false }), error };
		answer(hub, 'batchGet', batchRecord([note]));
		const [result] = (await n8n.run(stock, stocks(1), go)).json();
		expect(result).toMatchObject({ sku: 'S0', sucesso: false, error: told });
		const resultados = [{ skuProduto: 'S0', erros: [{ idCanalIntegracao: 11, mensagem: error }] }];
		answer(hub, 'customizedPriceSet', { resultados });
		const [price] = (await n8n.run(customized, [channelPrice('S0')], go)).json();
		expect(price).toMatchObject({ sucesso: false, error: told });
	});

	test('notes about variations go with their product', async ({ hub, n8n }) => {
		answer(hub, 'batchGet', batchRecord(['P1', 'P1-M', 'P2'].map((sku) => batchNote(sku))));
		const variacoes = [{ skuVariacao: 'P1-M', tamanho: 'M', precoDe: 2, precoPor: 1 }];
		const json = { inputMode: 'json', json: '={{ JSON.stringify($json) }}' };
		const result = await n8n.run({ ...createBatch, ...json }, [
			productFields({ skuProduto: 'P1', variacoes }),
			productFields({ skuProduto: 'P2' }),
		]);
		expect(result.items().map((item) => [itemOf(item), item.json.sku])).toEqual([
			[0, 'P1'],
			[0, 'P1-M'],
			[1, 'P2'],
		]);
	});

	test('an entry without a note in a processed batch is not a success', async () => {
		const { hub, n8n } = await setup({ skus: 2 });
		answer(hub, 'batchGet', batchRecord([batchNote('S1')]));
		const result = await n8n.run(stock, stocks(2), go);
		expect(result.json()).toMatchObject([
			{ sku: 'S0', sucesso: false, error: expect.stringMatching(/not reported by the hub/i) },
			{ sku: 'S1', sucesso: true },
		]);
	});
});

describe('entries as JSON', () => {
	test('every entry has its own result, paired with the item that held the list', async () => {
		const { hub, n8n } = await setup({ skus: 3 });
		const list = stocks(3).map((entry, index) =>
			index === 1 ? { ...entry, estoque: 'x' } : entry,
		);
		const parameters = { ...stock, inputMode: 'json', json: '={{ JSON.stringify($json.list) }}' };
		const result = await n8n.run(parameters, [{ list }, { list: list.slice(2) }], go);
		const got = result.items().map((item) => [itemOf(item), item.json.sku, item.json.sucesso]);
		expect(got, 'in the order of the lists').toEqual([
			[0, 'S0', true],
			[0, 'S1', false],
			[0, 'S2', true],
			[1, 'S2', true],
		]);
		expect(stocksSent(hub)).toEqual([[list[0], list[2]], [list[2]]]);
	});

	test.each(['{"sku":', '"S0"', '12', '[1]', 'null', ''])(
		'%j, which is no object or list of objects, is refused, and nothing is sent',
		async (json) => {
			const { hub, n8n } = await setup();
			const result = await n8n.run({ ...stock, inputMode: 'json', json });
			expect(shown(result.nodeError)).toMatch(/json.*(object|valid)/i);
			expect(hub.count({ endpoint: 'stockBatch' })).toBe(0);
		},
	);

	test('an empty list does nothing, and an item without a SKU is refused', async ({ hub, n8n }) => {
		expect((await n8n.run({ ...stock, ...asJson([]) }, [{}], go)).json()).toEqual([]);
		const [refused] = (await n8n.run(stock, [{ nome: 'x' }], go)).json();
		expect(refused).toMatchObject({ sucesso: false, error: expect.stringContaining('`sku`) is') });
		expect(hub.count({ endpoint: 'stockBatch' })).toBe(0);
	});
});

test('stop: the message names the batch that the other entries went into', async () => {
	const { hub, n8n } = await setup({ skus: 1 });
	const items = [...stocks(1), { sku: 'S1', estoque: 2.5 }];
	const result = await n8n.run({ ...stock, waitForResult: false }, items);
	const [batchId] = [...hub.state.batches.keys()];
	expect(shown(result.nodeError)).toContain(`Batches in the hub: ${batchId}`);
});

test('texts in a row of a spreadsheet become the types of their fields', async ({ hub, n8n }) => {
	const image = { id: 1, url: 'https://example.com/a.jpg' };
	const variation = { skuVariacao: 'P1-M', tamanho: 'M', precoDe: 10.5, precoPor: 9 };
	const cells: Record<string, [cell: unknown, value: unknown]> = {
		precoDe: ['1.234,56', 1234.56],
		precoPor: ['999,9', 999.9],
		ativo: ['sim', true],
		prazoProducao: ['2', 2],
		peso: ['0,35', 0.35],
		altura: ['2,5', 2.5],
		categoria: ['Moda, Camisetas', ['Moda', 'Camisetas']],
		tags: ['verão, azul', ['verão', 'azul']],
		imagens: [JSON.stringify([image]), [image]],
		caracteristicas: ['{"Tecido":"algodão"}', { Tecido: 'algodão' }],
		variacoes: [JSON.stringify([{ ...variation, precoDe: '10,5', precoPor: '9' }]), [variation]],
		ncm: [61091000, '61091000'],
	};
	const product = productFields({ skuProduto: 'P1' });
	const others = { cor: '', 'Outra coluna': 'fica de fora' };
	const row = { ...product, ...mapValues(cells, ([cell]) => cell), ...others };
	const result = await n8n.done(createBatch, [row as IDataObject]);
	expect(result.json()[0]).toMatchObject({ sku: 'P1', sucesso: true });
	const sent = { ...product, ...mapValues(cells, ([, value]) => value) };
	expect(bodies(hub, 'productBatch')).toEqual([{ produtos: [sent] }]);
	expect(hub.log.flatMap(({ unknownFields = [] }) => unknownFields)).toEqual([]);
});

test('without Wait for Result a message counts the entries of a batch', async () => {
	const { hub, n8n } = await setup({ skus: 210 });
	respond(hub, 'stockBatch', 400, { after: 1 });
	const { nodeError } = await n8n.run({ ...stock, waitForResult: false }, stocks(210));
	expect(shown(nodeError)).toContain('110 of 210 succeeded (100 refused)');
});
