import { describe, expect, test } from 'vitest';
import { sandboxOrderFields } from '../../support/orders.mts';
import { addSkus, productFields } from '../../support/products.mts';
import { bodies, mapped, shown, op } from '../../support/items.mts';
import { byHand, columnsOf } from '../../support/columns.mts';
import { setup } from '../../support/setup.mts';

describe('columns mapped by hand', () => {
	test('stock from expressions', async () => {
		const pair = await setup();
		addSkus(pair.hub, 2);
		const schema = await columnsOf(pair, 'getStockFields');
		expect(schema.map(({ id, required, type }) => [id, required, type])).toEqual([
			['sku', true, 'string'],
			['estoque', true, 'string'],
		]);
		const parameters = op(
			'stock updateBatch',
			byHand(schema, { sku: '={{ $json.code }}', estoque: '={{ $json.amount }}' }),
		);
		const result = await pair.n8n.run(parameters, [
			{ code: 'S0', amount: 4 },
			{ code: 'S1', amount: 5 },
		]);
		expect(shown(result.nodeError)).toBe('nothing was thrown');
		expect(bodies(pair.hub, 'stockBatch')).toEqual([
			{
				estoques: [
					{ sku: 'S0', estoque: 4 },
					{ sku: 'S1', estoque: 5 },
				],
			},
		]);
	});

	test('a product with lists and objects, typed in as JSON and from expressions; what is left empty is not sent', async () => {
		const pair = await setup();
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
		const result = await pair.n8n.run(op('product create', byHand(schema, value)), [
			{ levels: categoria, variations },
		]);
		expect(shown(result.nodeError)).toBe('nothing was thrown');
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

	test('a sandbox order with its groups', async () => {
		const pair = await setup();
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
		const result = await pair.n8n.run(op('sandboxOrder create', byHand(schema, value)));
		expect(shown(result.nodeError)).toBe('nothing was thrown');
		expect(bodies(pair.hub, 'sandboxOrderCreate')).toEqual([sandboxOrderFields()]);
	});

	test('a number with a decimal comma from an expression', async () => {
		const pair = await setup();
		addSkus(pair.hub, 1);
		const schema = await columnsOf(pair, 'getPriceFields');
		const value = { sku: 'S0', precoDe: '={{ $json.de }}', precoPor: '={{ $json.por }}' };
		const result = await pair.n8n.run(op('price updateBatch', byHand(schema, value)), [
			{ de: '1.234,56', por: '12,90' },
		]);
		expect(shown(result.nodeError)).toBe('nothing was thrown');
		expect(bodies(pair.hub, 'priceBatch')).toEqual([
			{ precos: [{ sku: 'S0', precoDe: 1234.56, precoPor: 12.9 }] },
		]);
	});
});

describe('columns mapped automatically', () => {
	test('every item by its own columns', async () => {
		const { hub, n8n } = await setup();
		addSkus(hub, 2);
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
});
