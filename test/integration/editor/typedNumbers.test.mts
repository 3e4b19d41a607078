import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { packageName } from '../../engine/nodes.mts';
import { byHand, columnsOf } from '../../support/columns.mts';
import { bodies, op, go } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';
import { addSimple, custom, priceSync, stockSync } from '../../support/sync.mts';

/** All parameters, those in collections too. */
const allOf = (properties: INodeProperties[]): INodeProperties[] =>
	properties.flatMap((property) => [
		property,
		...allOf(((property.options ?? []) as INodeProperties[]).filter((option) => 'type' in option)),
	]);

test.each(['marketplaceHub', 'marketplaceHubTrigger', 'marketplaceHubQueueTrigger'])(
	'%s: only a count of records has a number box, which drops decimal commas',
	async (type) => {
		const { n8n } = await setup();
		const { description } = n8n.nodeTypes.getByNameAndVersion(`${packageName}.${type}`);
		const boxes = allOf(description.properties)
			.filter((property) => property.type === 'number')
			.map(({ name }) => name);
		expect(boxes.filter((name) => name !== 'limit')).toEqual([]);
	},
);

describe('settings typed with a decimal comma', () => {
	test.each([
		['25,1', 'updated'],
		['24,9', 'held'],
		[25.1, 'updated'],
		['', 'updated'],
	])('a change of 25 %% with %j as the limit is %s', async (priceChange, status) => {
		const { hub, n8n } = await setup();
		addSimple(hub, 1);
		const run = { ...priceSync, ...custom({ priceChange }) };
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
			{ ...stockSync, ...custom({ highestStock }) },
			[{ sku: 'P0', estoque }],
			go,
		);
		expect(result.json()).toMatchObject([{ status }]);
	});
});
test.each(['string', 'number'] as const)(
	'a number from an expression is that number, a price to the cent, in a column of type %s',
	async (type) => {
		const pair = await setup({ skus: 1 });
		const columns = await columnsOf(pair, 'getPriceFields');
		const schema = columns.map((column) => (column.id === 'sku' ? column : { ...column, type }));
		const value = { sku: 'S0', precoDe: 39.9, precoPor: '={{ $json.price }}' };
		const run = op('price updateBatch', byHand(schema, value));
		await pair.n8n.done(run, [{ price: 1.125 }]);
		expect(bodies(pair.hub, 'priceBatch')).toEqual([
			{
				precos: [
					{ sku: 'S0', precoDe: type === 'string' ? expect.anything() : 39.9, precoPor: 1.13 },
				],
			},
		]);
	},
);
