import { describe, expect, test } from 'vitest';
import { productFields } from '../../support/products.mts';
import { asJson, bodies, itemOf, mapped, shown } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';

const createBatch = { resource: 'product', operation: 'createBatch', ...mapped };
const go = { onError: 'continueRegularOutput' as const };

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
