import type { IDataObject } from 'n8n-workflow';
import { describe, expect } from 'vitest';
import { createBatch, customized, stock, stocks } from '../../support/batches.mts';
import {
	asJson,
	answer,
	bodies,
	bySku,
	go,
	hintsOf,
	mapped,
	op,
	respond,
} from '../../support/items.mts';
import { addProducts, addSkus, channelPrice, productFields } from '../../support/products.mts';
import { setup as setupOnce, test, type Setup } from '../../support/setup.mts';

/** Rows as sellers' spreadsheets have them. */

const update = op('product update', { sku: bySku('P1') });

/** What is sent of rows that differ from a good product in these fields, and the hints. */
async function registered(
	{ hub, n8n }: Setup,
	rows: IDataObject[],
	more: IDataObject = {},
	name = 'R',
) {
	const items = rows.map((row, at) => productFields({ skuProduto: `${name}${at}`, ...row }));
	const result = await n8n.run({ ...createBatch, ...more }, items, go);
	expect(result.json().map(({ error }) => error)).toEqual(rows.map(() => undefined));
	const sent = bodies<{ produtos: IDataObject[] }>(hub, 'productBatch').at(-1)!.produtos;
	return { sent, hints: hintsOf(result).join('\n') };
}

const nbsp = '\u00a0';
const [unseen, bom] = ['\u200b', '\ufeff'];

test.each([
	['="789100031550"', 'a code of 13 digits'],
	['7,89E+12', 'a code of 13 digits'],
])('EAN %s of a variation is refused', async (ean, rule) => {
	const { hub, n8n } = await setupOnce();
	const variacoes = [{ skuVariacao: 'V', precoDe: 2, precoPor: 1, ean }];
	const result = await n8n.run(createBatch, [productFields({ variacoes })], go);
	expect(result.json()[0]?.error).toContain(rule);
	expect(hub.count({ endpoint: 'productBatch' })).toBe(0);
});

test('a wrong check digit is sent and a code with lost zeros is filled up, both with a hint', async ({
	hub,
	n8n,
}) => {
	const variacoes = [{ skuVariacao: 'V', precoDe: 2, precoPor: 1, ean: 12345678905 }];
	const { sent, hints } = await registered({ hub, n8n }, [
		{ ean: '7891000315508' },
		{ variacoes: JSON.stringify(variacoes) },
	]);
	expect(sent[0]?.ean).toBe('7891000315508');
	expect(sent[1]).toMatchObject({ variacoes: [{ ean: '0012345678905' }] });
	expect(hints).toContain('that of no EAN or GTIN: `ean` "7891000315508"');
	expect(hints).toContain('`variacoes.ean` "12345678905" as 0012345678905');
});

test.each([
	['as a list', (urls: string[]) => urls.map((url, at) => ({ id: at + 1, url }))],
	['as text', (urls: string[]) => urls.join(', ')],
])('six images %s: the first four are sent', async (_how, written) => {
	const { hub, n8n } = await setupOnce();
	const urls = [1, 2, 3, 4, 5, 6].map((name) => `https://a.com/${name}.jpg`);
	const { sent, hints } = await registered({ hub, n8n }, [{ imagens: written(urls) }]);
	expect(sent[0]?.imagens).toEqual(urls.slice(0, 4).map((url, at) => ({ id: at + 1, url })));
	expect(hints).toContain('at most four images');
	expect(hints).toContain('https://a.com/5.jpg');
});

test('`indefinido` is not sent, and a hint says so; a new product needs a category', async ({
	hub,
	n8n,
}) => {
	const { sent, hints } = await registered({ hub, n8n }, [
		{ condicao: 'indefinido', genero: 'Indefinido' },
	]);
	expect(sent[0]).not.toHaveProperty('condicao');
	expect(sent[0]).not.toHaveProperty('genero');
	expect(hints).toMatch(/Not sent.*`condicao`.*`genero`/);
	const refused = await n8n.run(createBatch, [productFields({ categoria: [] })], go);
	expect(refused.json()[0]?.error).toContain('`categoria`) must have at least 1 entry');
	addProducts(hub, [{ skuProduto: 'P1' }]);
	const change = { nome: 'N2', condicao: 'indefinido', categoria: '[]' };
	const changed = await n8n.done({ ...update, ...mapped }, [change]);
	expect(bodies(hub, 'productUpdate')).toEqual([{ nome: 'N2' }]);
	expect(hintsOf(changed).join()).toMatch(/Not sent.*`categoria`, `condicao`/);
	const synced = await n8n.done(op('product sync', { ...mapped, wholeList: false }), [
		{ skuProduto: 'P1', nome: 'N3', condicao: 'indefinido', categoria: '[]' },
	]);
	expect(synced.json()).toMatchObject([{ sku: 'P1', status: 'updated' }]);
	expect(bodies(hub, 'productUpdate').at(-1)).toEqual({ nome: 'N3' });
});

test.each<IDataObject>([
	...['nome', 'descricao', 'marca', 'mpn', 'ncm', 'cor'].map((field) => ({ [field]: '#N/D' })),
	...[{ nome: '[object Object]' }, { categoria: 'Casa > #REF!' }, { tags: '#N/D' }],
	...[{ ncm: '6,10910E+07' }, { mpn: '7,891E+12' }],
	...['(vazio)', 'NULL', 'undefined', '--'].map((skuProduto) => ({ skuProduto })),
])('%j is refused in place of a value, for a new product as in a sync', async (bad) => {
	const { hub, n8n } = await setupOnce();
	const row = productFields({ skuProduto: 'N1', ...bad });
	for (const parameters of [createBatch, { ...op('product sync', mapped), guardMode: 'off' }]) {
		const [result] = (await n8n.run(parameters, [row], go)).json();
		expect(result?.error).toMatch(/must be .* not /);
		expect(hub.count({ endpoint: 'productBatch' })).toBe(0);
	}
});

describe('Derive Simple Description', () => {
	const derive = { deriveSimpleDescription: true };
	const html =
		'<h1>T&iacute;tulo &amp; cia</h1>\n<p>Uma<br/>camiseta <b>azul</b> &lt; 5&nbsp;kg</p><!-- <p>não</p> --><style>p{}</style><ul><li>&#233; &#x1F600;</ul>';
	const plain = 'Título & cia\nUma\ncamiseta azul < 5 kg\né 😀';

	test('is off by default, and fills the field of rows without one in each operation', async ({
		hub,
		n8n,
	}) => {
		const row = { descricao: html };
		expect((await registered({ hub, n8n }, [row])).sent[0]).not.toHaveProperty('descricaoSimples');
		const rows = [row, { ...row, descricaoSimples: 'minha' }, { descricao: 'sem 5 < 6' }];
		const { sent } = await registered({ hub, n8n }, rows, derive, 'D');
		expect(sent.map(({ descricaoSimples }) => descricaoSimples)).toEqual([
			...[plain, 'minha', undefined],
		]);
		await n8n.done({ ...op('product create', mapped), ...derive }, [
			productFields({ skuProduto: 'C', ...row }),
		]);
		expect(bodies(hub, 'productCreate')).toMatchObject([{ descricaoSimples: plain }]);
		const change = { ...update, ...asJson(row), ...derive };
		addProducts(hub, [{ skuProduto: 'P1' }]);
		await n8n.done(change);
		await n8n.done({ ...op('product sync', { ...mapped, wholeList: false }), ...derive }, [
			{ skuProduto: 'P1', descricao: `${html}!` },
		]);
		expect(bodies(hub, 'productUpdate')).toMatchObject([
			{ descricaoSimples: plain },
			{ descricaoSimples: `${plain}\n!` },
		]);
	});

	test('a switch whose expression gives nonsense for a row refuses that row alone', async ({
		n8n,
	}) => {
		const rows = ['A', 'B'].map((skuProduto) => productFields({ skuProduto, descricao: html }));
		const wrong = { deriveSimpleDescription: '={{ $json.skuProduto === "A" ? "talvez" : true }}' };
		const result = await n8n.run({ ...createBatch, ...wrong }, rows, go);
		expect(result.json()).toMatchObject([
			{ error: expect.stringContaining('`deriveSimpleDescription`') as string },
			{ sku: 'B', sucesso: true },
		]);
	});

	test('reads tags that were escaped, and leaves the field out where some are left', async ({
		hub,
		n8n,
	}) => {
		const rows = [
			{ descricao: '<p>&lt;strong&gt;Camiseta&lt;/strong&gt; azul</p>' },
			{ descricao: '<p>&lt;p&gt;&amp;lt;b&amp;gt;Camiseta</p>' },
		];
		const { sent } = await registered({ hub, n8n }, rows, derive);
		expect(sent.map(({ descricaoSimples }) => descricaoSimples)).toEqual([
			'Camiseta azul',
			undefined,
		]);
	});

	test('takes the description that another row of the product gives', async ({ hub, n8n }) => {
		const product = { descricao: '<p>x</p>', descricaoSimples: '' };
		const variation = {
			skuVariacao: 'A-M',
			tamanho: 'M',
			descricao: '',
			descricaoSimples: 'Texto',
		};
		const rows = [product, variation].map((row) => productFields({ skuProduto: 'A', ...row }));
		await n8n.done({ ...createBatch, ...derive }, rows);
		const { produtos } = bodies<{ produtos: IDataObject[] }>(hub, 'productBatch')[0]!;
		expect(produtos).toMatchObject([{ skuProduto: 'A', descricaoSimples: 'Texto' }]);
	});
});

describe('a cell `=""` says nothing', () => {
	test('it names no variation, and differs from no other row of a product', async ({
		hub,
		n8n,
	}) => {
		const { sent } = await registered({ hub, n8n }, [{ skuVariacao: '=""', tamanho: '=""' }]);
		expect(sent[0]).not.toHaveProperty('variacoes');
		const rows = [
			{ skuVariacao: 'A-P', tamanho: 'P', nome: '="Camiseta"' },
			{ skuVariacao: 'A-M', tamanho: 'M', nome: '=""' },
		].map((row) => productFields({ skuProduto: '="A"', ...row }));
		const result = await n8n.done(createBatch, rows);
		expect(result.json()).toMatchObject([{ sku: 'A', sucesso: true }]);
	});

	test('it stands for no SKU and for no channel', async ({ hub, n8n }) => {
		addSkus(hub, 1);
		await n8n.done(stock, [{ skuProduto: '="S0"', skuVariacao: '=""', estoque: 3 }]);
		expect(bodies(hub, 'stockBatch')).toEqual([{ estoques: stocks(['S0'], 3) }]);
	});
});

test('a price result without a SKU does not make an item named "undefined"', async ({
	hub,
	n8n,
}) => {
	const erros = [{ idCanalIntegracao: 11, mensagem: 'não' }];
	answer(hub, 'customizedPriceSet', { resultados: [{ erros }] });
	const result = await n8n.run(customized, [channelPrice('S0')], go);
	expect(JSON.stringify(result.json())).not.toContain('undefined');
	expect(result.json()).toHaveLength(2);
});

test('a new batch that is not found yet is looked for again, and an older one is not', async ({
	hub,
	n8n,
}) => {
	addSkus(hub, 1);
	respond(hub, 'batchGet', 404, { times: 3 });
	expect((await n8n.done(stock, stocks(1))).json()).toMatchObject([{ sku: 'S0', sucesso: true }]);
	expect(hub.count({ endpoint: 'batchGet' })).toBeGreaterThan(3);
	const looks = hub.count({ endpoint: 'batchGet' });
	const wait = op('batch wait', { batchId: '999', splitEntries: false });
	const old = await n8n.run(wait, [{}], go);
	expect(old.json()[0]?.error).toContain('no batch 999');
	expect(hub.count({ endpoint: 'batchGet' })).toBeLessThanOrEqual(looks + 1);
});

test('columns match despite capitals, accents, blanks or a byte order mark', async ({
	hub,
	n8n,
}) => {
	addSkus(hub, 1);
	const price = op('price updateBatch', mapped);
	const row = { [`${bom}SKU`]: `${unseen}S0${nbsp}`, 'PREÇO DE': '1.199,90', 'Preço Por': '99,90' };
	await n8n.done(price, [row]);
	expect(bodies(hub, 'priceBatch')).toEqual([
		{ precos: [{ sku: 'S0', precoDe: 1199.9, precoPor: 99.9 }] },
	]);
});
