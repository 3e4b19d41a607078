import { describe, expect, it } from 'vitest';
import { expectRefusal, useHub } from './client.mts';
import { changed, product, variation } from './samples.mts';

type Json = Record<string, unknown>;

const t = useHub({ limits: false });
const long = (length: number): string => 'x'.repeat(length);
let counter = 0;
const fresh = (changes: object = {}): Json => product(`NOVO-${++counter}`, changes);

describe('product registration', () => {
	it('answers the full record', async () => {
		const body = fresh({
			idCategoriaExterna: 12,
			cor: 'azul',
			tags: ['a'],
			caracteristicas: { Cor: 'azul' },
			variacoes: [variation('FULL-P', { tamanho: 'P', ean: '7891234567895', peso: 0.001 })],
			extra: 1,
		});
		const answer = await t.client.post('/v1/products', body);
		const { extra: _extra, variacoes: _variacoes, idCategoriaExterna: _id, ...plain } = body;
		expect(answer).toMatchObject({
			status: 201,
			json: { ...plain, idCategoriaExterna: '12', estoque: 0 },
		});
		expect(answer.json).toMatchObject({
			condicao: 'indefinido',
			precoDeMidia: 20,
			precoPorMidia: 10.5,
		});
		expect((answer.json as { variacoes: Json[] }).variacoes[0]).toMatchObject({
			tamanho: 'P',
			peso: 0.001,
			altura: 1,
		});
		expect((await t.client.get(`/v1/products/${String(body.skuProduto)}`)).json).toEqual(
			answer.json,
		);
	});

	const price: [unknown[], unknown[]] = [[], [0, 0.009, 1_000_000, '10', null]];
	const text: [unknown[], unknown[]] = [[long(250)], ['', long(251), 5]];
	const measure: [unknown[], unknown[]] = [
		[0.01, 1e6],
		[0, 0.009, '1'],
	];
	const rules: [path: string, good: unknown[], bad: unknown[]][] = [
		['skuProduto', [], ['', long(251), 5]],
		['nome', ...text],
		['marca', ...text],
		['cor', ...text],
		['descricao', [long(5000)], ['', 5]],
		['descricaoCurta', ['a'], ['']],
		['descricaoSimples', ['a'], ['']],
		['ean', [''], [5]],
		['ncm', [''], [5]],
		['mpn', [''], [5]],
		['condicao', ['novo', 'usado', 'recondicionado'], ['indefinido', '']],
		[
			'faixaEtaria',
			['recem-nascido', '3-a-12-meses', '1-a-5-anos', 'infantil', 'adulto'],
			['indefinido', 'idoso'],
		],
		['genero', ['masculino', 'feminino', 'unissex'], ['indefinido', 'm']],
		['idCategoriaExterna', [1], ['1']],
		['precoDe', [10.5, 999999.99], price[1]],
		['precoPor', [0.01, 20], [...price[1], 20.01]],
		['precoDeMidia', [0.01], price[1]],
		['precoPorMidia', [0.01], price[1]],
		['ativo', [false], ['true', 1]],
		['prazoProducao', [0, 30], ['1']],
		['altura', ...measure],
		['largura', ...measure],
		['comprimento', ...measure],
		['peso', ...measure],
		['categoria', [['a'], ['a', 'b', 'c', 'd']], [[], ['a', 'b', 'c', 'd', 'e'], 'a']],
		[
			'imagens',
			[[1, 2, 3, 4].map((id) => ({ id, url: 'u' }))],
			[[], [1, 2, 3, 4, 5].map((id) => ({ id, url: 'u' }))],
		],
		['imagens.0.id', [1, 250], [0, 251, undefined]],
		['imagens.0.url', [long(250)], ['', long(251), undefined]],
		['urlVideo', ['https://v.example.com/1'], ['nada', `https://v.example.com/${long(250)}`]],
		['urlProduto', ['https://v.example.com/1'], ['', 'nada']],
		[
			'caracteristicas',
			[{}],
			[Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`c${index}`, 1])), []],
		],
		['tags', [[]], ['a', [1]]],
	];

	it.each(rules)('%s', async (path, good, bad) => {
		for (const value of good) {
			const answer = await t.client.post('/v1/products', changed(fresh(), path, value));
			expect(answer.status, `${JSON.stringify(value)} ${answer.text}`).toBe(201);
		}
		const place = new RegExp(path.replace('.0', '\\[0\\]').split('.').join('\\.'));
		for (const value of bad) {
			expectRefusal(await t.client.post('/v1/products', changed(fresh(), path, value)), 400, place);
		}
	});

	const required = [
		'skuProduto',
		'skuProdutoLider',
		'nome',
		'descricao',
		'ean',
		'precoDe',
		'precoPor',
		'ativo',
		'prazoProducao',
		'altura',
		'largura',
		'comprimento',
		'peso',
		'categoria',
		'marca',
		'imagens',
	];
	it.each(required)('needs %s', async (path) => {
		const answer = await t.client.post('/v1/products', changed(fresh(), path, undefined));
		expectRefusal(answer, 400, `${path}: obrigatório`);
	});

	const variationRules: [string, unknown[], unknown[]][] = [
		['skuVariacao', [], [undefined, '', long(251)]],
		['tamanho', [long(250)], ['', long(251)]],
		['voltagem', [long(250)], ['', long(251)]],
		['precoDe', [5, 999999.99], [undefined, 0, 4.99]],
		['precoPor', [0.01], [undefined, 0, 5.01]],
		['precoDeMidia', [0.01], [0]],
		['precoPorMidia', [0.01], [0]],
		['ean', ['7891234567895'], ['', '123', '789123456789x']],
		['altura', [0.01], [0.009]],
		['peso', [0.001], [0.0009]],
	];
	it.each(variationRules)('variation: %s', async (field, good, bad) => {
		const body = (value: unknown): Json =>
			changed(
				fresh({ variacoes: [variation(`VAR-${counter}-${Math.random()}`)] }),
				`variacoes.0.${field}`,
				value,
			);
		for (const value of good)
			expect((await t.client.post('/v1/products', body(value))).status).toBe(201);
		for (const value of bad)
			expectRefusal(await t.client.post('/v1/products', body(value)), 400, /variacoes\[0\]/);
	});

	it('refuses what the rules between fields forbid, all at once', async () => {
		const post = (body: Json) => t.client.post('/v1/products', body);
		expectRefusal(await post(product('CANECA-1')), 400, /skuProduto: já cadastrado/);
		expectRefusal(await post(product('CAMISETA-1-P')), 400, /SKU de uma variação/);
		expectRefusal(await post(fresh({ skuProdutoLider: 'NADA' })), 400, /líder não cadastrado/);
		expectRefusal(await post(fresh({ precoDeMidia: 1, precoPorMidia: 2 })), 400, /precoPorMidia/);
		const both = [variation('B-1', { tamanho: 'P' }), variation('B-2', { voltagem: '110v' })];
		expectRefusal(await post(fresh({ variacoes: both })), 400, /nunca ambos/);
		expectRefusal(
			await post(fresh({ variacoes: [variation('B-3', { tamanho: 'P', voltagem: '1' })] })),
			400,
			/nunca ambos/,
		);
		expectRefusal(
			await post(fresh({ variacoes: [variation('B-4'), variation('B-4')] })),
			400,
			/repetido/,
		);
		expectRefusal(
			await post(fresh({ variacoes: [variation('CAMISETA-1-P')] })),
			400,
			/já cadastrado/,
		);
		expectRefusal(await post(fresh({ variacoes: [variation('CANECA-1')] })), 400, /já cadastrado/);
		const answer = await post(product('CANECA-1', { skuProdutoLider: 'NADA', precoPor: 30 }));
		expect((answer.json as { details: string[] }).details).toHaveLength(3);
	});

	it('takes children after their leader', async () => {
		const leader = fresh();
		const child = fresh({ skuProdutoLider: leader.skuProduto, cor: 'verde' });
		expectRefusal(await t.client.post('/v1/products', child), 400, /líder/);
		expect((await t.client.post('/v1/products', leader)).status).toBe(201);
		expect((await t.client.post('/v1/products', child)).status).toBe(201);
	});
});
