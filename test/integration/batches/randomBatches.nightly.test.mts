import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import type { Hub } from '../../hub/index.mts';
import { channelPrice } from '../../support/products.mts';
import { mapped, go } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';
import {
	expectBounded,
	faultsAt,
	indexOfPrice,
	limit,
	outcomes,
	runs,
	settle,
	skuLists,
} from './randomFaults.mts';
import { stopwatch } from '../../support/stopwatch.mts';

interface BatchCase {
	resource: string;
	operation: string;
	endpoint: string;
	/** An entry whose value is told by `index`. */
	entry(sku: string, index: number): IDataObject;
	/** The index in an entry of a batch that the hub got. */
	indexOf?: (value: IDataObject) => number;
	/** The index that the hub holds for a SKU; undefined for none. */
	held(hub: Hub, sku: string): number | undefined;
}

const batchCases: BatchCase[] = [
	{
		resource: 'stock',
		operation: 'updateBatch',
		endpoint: 'stockBatch',
		entry: (sku, index) => ({ sku, estoque: 1_000 + index }),
		indexOf: ({ estoque }) => Number(estoque) - 1_000,
		held: (hub, sku) => {
			const stock = hub.state.products.get(sku)?.estoque ?? 0;
			return stock < 1_000 ? undefined : stock - 1_000;
		},
	},
	{
		resource: 'price',
		operation: 'updateBatch',
		endpoint: 'priceBatch',
		entry: (sku, index) => ({ sku, precoDe: 100, precoPor: (index + 1) / 100 }),
		indexOf: ({ precoPor }) => indexOfPrice(precoPor),
		held: (hub, sku) => {
			const precoPor = hub.state.products.get(sku)?.precoPor;
			return precoPor === undefined || precoPor === 79.9 ? undefined : indexOfPrice(precoPor);
		},
	},
	{
		resource: 'customizedPrice',
		operation: 'set',
		endpoint: 'customizedPriceSet',
		entry: (sku, index) => ({ ...channelPrice(sku, (index + 1) / 100), precoDe: 100 }),
		held: (hub, sku) => {
			const price = hub.state.customizedPrices.get(`11|${sku}`)?.precoPor;
			return price === undefined ? undefined : indexOfPrice(price);
		},
	},
];

describe.each(batchCases)('$resource $operation', (batch) => {
	test(
		'each item is a success, refused, unknown or not sent, and the hub holds what the items say',
		async () => {
			const parameters = { resource: batch.resource, operation: batch.operation, ...mapped };
			const property = fc.asyncProperty(
				skuLists,
				faultsAt(batch.endpoint, 'batchGet', 'auth'),
				async (skus, faults) => {
					const { hub, n8n } = await setup({ batchDuration: 2_000, skus: 115 });
					const items = skus.map(batch.entry);
					for (const fault of faults) hub.faults.add(fault);
					const passed = stopwatch();
					const result = await n8n.run({ ...parameters, timeLimit: 0.01 }, items, go);
					const found = outcomes(result, items.length);
					expectBounded(hub, items.length, passed);
					settle(hub);

					const { indexOf } = batch;
					const received = [...hub.state.batches.values()].flatMap(({ items: got }) =>
						got.map(({ value }) => indexOf?.(value as unknown as IDataObject)),
					);
					found.forEach((outcome, index) => {
						if (indexOf === undefined) return;
						const known = hub.state.products.has(skus[index]!);
						if (outcome === 'success') expect(known && received.includes(index)).toBe(true);
						if (outcome === 'notSent') expect(received).not.toContain(index);
						// refused as a whole, or by a note about a SKU that the hub does not have
						if (outcome === 'refused') expect(!known || !received.includes(index)).toBe(true);
					});
					for (const sku of new Set(skus)) {
						const own = [...skus.keys()].filter((index) => skus[index] === sku);
						const sure = own.filter((index) => found[index] === 'success').at(-1);
						const open = own.filter((index) => found[index] === 'unknown' && index > (sure ?? -1));
						const held = batch.held(hub, sku);
						expect([sure, ...open], `${sku} holds ${held}`).toContain(held);
					}
				},
			);
			await fc.assert(property, runs);
		},
		limit,
	);
});
