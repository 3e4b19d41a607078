import { describe, expect } from 'vitest';
import { create, price, pricesSent, stock, stocks, stocksSent } from '../../support/batches.mts';
import { productFields } from '../../support/products.mts';
import { bodies, hintsOf, mapped, op, shown } from '../../support/items.mts';
import { byHand, columnsOf } from '../../support/columns.mts';
import { setup, test } from '../../support/setup.mts';

describe('columns mapped by hand', () => {
	test('stock takes expressions', async () => {
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
		expect(stocksSent(pair.hub)).toEqual([[...stocks(['S0'], 4), ...stocks(['S1'], 5)]]);
	});

	test('a product takes lists and objects as JSON and from expressions, and empty fields are not sent', async ({
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

	test('a number from an expression may have a decimal comma', async () => {
		const pair = await setup({ skus: 1 });
		const schema = await columnsOf(pair, 'getPriceFields');
		const value = { sku: 'S0', precoDe: '={{ $json.de }}', precoPor: '={{ $json.por }}' };
		await pair.n8n.done(op('price updateBatch', byHand(schema, value)), [
			{ de: '1.234,56', por: '12,90' },
		]);
		const sent = { sku: 'S0', precoDe: 1234.56, precoPor: 12.9 };
		expect(pricesSent(pair.hub, 'priceBatch')).toEqual([[sent]]);
	});
});

describe('columns mapped automatically', () => {
	test('each item is mapped by its own columns', async () => {
		const { hub, n8n } = await setup({ skus: 2 });
		await n8n.run(price, [
			{ sku: 'S0', precoDe: 2, precoPor: 1 },
			{ precoPor: '1', precoDe: '2', sku: 'S1', precoDeMidia: '1,5' },
		]);
		const sent = ['S0', 'S1'].map((sku) => ({ sku, precoDe: 2, precoPor: 1 }));
		expect(pricesSent(hub, 'priceBatch')).toEqual([[sent[0], { ...sent[1], precoDeMidia: 1.5 }]]);
	});

	test('columns match by name, whatever their case, accents and blanks', async () => {
		const { hub, n8n } = await setup({ skus: 1 });
		const rows = [{ SKU: 'S0', 'Preço de': '2,00', PRECO_POR: 1 }];
		await n8n.done(price, rows);
		expect(pricesSent(hub, 'priceBatch')).toEqual([[{ sku: 'S0', precoDe: 2, precoPor: 1 }]]);
	});

	test('a column with the exact name of the field wins, and two other matches are not used', async () => {
		const { hub, n8n } = await setup({ skus: 1 });
		await n8n.run(stock, [{ sku: 'S0', SKU: 'S1', estoque: 1, Estoque: 2 }]);
		expect(stocksSent(hub)).toEqual([stocks(1)]);
		const result = await n8n.run(stock, [{ sku: 'S0', Estoque: 1, ESTOQUE: 2 }]);
		expect(shown(result.nodeError)).toContain('`estoque`) is required');
	});

	test('a near miss is named beside the field that lacks a value', async ({ n8n }) => {
		const result = await n8n.run(stock, [{ sku: 'S0', Estoques: 1 }]);
		expect(shown(result.nodeError)).toMatch(
			/`estoque`\) is required[^]*`Estoques` \(did you mean `estoque`\?\)/,
		);
	});

	test("a workflow stored with n8n's Mapping Column Mode still works", async () => {
		const { hub, n8n } = await setup({ skus: 1 });
		const columns = { mappingMode: 'autoMapInputData', value: null };
		await n8n.run({ ...stock, inputMode: 'fields', columns }, [{ sku: 'S0', estoque: 3 }]);
		expect(stocksSent(hub)).toEqual([stocks(1, 3)]);
	});
});

describe('variations of a product', () => {
	test.each(['P, M, G', '["P","M"]', ['P', 'M']])(
		'%j is refused with one message that says how to give variations',
		async (variacoes) => {
			const { n8n } = await setup();
			const result = await n8n.run(create, [{ ...productFields({ skuProduto: 'A' }), variacoes }]);
			const { message, description } = result.nodeError!;
			expect(message).toContain('`variacoes`) must be a list of variations, got');
			expect(message).not.toMatch(/is required|\{/);
			expect(description).toMatch(/its own SKU and prices, with Add Variation/);
		},
	);

	test('the message about a file name as an image says how to give images', async ({ n8n }) => {
		const result = await n8n.run(create, [productFields({ imagens: 'camiseta.jpg' })]);
		expect(shown(result.nodeError)).toMatch(
			/`imagens`\) must be a list of images, got "camiseta.jpg"[^]*begin with https:.*Add Image/,
		);
	});

	test('stock in a variation is not sent, and a hint names the operation that sets it', async ({
		pair,
	}) => {
		const variacoes = [{ skuVariacao: 'A-M', tamanho: 'M', precoDe: 2, precoPor: 1, estoque: 5 }];
		const result = await pair.n8n.done(create, [
			{ ...productFields({ skuProduto: 'A' }), variacoes },
		]);
		expect(hintsOf(result).join()).toMatch(/`variacoes\.estoque`.*Stock > Update in Batch/);
	});
});

test.each([
	['"Casa, Mesa e Banho";"Cozinha"', ['Casa, Mesa e Banho', 'Cozinha']],
	['Casa, Mesa e Banho > Cozinha', ['Casa, Mesa e Banho', 'Cozinha']],
	['Moda, Camisetas', ['Moda', 'Camisetas']],
])('categories %s are sent by their names, and a hint shows marks', async (categoria, expected) => {
	const { hub, n8n } = await setup({ seed: { products: 0 } });
	const row = { ...productFields({ skuProduto: 'A' }), categoria };
	const result = await n8n.done(op('product createBatch', mapped), [row as never]);
	const [sent] = bodies(hub, 'productBatch');
	expect(JSON.stringify(sent)).toContain(JSON.stringify(expected));
	expect(hintsOf(result).join().includes('is split as follows')).toBe(/["&>]/.test(categoria));
});
