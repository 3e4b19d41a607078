import type { IDataObject } from 'n8n-workflow';
import { describe, expect } from 'vitest';
import { operations } from '../../support/built.mts';
import { byHand, columnsOf } from '../../support/columns.mts';
import { bodies, bySku, go, op, shown } from '../../support/items.mts';
import { addProducts, productFields } from '../../support/products.mts';
import { setup, test, type Setup } from '../../support/setup.mts';
import { heldBy } from '../../support/sync.mts';

/** Variations and images that a person adds one by one beside the columns. */

const added = (...record: IDataObject[]) => ({ record });
const addresses = ['https://a.com/1.jpg', 'https://a.com/2.jpg'];

/** Columns of a form with these values, and what is added beside them. */
async function form(pair: Setup, name: string, value: IDataObject, beside: IDataObject) {
	const methods: Record<string, string> = {
		'product create': 'getProductFields',
		'product createBatch': 'getProductRowFields',
		'product sync': 'getProductSyncFields',
		'product update': 'getProductChangeFields',
	};
	return op(name, { ...byHand(await columnsOf(pair, methods[name]!), value), ...(beside as {}) });
}

/** A product that is no other's child, with the SKU of its item. */
const ofItem = { skuProduto: '={{ $json.sku }}', skuProdutoLider: '={{ $json.sku }}' };

const { imagens: _, ...withoutImages } = productFields({ skuProduto: 'NEW' });
const sizes = added(
	{ skuVariacao: 'NEW-P', tamanho: 'P', precoDe: '99,90', precoPor: '79,90', ean: '' },
	{ skuVariacao: 'NEW-M', tamanho: 'M', precoDe: '99,90', precoPor: '69.90', peso: '0,25' },
);
const images = added(...addresses.map((url) => ({ url })));
const written = {
	...withoutImages,
	variacoes: [
		{ skuVariacao: 'NEW-P', tamanho: 'P', precoDe: 99.9, precoPor: 79.9 },
		{ skuVariacao: 'NEW-M', tamanho: 'M', precoDe: 99.9, precoPor: 69.9, peso: 0.25 },
	],
	imagens: addresses.map((url, index) => ({ id: index + 1, url })),
};

describe('variations and images added with the buttons are registered', () => {
	test.each([
		['product create', 'productCreate', (body: IDataObject) => body],
		['product createBatch', 'productBatch', ({ produtos }: IDataObject) => [produtos].flat()[0]],
		['product sync', 'productBatch', ({ produtos }: IDataObject) => [produtos].flat()[0]],
	])('%s', async (name, endpoint, entryIn) => {
		const pair = await setup();
		const columns = { ...withoutImages, imagens: null, variacoes: '' };
		const parameters = await form(pair, name, columns, { variations: sizes, images });
		await pair.n8n.done(parameters);
		expect(bodies<IDataObject>(pair.hub, endpoint).map(entryIn)).toEqual([written]);
	});

	test('expressions of each item fill them, and a row without a value is left out', async ({
		pair,
	}) => {
		const expressions = added(
			...['p', 'm'].map((size) => ({
				skuVariacao: `={{ $json.${size} }}`,
				tamanho: `={{ $json.${size} ? '${size}' : '' }}`,
				precoDe: `={{ $json.${size} ? 20 : '' }}`,
				precoPor: `={{ $json.${size} ? 10 : null }}`,
			})),
		);
		const urls = added({ url: '={{ $json.one }}' }, { url: '={{ $json.two }}' });
		const columns = { ...withoutImages, ...ofItem, imagens: null };
		const parameters = await form(pair, 'product createBatch', columns, {
			variations: expressions,
			images: urls,
		});
		await pair.n8n.done(parameters, [
			{ sku: 'A', p: 'A-P', m: 'A-M', one: addresses[0], two: addresses[1] },
			{ sku: 'B', p: null, m: 'B-M', one: addresses[1], two: ' ' },
		]);
		const [{ produtos = [] } = {}] = bodies<{ produtos: IDataObject[] }>(pair.hub, 'productBatch');
		const skus = ({ variacoes }: IDataObject) =>
			[variacoes as IDataObject[]].flat().map(({ skuVariacao }) => skuVariacao);
		expect(produtos.map(skus)).toEqual([['A-P', 'A-M'], ['B-M']]);
		expect(produtos.map(({ imagens }) => imagens)).toEqual([
			addresses.map((url, index) => ({ id: index + 1, url })),
			[{ id: 1, url: addresses[1] }],
		]);
	});
});

test('an update sends only the added records and the changed columns', async ({ pair }) => {
	addProducts(pair.hub, [{ skuProduto: 'NEW' }]);
	const beside = { sku: bySku('NEW'), images, variations: sizes };
	await pair.n8n.done(await form(pair, 'product update', { nome: 'Outro' }, beside));
	const { variacoes, imagens } = written;
	expect(bodies(pair.hub, 'productUpdate')).toEqual([{ nome: 'Outro', variacoes, imagens }]);
	expect(heldBy(pair.hub, 'NEW-M')).toMatchObject({ peso: 0.25 });
});

test('a row that fills the column and adds records is refused, and the others are sent', async ({
	pair,
}) => {
	const columns = { ...withoutImages, ...ofItem, imagens: '={{ $json.url }}' };
	const parameters = await form(pair, 'product createBatch', columns, { images });
	const result = await pair.n8n.run(
		parameters,
		[{ sku: 'A' }, { sku: 'B', url: addresses[0] }],
		go,
	);
	expect(result.json()).toMatchObject([
		{ sku: 'A', sucesso: true },
		{
			outcome: 'notSent',
			error: 'Images are given twice: in the column and with Add Image',
			description: expect.stringContaining('Empty the column Images') as string,
		},
	]);
});

test('an added variation without a price is refused by the name of its field', async ({ pair }) => {
	const variations = added({ skuVariacao: 'NEW-P', precoDe: '', precoPor: '10' });
	const columns = { ...withoutImages, imagens: addresses[0]! };
	const result = await pair.n8n.run(await form(pair, 'product create', columns, { variations }));
	expect(shown(result.nodeError)).toContain('List Price (BRL) (`precoDe`) of NEW-P is required');
	expect(pair.hub.count({ endpoint: 'productCreate' })).toBe(0);
});

test('a workflow stored before these buttons existed runs as before', async ({ pair }) => {
	const columns = { ...withoutImages, imagens: addresses[0]! };
	await pair.n8n.done(await form(pair, 'product create', columns, {}));
	expect(bodies(pair.hub, 'productCreate')).toMatchObject([
		{ imagens: [{ id: 1, url: addresses[0] }] },
	]);
});

test.each(['create', 'createBatch', 'update', 'sync'])(
	'product %s: buttons stand beside the column, numbers are text, and n8n requires nothing',
	(operation) => {
		const { properties } = operations.find(
			({ name }) => name === `product ${operation}`,
		)!.operation;
		const lists = properties.filter(({ type }) => type === 'fixedCollection');
		expect(lists.map(({ displayName, placeholder }) => [displayName, placeholder])).toEqual([
			['Images', 'Add Image'],
			['Variations', 'Add Variation'],
		]);
		const fields = lists.flatMap(({ options = [] }) =>
			options.flatMap((option) => ('values' in option ? option.values : [])),
		);
		expect(fields.map(({ name }) => name)).toContain('skuVariacao');
		expect(fields.filter(({ type, required }) => type !== 'string' || required)).toEqual([]);
		expect(fields.filter(({ displayName }) => displayName === '')).toEqual([]);
	},
);
