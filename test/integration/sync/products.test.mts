import mapValues from 'lodash/mapValues.js';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { productsSent } from '../../support/batches.mts';
import { answer, asJson, bodies, bySku, go, hintsOf, op } from '../../support/items.mts';
import { addProducts, productFields } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addSimple,
	addVaried,
	facts,
	heldBy,
	onRequest,
	productSync,
	statuses,
	unguardedProductSync,
	wholeProducts,
	writes,
} from '../../support/sync.mts';

const at = setupEach({ seed: { products: 0 } });
const updates = () => bodies(at.hub, 'productUpdate');
const variation = (skuVariacao: string, changes: IDataObject = {}) => ({
	skuVariacao,
	tamanho: skuVariacao,
	precoDe: 99.9,
	precoPor: 79.9,
	...changes,
});

describe('create or update', () => {
	test('new products are created, leaders first; known products get only the fields that differ', async () => {
		addSimple(at.hub, 3);
		const list = [
			productFields({ skuProduto: 'CHILD', skuProdutoLider: 'LEADER' }),
			productFields({ skuProduto: 'P0' }),
			productFields({ skuProduto: 'P1', nome: 'Outro nome', precoPor: '69,90', tags: 'a, b' }),
			productFields({ skuProduto: 'LEADER' }),
		];
		const dry = await at.n8n.run({ ...productSync, dryRun: true }, list);
		const known = { P0: 'unchanged', P1: 'wouldUpdate' };
		const absent = { CHILD: 'wouldCreate', LEADER: 'wouldCreate' };
		expect(statuses(dry.json())).toEqual({ ...known, ...absent });
		expect(writes(at.hub)).toEqual([]);
		const result = await at.n8n.run(productSync, list);
		const created = {
			...{ status: 'created', batchId: expect.any(Number) as number },
			after: expect.objectContaining({ precoPor: 79.9 }) as object,
		};
		expect(facts(result.json())).toEqual([
			{ sku: 'CHILD', ...created },
			{ sku: 'P0', status: 'unchanged' },
			{
				sku: 'P1',
				status: 'updated',
				before: { nome: 'Camiseta azul', precoPor: 79.9, tags: [] },
				after: { nome: 'Outro nome', precoPor: 69.9, tags: ['a', 'b'] },
			},
			{ sku: 'LEADER', ...created },
		]);
		expect(productsSent(at.hub)).toEqual([['LEADER', 'CHILD']]);
		expect(updates()).toEqual([{ nome: 'Outro nome', precoPor: 69.9, tags: ['a', 'b'] }]);
		expect(hintsOf(result)[0]).toMatch(/^4 compared, 1 updated, 2 created, 1 unchanged, /);
		const sent = writes(at.hub).length;
		const again = await at.n8n.run(productSync, list);
		expect(new Set(again.json().map(({ status }) => status))).toEqual(new Set(['unchanged']));
		expect(writes(at.hub)).toHaveLength(sent);
	});

	test('a price that the list of the hub does not show is read from the record, and guarded', async () => {
		addSimple(at.hub, 21);
		const read = { resource: 'product', operation: 'getMany', returnAll: true, simplify: false };
		const [first, ...others] = (await at.n8n.done(read)).json();
		const produtos = [{ ...first, precoPor: null }, ...others];
		const info = { offset: 0, limit: 100, total: 21 };
		answer(at.hub, 'productList', { produtos, info }, 200, 9);
		const list = produtos.map(({ skuProduto }, index) => ({
			...{ skuProduto, precoDe: 99.9, precoPor: index === 0 ? 15 : 79.9 },
		}));
		const result = await at.n8n.run(productSync, list as IDataObject[], go);
		expect(result.json()[0]).toMatchObject({
			sku: 'P0',
			status: 'held',
			before: { precoPor: 79.9 },
		});
		expect(at.hub.count({ endpoint: 'productGet' })).toBeLessThanOrEqual(1);
		expect(writes(at.hub)).toEqual([]);
	});

	test('a new product that lacks fields names them all in one message, in the words of the form', async () => {
		const result = await at.n8n.run(productSync, [{ skuProduto: 'NEW', nome: 'Sem o resto' }]);
		const { message, description } = result.nodeError!;
		expect(message).toMatch(/1 not sent; NEW: 13 fields are missing for a new product/);
		expect(description).toContain(
			'give: Description, EAN, List Price (BRL), Sale Price (BRL), Active, Production (Days), Height (cm), Width (cm), Length (cm), Weight (kg), Categories, Brand, Images.',
		);
		expect(description).not.toContain('13 fields');
	});

	test('fields that the input does not name stay, and so do fields with empty cells', async () => {
		addSimple(at.hub, 2);
		Object.assign(heldBy(at.hub, 'P0')!, { descricaoCurta: 'Curta', cor: 'azul' });
		const list = [
			{ skuProduto: 'P0', marca: 'Outra', cor: '', descricaoCurta: null },
			{ skuProduto: 'P1', nome: 'Camiseta azul' },
			{ skuProduto: 'NEW', nome: 'Sem o resto' },
		];
		const result = await at.n8n.run(productSync, list, go);
		expect(result.json()).toMatchObject([
			{ status: 'updated', before: { marca: 'Marca' }, after: { marca: 'Outra' } },
			{ sku: 'P1', status: 'unchanged' },
			{ sku: 'NEW', status: 'notSent', error: '13 fields are missing for a new product' },
		]);
		expect(updates()).toEqual([{ marca: 'Outra' }]);
		expect(heldBy(at.hub, 'P0')).toMatchObject({ descricaoCurta: 'Curta', cor: 'azul' });
	});

	test.each<[string, IDataObject]>([
		[
			'numbers with decimal commas',
			{ peso: '0,2', precoDe: '99,90', altura: '2', prazoProducao: '0' },
		],
		['numbers as text', { idCategoriaExterna: '77', ean: 7891000315507 }],
		['truth as a spreadsheet says it', { ativo: 'VERDADEIRO' }],
		['lists in one cell', { categoria: 'Moda, Camisetas', tags: 'verão,praia' }],
		['images by their addresses', { imagens: 'https://example.com/camiseta.jpg' }],
		[
			'images in another order',
			{ imagens: [2, 1].map((id) => ({ url: `https://a.com/${id}`, id })) },
		],
		['features, a number among them', { caracteristicas: '{"Botões": 4}' }],
		['HTML', { descricao: '<p>Camiseta</p>\n<ul><li>Algodão &amp; linho</li></ul>' }],
		['the words of a choice', { condicao: 'novo', genero: 'unissex' }],
	])('%s: sent once, then unchanged', async (_name, fields) => {
		addSimple(at.hub, 1);
		const list = [{ skuProduto: 'P0', ...fields }];
		await at.n8n.done(unguardedProductSync, list);
		const sent = writes(at.hub).length;
		const again = await at.n8n.run(unguardedProductSync, list);
		expect(facts(again.json())).toEqual([{ sku: 'P0', status: 'unchanged' }]);
		expect(writes(at.hub)).toHaveLength(sent);
	});

	test('a record of Product: Get can be edited and given back', async () => {
		addVaried(at.hub, 1, 2);
		const get = op('product get', { simplify: false, sku: bySku('V0') });
		const [record] = (await at.n8n.run(get)).json();
		const same = await at.n8n.run(productSync, [record!]);
		expect(facts(same.json())).toEqual([{ sku: 'V0', status: 'unchanged' }]);
		await at.n8n.run(productSync, [{ ...record, nome: 'Editada' }]);
		expect(updates()).toEqual([{ nome: 'Editada' }]);
	});

	test('a feature that the list no longer has is a change', async () => {
		addSimple(at.hub, 1);
		const features = async (caracteristicas: IDataObject) =>
			(await at.n8n.run(unguardedProductSync, [{ skuProduto: 'P0', caracteristicas }])).json();
		await features({ Botões: '4', Gola: 'V' });
		expect(await features({ Botões: '4' })).toMatchObject([{ sku: 'P0', status: 'updated' }]);
		expect(facts(await features({ Botões: '4' }))).toEqual([{ sku: 'P0', status: 'unchanged' }]);
	});

	test('products are unchanged when the hub adds a field to each of their images', async () => {
		const list = addSimple(at.hub, 12).map((sku) => ({
			skuProduto: sku,
			imagens: structuredClone(at.hub.state.products.get(sku)!.imagens),
		}));
		at.hub.quirks.extraFields = true;
		const results = (await at.n8n.run(productSync, list, go)).json();
		expect(facts(results)).toEqual(
			list.map(({ skuProduto: sku }) => ({ sku, status: 'unchanged' })),
		);
		const [first, ...others] = list;
		const changed = [{ ...first, imagens: [{ id: 1, url: 'https://a.com/new.jpg' }] }, ...others];
		const again = (await at.n8n.run(productSync, changed, go)).json();
		expect(again.map(({ status }) => status)).toEqual([
			'updated',
			...others.map(() => 'unchanged'),
		]);
	}, 60_000);

	test.each<[string, (list: unknown[]) => unknown]>([
		['as an object', (list) => ({ ...list })],
		['of one value as the value', ([first]) => first],
	])('a product is unchanged even if the hub writes a list %s', async (_name, written) => {
		addSimple(at.hub, 1);
		const product = at.hub.state.products.get('P0')!;
		const image = { id: 1, url: 'https://a.com/1.jpg' };
		const lists = { categoria: ['Moda'], tags: ['praia'], imagens: [image] };
		const body = { ...product, ...mapValues(lists, written) };
		answer(at.hub, 'productGet', body, 200, 9);
		const result = await at.n8n.run(productSync, [{ skuProduto: 'P0', ...lists }]);
		expect(facts(result.json())).toEqual([{ sku: 'P0', status: 'unchanged' }]);
	});

	test('a row of the product list without a SKU is no product', async () => {
		addSimple(at.hub, 2);
		const [first, second] = [...at.hub.state.products.values()];
		const info = { offset: 0, limit: 100, total: 2 };
		const produtos = [first, { ...second, skuProduto: null }];
		answer(at.hub, 'productList', { produtos, info }, 200, 9);
		const whole = { ...unguardedProductSync, wholeList: true, missingInList: 'report' };
		const result = await at.n8n.run(whole, [{ skuProduto: 'P0', ativo: true }]);
		expect(facts(result.json())).toEqual([{ sku: 'P0', status: 'unchanged' }]);
	});

	test('a product is unchanged even if the hub writes its numbers as text', async () => {
		at.hub.quirks.numbersAsStrings = true;
		addSimple(at.hub, 1);
		const result = await at.n8n.run(productSync, wholeProducts(['P0']));
		expect(facts(result.json())).toEqual([{ sku: 'P0', status: 'unchanged' }]);
	});

	test('a hint names products whose description has HTML but no plain text', async () => {
		addSimple(at.hub, 2);
		const descricao = '<b>Nova</b>';
		const result = await at.n8n.run(productSync, [
			{ skuProduto: 'P0', descricao },
			{ skuProduto: 'P1', descricao, descricaoSimples: 'Nova' },
		]);
		const hint = hintsOf(result).find((text) => text.includes('HTML'));
		expect(hint).toContain('`descricaoSimples`: P0.');
	});
});

describe('variations', () => {
	test('one is added, one is changed, and the others stay as they are', async () => {
		addProducts(at.hub, [
			{
				skuProduto: 'V0',
				variacoes: [
					variation('A', { ean: '7891000315507' }),
					variation('B', { precoDeMidia: 95, precoPorMidia: 70 }),
				],
			},
		]);
		const list = [
			{ skuProduto: 'V0', variacoes: [{ skuVariacao: 'A', precoPor: 69.9 }, variation('C')] },
		];
		const result = await at.n8n.done({ ...productSync, ...asJson(list) });
		expect(result.json()).toMatchObject([
			{
				status: 'updated',
				before: { variacoes: [{ skuVariacao: 'A', precoPor: 79.9 }] },
				after: {
					variacoes: [
						{ skuVariacao: 'A', precoPor: 69.9 },
						{ skuVariacao: 'C', tamanho: 'C', precoDe: 99.9, precoPor: 79.9 },
					],
				},
			},
		]);
		expect(heldBy(at.hub, 'V0')).toMatchObject({
			variacoes: [
				{ skuVariacao: 'A', tamanho: 'A', precoPor: 69.9, ean: '7891000315507', estoque: 5 },
				{ skuVariacao: 'B', precoPor: 79.9, precoDeMidia: 95, precoPorMidia: 70, estoque: 5 },
				{ skuVariacao: 'C', tamanho: 'C', estoque: 0 },
			],
		});
		expect(heldBy(at.hub, 'A')).not.toHaveProperty('precoDeMidia');
		const sent = writes(at.hub).length;
		await at.n8n.run({ ...productSync, ...asJson(list) });
		expect(writes(at.hub)).toHaveLength(sent);
	});

	test('are read from a hub that writes a list with a gap as an object', async () => {
		addVaried(at.hub, 1, 3);
		const asObject = (product: IDataObject) => {
			const variations = product.variacoes as IDataObject[];
			return { ...product, variacoes: Object.fromEntries(Object.entries(variations)) };
		};
		const get = op('product get', { sku: bySku('V0'), simplify: false });
		const [product] = (await at.n8n.done(get)).json();
		answer(at.hub, 'productGet', asObject(product!), 200, 9);
		const list = [{ skuProduto: 'V0', variacoes: [{ skuVariacao: 'V0-1', precoPor: 69.9 }] }];
		await at.n8n.done({ ...productSync, ...asJson(list) });
		expect(updates()).toMatchObject([
			{ variacoes: [{ skuVariacao: 'V0-0' }, { precoPor: 69.9 }, { skuVariacao: 'V0-2' }] },
		]);
	});

	test('keep the changes that others make during the run', async () => {
		addVaried(at.hub, 1, 3);
		addSimple(at.hub, 1);
		const changeDuringRun = () => Object.assign(heldBy(at.hub, 'V0-1')!, { precoPor: 59.9 });
		onRequest(at.hub, 'productUpdate', 1, changeDuringRun);
		const list = [
			{ skuProduto: 'P0', nome: 'Nova' },
			{ skuProduto: 'V0', variacoes: [{ skuVariacao: 'V0-0', precoPor: 69.9 }] },
		];
		await at.n8n.done({ ...productSync, ...asJson(list) });
		const prices = ['V0-0', 'V0-1', 'V0-2'].map((sku) => heldBy(at.hub, sku)!.precoPor);
		expect(prices).toEqual([69.9, 59.9, 79.9]);
		expect(at.hub.count({ endpoint: 'productGet' })).toBeLessThanOrEqual(3);
	});

	const naming = (...variations: IDataObject[]) => ({ variacoes: variations });

	test('are refused with their row if they belong to another product', async () => {
		addVaried(at.hub, 2, 2);
		const list = [
			{ skuProduto: 'V0', ...naming({ skuVariacao: 'V1-0', precoDe: 99.9, precoPor: 79.9 }) },
			productFields({ skuProduto: 'NEW', ...naming(variation('V1-1')) }),
			{ skuProduto: 'V1', ...naming({ skuVariacao: 'V1-1', precoPor: 69.9 }) },
			productFields({ skuProduto: 'CHILD', skuProdutoLider: 'NEW' }),
		];
		const parameters = { ...productSync, ...asJson(list) };
		const dry = await at.n8n.run({ ...parameters, dryRun: true }, undefined, go);
		expect(dry.json()[0]).toMatchObject({ sku: 'V0', status: 'wouldNotSend' });
		const result = await at.n8n.run(parameters, undefined, go);
		expect(result.json()).toMatchObject([
			{
				sku: 'V0',
				status: 'notSent',
				error: '`variacoes` names V1-0, which belongs to the product V1',
			},
			{ sku: 'NEW', status: 'notSent' },
			{ sku: 'V1', status: 'updated' },
			{ sku: 'CHILD', status: 'notSent' },
		]);
		expect(writes(at.hub)).toHaveLength(1);
	});

	test.each([1, 20])(
		'are refused if a product of their own SKU has them, beside %i new ones',
		async (count) => {
			addVaried(at.hub, 1, 1, () => 'V0');
			addSimple(at.hub, 40);
			const fresh = Array.from({ length: count }, (_, index) => variation(`N${index}`));
			const list = [productFields({ skuProduto: 'NEW', ...naming(variation('V0'), ...fresh) })];
			const result = await at.n8n.run({ ...productSync, ...asJson(list) }, undefined, go);
			expect(result.json()).toMatchObject([
				{ sku: 'NEW', error: '`variacoes` names V0, which belongs to the product V0' },
			]);
			expect(writes(at.hub)).toEqual([]);
		},
	);

	test('are refused if another product has them, although a product of the same SKU is in the list, too', async () => {
		addVaried(at.hub, 1, 1);
		addSimple(at.hub, 1);
		const { idAtributoSimples: _id, ...shown } = at.hub.state.products.get('V0')!.variacoes[0]!;
		const body = { ...shown, skuVariacao: 'P0', skuProduto: 'V0' };
		const path = '/v1/products/variation/P0';
		at.hub.faults.add({ path, kind: 'status', status: 200, body, times: Infinity });
		const list = [
			productFields({ skuProduto: 'NEW', ...naming(variation('P0')) }),
			{ skuProduto: 'P0', ativo: true },
		];
		const result = await at.n8n.run({ ...productSync, ...asJson(list) }, undefined, go);
		expect(result.json()).toMatchObject([
			{ sku: 'NEW', error: '`variacoes` names P0, which belongs to the product V0' },
			{ sku: 'P0', status: 'unchanged' },
		]);
		expect(writes(at.hub)).toEqual([]);
	});

	test('are refused in both rows if two rows name them', async () => {
		addVaried(at.hub, 1, 1);
		const list = ['V0', 'NEW'].map((skuProduto) => ({
			...productFields({ skuProduto }),
			...naming(variation('SAME')),
		}));
		const result = await at.n8n.run({ ...productSync, ...asJson(list) }, undefined, go);
		expect(statuses(result.json())).toEqual({ V0: 'notSent', NEW: 'notSent' });
		expect(result.json()[0]!.error).toContain('the list gives to the product NEW, too');
	});

	test('cost no read in an empty hub, and are found in a full one', async () => {
		const list = Array.from({ length: 60 }, (_, index) =>
			productFields({ skuProduto: `N${index}`, ...naming(variation(`N${index}-M`)) }),
		);
		const parameters = { ...unguardedProductSync, ...asJson(list) };
		await at.n8n.done(parameters);
		expect(at.hub.count({ endpoint: 'variationGet' })).toBe(0);
		const moved = list.map((product, index) => ({ ...product, skuProduto: `M${index}` }));
		at.hub.clock.advance(60_000);
		const sent = writes(at.hub).length;
		const again = { ...unguardedProductSync, ...asJson(moved) };
		const result = await at.n8n.run(again, undefined, go);
		expect(new Set(result.json().map(({ status }) => status))).toEqual(new Set(['notSent']));
		expect(writes(at.hub)).toHaveLength(sent);
	});

	test('a new one needs its prices, and a changed price is guarded', async () => {
		addVaried(at.hub, 4, 1);
		const list = [
			{ skuProduto: 'V0', variacoes: [{ skuVariacao: 'NEW', tamanho: 'G' }] },
			{ skuProduto: 'V1', variacoes: [{ skuVariacao: 'V1-0', precoPor: 7.99 }] },
			{ skuProduto: 'V2', variacoes: [{ skuVariacao: 'BARE' }] },
			{ skuProduto: 'V3', variacoes: [{ skuVariacao: 'V3-0' }] },
		];
		const result = await at.n8n.run({ ...productSync, ...asJson(list) }, undefined, go);
		expect(result.json()).toMatchObject([
			{ status: 'notSent', error: expect.stringContaining('`precoDe`) of NEW is required') },
			{ status: 'held', error: expect.stringContaining('`variacoes[V1-0].precoPor` would change') },
			{ status: 'notSent', error: expect.stringContaining('of BARE is required') },
			{ status: 'unchanged' },
		]);
		expect(writes(at.hub)).toEqual([]);
	});
});
