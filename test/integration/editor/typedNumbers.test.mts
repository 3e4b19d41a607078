import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { packageName } from '../../engine/nodes.mts';
import { byHand, columnsOf } from '../../support/columns.mts';
import { asJson, bodies, mapped, shown, op, go } from '../../support/items.mts';
import { byId, bySku } from '../../support/locators.mts';
import { addSkus } from '../../support/products.mts';
import { setup } from '../../support/setup.mts';
import { addSimple, priceSync, stockSync } from '../../support/sync.mts';

/** All parameters, those in collections too. */
const allOf = (properties: INodeProperties[]): INodeProperties[] =>
	properties.flatMap((property) => [
		property,
		...allOf(((property.options ?? []) as INodeProperties[]).filter((option) => 'type' in option)),
	]);

describe("n8n's number box drops a decimal comma before the node sees it", () => {
	test.each(['marketplaceHub', 'marketplaceHubTrigger', 'marketplaceHubQueueTrigger'])(
		'%s: only a count of records has one',
		async (type) => {
			const { n8n } = await setup();
			const { description } = n8n.nodeTypes.getByNameAndVersion(`${packageName}.${type}`);
			const boxes = allOf(description.properties)
				.filter((property) => property.type === 'number')
				.map(({ name }) => name);
			expect(boxes.filter((name) => name !== 'limit')).toEqual([]);
		},
	);
});

describe('settings typed with a decimal comma', () => {
	test.each([
		['25,1', 'updated'],
		['24,9', 'held'],
		[25.1, 'updated'],
		['', 'updated'],
	])('a change of 25 %% with %j as the largest is %s', async (priceChange, status) => {
		const { hub, n8n } = await setup();
		addSimple(hub, 1);
		const run = { ...priceSync, guards: { priceChange } };
		const prices = [{ sku: 'P0', precoDe: 99.9, precoPor: 59.93 }];
		const result = await n8n.run(run, prices, go);
		expect(result.json()).toMatchObject([{ status }]);
	});

	test.each([
		['1.500', 1499, 'updated'],
		['1.500', 1501, 'held'],
	])('the highest stock %j with a stock of %d: %s', async (highestStock, estoque, status) => {
		const { hub, n8n } = await setup();
		addSimple(hub, 1);
		const result = await n8n.run(
			{ ...stockSync, guards: { highestStock } },
			[{ sku: 'P0', estoque }],
			go,
		);
		expect(result.json()).toMatchObject([{ status }]);
	});
});

describe('a part of a piece of stock is refused, not rounded', () => {
	const parts: Array<[unknown, string]> = [
		[2.5, 'got 2.5'],
		['2,5', 'got "2,5"'],
		['2.50', 'got "2.50"'],
	];
	const auto = op('stock updateBatch', mapped);
	const ways: Array<[string, (value: unknown) => [IDataObject, IDataObject[]], boolean?]> = [
		['input columns', (estoque) => [auto, [{ sku: 'S0', estoque } as IDataObject]]],
		['JSON', (estoque) => [{ ...auto, ...asJson({ sku: 'S0', estoque }) }, [{}]]],
		['sync', (estoque) => [stockSync, [{ sku: 'S0', estoque } as IDataObject]]],
		['sync of JSON', (estoque) => [{ ...stockSync, ...asJson([{ sku: 'S0', estoque }]) }, [{}]]],
		[
			'security stock',
			(estoqueSeguranca) => [
				op('securityStock set', {
					idCanalIntegracao: byId(11),
					sku: bySku('S0'),
					estoqueSeguranca,
				}) as IDataObject,
				[{}],
			],
		],
	];

	describe.each(ways)('%s', (_, runOf) => {
		test.each(parts)('%j', async (value, told) => {
			const { hub, n8n } = await setup();
			addSkus(hub, 1);
			const [parameters, items] = runOf(value);
			const result = await n8n.run(parameters as never, items);
			expect(shown(result.nodeError)).toContain('must be a whole number');
			expect(shown(result.nodeError)).toContain(told);
			const sent = hub.log.filter(
				({ method, endpoint }) => method !== 'GET' && endpoint !== 'auth',
			);
			expect(sent).toEqual([]);
		});
	});

	test.each(parts)('a column mapped by hand: %j', async (value, told) => {
		const pair = await setup();
		addSkus(pair.hub, 1);
		const schema = await columnsOf(pair, 'getStockFields');
		const result = await pair.n8n.run(
			op('stock updateBatch', byHand(schema, { sku: 'S0', estoque: value })),
		);
		expect(shown(result.nodeError)).toContain(`\`estoque\` must be a whole number, ${told}`);
		expect(bodies(pair.hub, 'stockBatch')).toEqual([]);
	});
});

test.each(['string', 'number'] as const)(
	'a number from an expression is sent as it is, to a column of type %s, as stored workflows have them',
	async (type) => {
		const pair = await setup();
		addSkus(pair.hub, 1);
		const columns = await columnsOf(pair, 'getPriceFields');
		const schema = columns.map((column) => (column.id === 'sku' ? column : { ...column, type }));
		const value = { sku: 'S0', precoDe: 39.9, precoPor: '={{ $json.price }}' };
		const run = op('price updateBatch', byHand(schema, value));
		const result = await pair.n8n.run(run, [{ price: 1.125 }]);
		expect(shown(result.nodeError)).toBe('nothing was thrown');
		expect(bodies(pair.hub, 'priceBatch')).toEqual([
			{
				precos: [
					{ sku: 'S0', precoDe: type === 'string' ? expect.anything() : 39.9, precoPor: 1.125 },
				],
			},
		]);
	},
);
