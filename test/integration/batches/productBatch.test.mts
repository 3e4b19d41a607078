import { describe, expect, test } from 'vitest';
import { productFields } from '../../support/products.mts';
import { asJson, bodies, itemOf, mapped, shown } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';

const createBatch = { resource: 'product', operation: 'createBatch', ...mapped };
const go = { onError: 'continueRegularOutput' as const };

interface Products {
	produtos: Array<{ skuProduto: string; skuProdutoLider: string }>;
}

const child = (sku: string, leader: string) =>
	productFields({ skuProduto: sku, skuProdutoLider: leader });

describe('leaders before their children', () => {
	test("within one batch, whatever the order of the items; results stay in the items' order", async () => {
		const { hub, n8n } = await setup();
		const result = await n8n.run(createBatch, [
			child('B', 'L'),
			child('C', 'L'),
			productFields({ skuProduto: 'L' }),
		]);
		expect(
			bodies<Products>(hub, 'productBatch')[0]?.produtos.map(({ skuProduto }) => skuProduto),
		).toEqual(['L', 'B', 'C']);
		expect(result.items().map((item) => [itemOf(item), item.json.sku, item.json.sucesso])).toEqual([
			[0, 'B', true],
			[1, 'C', true],
			[2, 'L', true],
		]);
	});

	test("across batches: children only after their leader's batch is processed", async () => {
		const { hub, n8n } = await setup({ batchDuration: 20_000 });
		const children = Array.from({ length: 150 }, (_, index) => child(`C${index}`, 'LEADER'));
		const others = Array.from({ length: 99 }, (_, index) =>
			productFields({ skuProduto: `O${index}` }),
		);
		const result = await n8n.run(
			createBatch,
			[...children, ...others, productFields({ skuProduto: 'LEADER' })],
			go,
		);
		expect(result.json().filter(({ sucesso }) => sucesso !== true)).toEqual([]);
		expect(hub.count({ endpoint: 'productBatch' })).toBe(3);
		expect(hub.state.products.has('C149')).toBe(true);
	});

	test('across batches without waiting for results: children still find their leader', async () => {
		const { hub, n8n } = await setup({ batchDuration: 20_000 });
		const others = Array.from({ length: 99 }, (_, index) =>
			productFields({ skuProduto: `O${index}` }),
		);
		const children = Array.from({ length: 50 }, (_, index) => child(`C${index}`, 'LEADER'));
		const items = [...others, productFields({ skuProduto: 'LEADER' }), ...children];
		const result = await n8n.run({ ...createBatch, waitForResult: false }, items);
		expect(result.json()).toHaveLength(2);
		const ids = result.json().map(({ batchId }) => String(batchId));
		const processed = await n8n.run({ resource: 'batch', operation: 'wait', batchId: ids[1]! });
		expect(processed.json()[0]).toMatchObject({ contemErros: false });
	});

	test('a leader that the hub has already, and one that it does not have', async () => {
		const { hub, n8n } = await setup();
		await n8n.run(createBatch, [productFields({ skuProduto: 'OLD' })]);
		const result = await n8n.run(createBatch, [child('B', 'OLD'), child('C', 'NOBODY')], go);
		expect(result.json()).toEqual([
			expect.objectContaining({ sku: 'B', sucesso: true }),
			expect.objectContaining({
				sku: 'C',
				sucesso: false,
				details: [expect.stringContaining('skuProdutoLider')],
			}),
		]);
		expect(hub.count({ endpoint: 'productBatch' })).toBe(2);
	});
});

describe('an answer that does not arrive', () => {
	test.each(['resetBefore', 'resetAfter'] as const)(
		'%s: not sent again, and the message says that the outcome is unknown',
		async (kind) => {
			const { hub, n8n } = await setup();
			hub.faults.add({ kind, endpoint: 'productBatch' });
			const result = await n8n.run(
				createBatch,
				[productFields({ skuProduto: 'P1' }), productFields({ skuProduto: 'P2' })],
				go,
			);
			expect(hub.count({ endpoint: 'productBatch' })).toBe(1);
			for (const json of result.json()) {
				expect(json).toMatchObject({
					sucesso: false,
					error: expect.stringMatching(/unknown/),
					description: expect.stringMatching(/not sent again.*Read the record/),
				});
			}
			expect(hub.state.batches.size).toBe(kind === 'resetAfter' ? 1 : 0);
		},
	);

	test.each([500, 503])('%d after it was carried out: not sent again', async (status) => {
		const { hub, n8n } = await setup();
		hub.faults.add({
			kind: 'status',
			status,
			applied: true,
			endpoint: 'productBatch',
			headers: { 'Request-Id': 'req-5' },
		});
		const result = await n8n.run(createBatch, [productFields()]);
		expect(hub.count({ endpoint: 'productBatch' })).toBe(1);
		expect(shown(result.nodeError)).toMatch(new RegExp(`${status}[\\s\\S]*unknown[\\s\\S]*req-5`));
	});

	test("an answer cut in half or without the batch's ID: not sent again either", async () => {
		for (const fault of [
			{ kind: 'truncate' },
			{ kind: 'malformed' },
			{ kind: 'empty' },
			{ kind: 'status', status: 201, applied: true, body: { ok: true } },
		] as const) {
			const { hub, n8n } = await setup();
			hub.faults.add({ ...fault, endpoint: 'productBatch' });
			const result = await n8n.run(createBatch, [productFields()], go);
			expect(hub.count({ endpoint: 'productBatch' }), fault.kind).toBe(1);
			expect(result.json()[0], fault.kind).toMatchObject({ sucesso: false });
			expect(`${result.json()[0]?.error} ${result.json()[0]?.description}`, fault.kind).toMatch(
				/unknown/,
			);
		}
	});

	test('the second of three batches: the first and third have their results', async () => {
		const { hub, n8n } = await setup();
		hub.faults.add({ kind: 'resetAfter', endpoint: 'productBatch', after: 1 });
		const products = Array.from({ length: 300 }, (_, index) =>
			productFields({ skuProduto: `P${index}` }),
		);
		const result = await n8n.run(createBatch, products, go);
		expect(result.json().map(({ sucesso }) => sucesso)).toEqual(
			products.map((_, index) => index < 100 || index >= 200),
		);
		expect(hub.count({ endpoint: 'productBatch' })).toBe(3);
	});
});

describe('nested values', () => {
	test('from columns as text, as a spreadsheet gives them', async () => {
		const { hub, n8n } = await setup();
		const row = {
			...productFields({ skuProduto: 'P1' }),
			precoDe: '1.234,56',
			precoPor: '999,9',
			ativo: 'sim',
			prazoProducao: '2',
			peso: '0,35',
			altura: '2,5',
			categoria: 'Moda, Camisetas',
			tags: 'verão, azul',
			imagens: '[{"id":1,"url":"https://example.com/a.jpg"}]',
			caracteristicas: '{"Tecido":"algodão"}',
			variacoes: '[{"skuVariacao":"P1-M","tamanho":"M","precoDe":"10,5","precoPor":"9"}]',
			ncm: 61091000,
			cor: '',
			'Outra coluna': 'fica de fora',
		};
		const result = await n8n.run(createBatch, [row]);
		expect(shown(result.nodeError)).toBe('nothing was thrown');
		expect(result.json()[0]).toMatchObject({ sku: 'P1', sucesso: true });
		expect(bodies(hub, 'productBatch')).toEqual([
			{
				produtos: [
					{
						...productFields({ skuProduto: 'P1' }),
						precoDe: 1234.56,
						precoPor: 999.9,
						ativo: true,
						prazoProducao: 2,
						peso: 0.35,
						altura: 2.5,
						categoria: ['Moda', 'Camisetas'],
						tags: ['verão', 'azul'],
						imagens: [{ id: 1, url: 'https://example.com/a.jpg' }],
						caracteristicas: { Tecido: 'algodão' },
						variacoes: [{ skuVariacao: 'P1-M', tamanho: 'M', precoDe: 10.5, precoPor: 9 }],
						ncm: '61091000',
					},
				],
			},
		]);
		expect(hub.log.flatMap(({ unknownFields = [] }) => unknownFields)).toEqual([]);
	});

	test.each([
		['sim', true],
		['SIM', true],
		['true', true],
		['VERDADEIRO', true],
		['1', true],
		[1, true],
		['não', false],
		['nao', false],
		['FALSO', false],
		['false', false],
		[0, false],
	])('ativo %j is %j', async (ativo, sent) => {
		const { hub, n8n } = await setup();
		await n8n.run(createBatch, [productFields({ ativo })], go);
		expect(bodies<{ produtos: object[] }>(hub, 'productBatch')[0]?.produtos[0]).toMatchObject({
			ativo: sent,
		});
	});

	test("notes about a product's variations go with the product", async () => {
		const { hub, n8n } = await setup();
		const observacoes = ['P1', 'P1-M', 'P2'].map((identificador) => ({
			idLista: 'L',
			identificador,
			sucesso: true,
			info: 'ok',
			data: '2026-03-01 10:00:00',
		}));
		hub.faults.add({
			kind: 'status',
			status: 200,
			endpoint: 'batchGet',
			body: {
				batchId: 5001,
				requestId: 'r',
				data: 'x',
				tipo: 'produto',
				acao: 'cadastrarProduto',
				status: 'processado',
				contemErros: false,
				observacoes,
			},
		});
		const variacoes = [{ skuVariacao: 'P1-M', tamanho: 'M', precoDe: 2, precoPor: 1 }];
		const result = await n8n.run(
			{ ...createBatch, ...asJson(0), json: '={{ JSON.stringify($json) }}' },
			[productFields({ skuProduto: 'P2' }), productFields({ skuProduto: 'P1', variacoes })],
		);
		expect(result.items().map((item) => [itemOf(item), item.json.sku])).toEqual([
			[0, 'P2'],
			[1, 'P1'],
			[1, 'P1-M'],
		]);
	});
});
