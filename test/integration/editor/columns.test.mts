import { describe, expect } from 'vitest';
import { operations } from '../../support/built.mts';
import { bodies, mapped, op } from '../../support/items.mts';
import { productFields } from '../../support/products.mts';
import { byHand, columnsOf } from '../../support/columns.mts';
import { setup, test } from '../../support/setup.mts';

/** What the editor shows of a column's name before it cuts it off. */
const visible = 22;
/** The operations whose entries may come from columns, with what the editor loads these by. */
const mappers = operations.flatMap(({ name, operation }) =>
	operation.properties
		.filter(({ type }) => type === 'resourceMapper')
		.map(({ typeOptions }) => {
			const method = typeOptions!.resourceMapper!.resourceMapperMethod!;
			return { name, operation, method };
		}),
);
const methods = [...new Set(mappers.map(({ method }) => method))];

test('there are twelve sets of columns', () => expect(methods).toHaveLength(12));

test.each(methods)(
	'%s: every name fits with its unit, and no column is a number box',
	async (method) => {
		const columns = await columnsOf(await setup(), method);
		expect(columns.length).toBeGreaterThan(1);
		const names = columns.map(({ displayName }) => displayName);
		expect(names.filter(({ length }) => length > visible)).toEqual([]);
		expect(new Set(names).size).toBe(columns.length);
		// such a box drops a decimal comma before the node sees it
		expect(columns.filter(({ type }) => type === 'number')).toEqual([]);
	},
);

test('measures say their unit', async () => {
	const columns = await columnsOf(await setup(), 'getProductFields');
	const names = Object.fromEntries(columns.map(({ id, displayName }) => [id, displayName]));
	expect(names).toMatchObject({
		altura: 'Height (cm)',
		largura: 'Width (cm)',
		comprimento: 'Length (cm)',
		peso: 'Weight (kg)',
		precoDe: 'List Price (BRL)',
		precoPor: 'Sale Price (BRL)',
		prazoProducao: expect.stringMatching(/days/i) as string,
	});
});

test.each([
	['getStockFields', { estoque: 'Stock (Pieces)' }],
	['getReconciliationFields', { total: 'Total (BRL)' }],
	[
		'getSandboxOrderFields',
		{ 'entrega.prazoEntrega': 'Delivery: Time (Days)', 'valores.frete': 'Values: Shipping (BRL)' },
	],
])('%s: amounts say their unit', async (method, labels) => {
	const columns = await columnsOf(await setup(), method);
	const names = Object.fromEntries(columns.map(({ id, displayName }) => [id, displayName]));
	expect(names).toMatchObject(labels);
});

test('Product: Sync marks the columns that a new product needs, and explains the mark', async () => {
	const columns = await columnsOf(await setup(), 'getProductSyncFields');
	const label = (id: string) => columns.find((column) => column.id === id)?.displayName;
	expect([label('ean'), label('ncm'), label('prazoProducao')]).toEqual([
		...['EAN *', 'NCM', 'Production (Days) *'],
	]);
	expect(columns.filter(({ required }) => required).map(({ id }) => id)).toEqual(['skuProduto']);
	const { properties } = operations.find(({ name }) => name === 'product sync')!.operation;
	const { displayName } = properties.find(({ name }) => name === 'manualNotice')!;
	expect(displayName).toMatch(/^Prices: 39,90 .*1,5\. \* marks what a new product needs\./);
	expect(displayName).toContain('; 1.500 is read as 1500. Measures: 1.500 is 1,5. ');
	expect(displayName).toContain('. Leader SKU: only if another SKU leads it. ');
});

test('a new product is active by default, and an update has no default for that', async ({
	pair,
}) => {
	const active = async (method: string) =>
		(await columnsOf(pair, method)).find(({ id }) => id === 'ativo')?.defaultValue;
	expect(await active('getProductFields')).toBe(true);
	expect(await active('getProductChangeFields')).toBeUndefined();
});

test.each(['getProductFields', 'getProductChangeFields', 'getProductSyncFields'])(
	'%s: no list has an example as its default',
	async (method) => {
		const columns = await columnsOf(await setup(), method);
		const lists = columns.filter(({ id }) => ['variacoes', 'imagens'].includes(id));
		expect(lists.map(({ defaultValue }) => defaultValue)).toEqual([undefined, undefined]);
	},
);

test('lists are typed with commas, images as plain addresses', async ({ pair }) => {
	const columns = await columnsOf(pair, 'getProductFields');
	const typed = {
		...productFields({ skuProduto: 'NEW' }),
		categoria: 'Casa, Cozinha',
		imagens: 'https://example.com/a.jpg, https://example.com/b.jpg?size=1,2',
		tags: 'presente, casa',
	};
	await pair.n8n.done(op('product create', byHand(columns, typed)));
	expect(bodies(pair.hub, 'productCreate')).toEqual([
		{
			...typed,
			categoria: ['Casa', 'Cozinha'],
			imagens: [
				{ id: 1, url: 'https://example.com/a.jpg' },
				{ id: 2, url: 'https://example.com/b.jpg?size=1,2' },
			],
			tags: ['presente', 'casa'],
		},
	]);
});

test.each([
	['a list of addresses', ['https://example.com/a.jpg', 'https://example.com/b.jpg']],
	['one address a line', 'https://example.com/a.jpg\nhttps://example.com/b.jpg'],
	['JSON of addresses', '["https://example.com/a.jpg","https://example.com/b.jpg"]'],
])('images of an input column: %s', async (_, imagens) => {
	const pair = await setup();
	await pair.n8n.done(op('product create', mapped), [
		{ ...productFields({ skuProduto: 'NEW' }), imagens },
	]);
	expect(bodies(pair.hub, 'productCreate')).toMatchObject([
		{
			imagens: [
				{ id: 1, url: 'https://example.com/a.jpg' },
				{ id: 2, url: 'https://example.com/b.jpg' },
			],
		},
	]);
});

describe.each([
	['customizedPrice', 'customizedPriceSet', {}],
	['listingPrice', 'listingPriceSet', { prefixoCanalIntegracao: 'CLA' }],
])('%s: Set', (resource, endpoint, beside) => {
	const picked = { __rl: true, mode: 'list', value: '11', cachedResultName: 'Loja 11' };
	const set = { resource, operation: 'set', idCanalIntegracao: picked as never };
	const prices = { ...beside, precoDe: 2, precoPor: 1 };

	test('the channel is picked once, and an item with its own channel keeps it', async () => {
		const pair = await setup({ skus: 2 });
		await pair.n8n.run({ ...set, ...mapped }, [
			{ skuProduto: 'S0', ...prices },
			{ skuProduto: 'S1', ...prices, idCanalIntegracao: 12 },
		]);
		expect(bodies(pair.hub, endpoint as 'customizedPriceSet')).toEqual([
			{
				precos: [
					{ skuProduto: 'S0', ...prices, idCanalIntegracao: 11 },
					{ skuProduto: 'S1', ...prices, idCanalIntegracao: 12 },
				],
			},
		]);
	});

	test('the message names the field if there is no channel', async ({ pair }) => {
		const result = await pair.n8n.run({ resource, operation: 'set', ...mapped }, [
			{ skuProduto: 'S0', ...prices },
		]);
		expect(result.nodeError?.message).toContain('`idCanalIntegracao`) is required');
	});
});

describe.each(mappers)('$name: the notice about automatic mapping', ({ operation, method }) => {
	const { displayName } = operation.properties.find(({ name }) => name === 'automaticNotice')!;

	test('names the columns, and where those are that it does not name', async () => {
		const columns = await columnsOf(await setup(), method);
		const needed = columns.filter(({ required }) => required);
		const shown = needed.length > 20 ? needed.slice(0, 7) : needed;
		for (const { id } of shown) expect(displayName).toContain(id);
		const isComplete = columns.every(({ id }) => displayName.includes(id));
		expect(/in the <a href="[^"]+" target="_blank">reference<\/a>\./.test(displayName)).toBe(
			!isComplete,
		);
	});

	test('fits within four lines', () => {
		expect(displayName.replace(/<[^>]+>/g, '').length).toBeLessThanOrEqual(230);
	});
});
