import { describe, expect } from 'vitest';
import { sandboxOrderFields } from '../../support/orders.mts';
import { productFields } from '../../support/products.mts';
import { bodies, hintsOf, mapped, op, shown } from '../../support/items.mts';
import { byHand, columnsOf } from '../../support/columns.mts';
import { setup, test } from '../../support/setup.mts';

describe('columns mapped by hand', () => {
	test('stock from expressions', async () => {
		const pair = await setup({ skus: 2 });
		const schema = await columnsOf(pair, 'getStockFields');
		expect(schema.map(({ id, required, type }) => [id, required, type])).toEqual([
			['sku', true, 'string'],
			['estoque', true, 'string'],
		]);
		const parameters = op(
			'stock updateBatch',
			byHand(schema, { sku: '={{ $json.code }}', estoque: '={{ $json.amount }}' }),
		);
		await pair.n8n.done(parameters, [
			{ code: 'S0', amount: 4 },
			{ code: 'S1', amount: 5 },
		]);
		expect(bodies(pair.hub, 'stockBatch')).toEqual([
			{
				estoques: [
					{ sku: 'S0', estoque: 4 },
					{ sku: 'S1', estoque: 5 },
				],
			},
		]);
	});

	test('a product with lists and objects, typed in as JSON and from expressions; what is left empty is not sent', async ({
		pair,
	}) => {
		const schema = await columnsOf(pair, 'getProductFields');
		const { categoria, ...product } = productFields({ skuProduto: 'NEW' });
		const value = {
			...product,
			categoria: '={{ $json.levels }}',
			imagens: '[{"id":1,"url":"https://example.com/camiseta.jpg"}]',
			variacoes: '={{ $json.variations }}',
			caracteristicas: '{"Tecido":"algodão"}',
			condicao: 'novo',
			cor: null,
			urlVideo: '',
		};
		const variations = [{ skuVariacao: 'NEW-M', tamanho: 'M', precoDe: 2, precoPor: 1 }];
		await pair.n8n.done(op('product create', byHand(schema, value)), [
			{ levels: categoria, variations },
		]);
		expect(bodies(pair.hub, 'productCreate')).toEqual([
			{
				...product,
				categoria,
				variacoes: variations,
				caracteristicas: { Tecido: 'algodão' },
				condicao: 'novo',
			},
		]);
	});

	test('a sandbox order with its groups', async ({ pair }) => {
		const schema = await columnsOf(pair, 'getSandboxOrderFields');
		const { cliente, entrega, valores, itens, pagamentos, ...head } =
			sandboxOrderFields() as Record<string, object>;
		const flat = Object.fromEntries(
			Object.entries({ cliente, entrega, valores }).flatMap(([group, fields]) =>
				Object.entries(fields!).map(([name, value]) => [`${group}.${name}`, value]),
			),
		);
		for (const name of Object.keys({ ...head, ...flat }))
			expect(schema.map(({ id }) => id)).toContain(name);
		const value = {
			...head,
			...flat,
			itens: JSON.stringify(itens),
			pagamentos: JSON.stringify(pagamentos),
		};
		await pair.n8n.done(op('sandboxOrder create', byHand(schema, value)));
		expect(bodies(pair.hub, 'sandboxOrderCreate')).toEqual([sandboxOrderFields()]);
	});

	test('a number with a decimal comma from an expression', async () => {
		const pair = await setup({ skus: 1 });
		const schema = await columnsOf(pair, 'getPriceFields');
		const value = { sku: 'S0', precoDe: '={{ $json.de }}', precoPor: '={{ $json.por }}' };
		await pair.n8n.done(op('price updateBatch', byHand(schema, value)), [
			{ de: '1.234,56', por: '12,90' },
		]);
		expect(bodies(pair.hub, 'priceBatch')).toEqual([
			{ precos: [{ sku: 'S0', precoDe: 1234.56, precoPor: 12.9 }] },
		]);
	});
});

describe('columns mapped automatically', () => {
	test('every item by its own columns', async () => {
		const { hub, n8n } = await setup({ skus: 2 });
		await n8n.run(op('price updateBatch', mapped), [
			{ sku: 'S0', precoDe: 2, precoPor: 1 },
			{ precoPor: '1', precoDe: '2', sku: 'S1', precoDeMidia: '1,5' },
		]);
		expect(bodies(hub, 'priceBatch')).toEqual([
			{
				precos: [
					{ sku: 'S0', precoDe: 2, precoPor: 1 },
					{ sku: 'S1', precoDe: 2, precoPor: 1, precoDeMidia: 1.5 },
				],
			},
		]);
	});

	const stockBatch = { resource: 'stock', operation: 'updateBatch', ...mapped };
	const priceBatch = { resource: 'price', operation: 'updateBatch', ...mapped };

	test('columns count by their name, whatever their case, accents and blanks', async () => {
		const { hub, n8n } = await setup({ skus: 1 });
		const rows = [{ SKU: 'S0', 'Preço de': '2,00', PRECO_POR: 1 }];
		await n8n.done(priceBatch, rows);
		expect(bodies(hub, 'priceBatch')).toEqual([
			{ precos: [{ sku: 'S0', precoDe: 2, precoPor: 1 }] },
		]);
	});

	test("a column of the field's very name wins; two others that mean the same are not taken", async () => {
		const { hub, n8n } = await setup({ skus: 1 });
		await n8n.run(stockBatch, [{ sku: 'S0', SKU: 'S1', estoque: 1, Estoque: 2 }]);
		expect(bodies(hub, 'stockBatch')).toEqual([{ estoques: [{ sku: 'S0', estoque: 1 }] }]);
		const result = await n8n.run(stockBatch, [{ sku: 'S0', Estoque: 1, ESTOQUE: 2 }]);
		expect(shown(result.nodeError)).toContain('`estoque` is required');
	});

	test('a near miss is named beside the field that lacks a value', async ({ n8n }) => {
		const result = await n8n.run(stockBatch, [{ sku: 'S0', Estoques: 1 }]);
		expect(shown(result.nodeError)).toMatch(
			/`estoque` is required[^]*`Estoques` \(did you mean `estoque`\?\)/,
		);
	});

	test("a workflow stored with n8n's Mapping Column Mode goes on working", async () => {
		const { hub, n8n } = await setup({ skus: 1 });
		const columns = { mappingMode: 'autoMapInputData', value: null };
		await n8n.run({ ...stockBatch, inputMode: 'fields', columns }, [{ sku: 'S0', estoque: 3 }]);
		expect(bodies(hub, 'stockBatch')).toEqual([{ estoques: [{ sku: 'S0', estoque: 3 }] }]);
	});
});

describe('variations of a product', () => {
	const create = { resource: 'product', operation: 'create', ...mapped };

	test.each(['P, M, G', '["P","M"]', ['P', 'M']])(
		'%j is refused with one message that shows how they are written',
		async (variacoes) => {
			const { n8n } = await setup();
			const result = await n8n.run(create, [{ ...productFields({ skuProduto: 'A' }), variacoes }]);
			const { message } = result.nodeError!;
			expect(message).toContain('`variacoes` must be a list of objects such as [{"skuVariacao":');
			expect(message).not.toContain('is required');
		},
	);

	test('stock in one is named as not sent, with the operation that sets it', async ({ pair }) => {
		const variacoes = [{ skuVariacao: 'A-M', tamanho: 'M', precoDe: 2, precoPor: 1, estoque: 5 }];
		const result = await pair.n8n.done(create, [
			{ ...productFields({ skuProduto: 'A' }), variacoes },
		]);
		expect(hintsOf(result).join()).toMatch(/`variacoes\.estoque`.*Stock > Update in Batch/);
	});
});
