import { Session } from 'node:inspector/promises';
import type { IDataObject } from 'n8n-workflow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperationParameters } from '../../engine/nodes.mts';
import type { Hub } from '../../hub/index.mts';
import { setup } from '../../support/setup.mts';
import {
	addPrices,
	addSimple,
	customizedSync,
	priceOf,
	priceSync,
	productSync,
	securitySync,
	stockSync,
	wholeProducts,
} from '../../support/sync.mts';

/** The code whose calls count: the built package. */
const counted = /\/dist\/(nodes|credentials)\//;

const session = new Session();
beforeAll(async () => {
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
});
afterAll(() => session.disconnect());

/** How often functions and loops of that code have run since this was asked last. */
async function workDone(): Promise<number> {
	const { result } = await session.post('Profiler.takePreciseCoverage');
	let work = 0;
	for (const { url, functions } of result)
		if (counted.test(url))
			for (const { ranges } of functions) for (const { count } of ranges) work += count;
	return work;
}

type List = (hub: Hub, count: number) => IDataObject[];

/** Every third row differs from the hub. */
const stock: List = (hub, count) =>
	addSimple(hub, count).map((sku, row) => ({ sku, estoque: row % 3 === 0 ? 6 : 5 }));
const prices: List = (hub, count) =>
	addSimple(hub, count).map((sku, row) => ({
		sku,
		precoDe: 99.9,
		precoPor: row % 3 === 0 ? 78.9 : 79.9,
	}));
const channelPrices: List = (hub, count) => {
	addPrices(hub, count);
	return Array.from({ length: count }, (_, row) => priceOf(`P${row}`, row % 3 === 0 ? 109 : 110));
};
const securityStock: List = (hub, count) =>
	addSimple(hub, count).map((sku, row) => ({
		sku,
		idCanalIntegracao: 11,
		estoqueSeguranca: row % 3 === 0 ? 1 : 0,
	}));
const products: List = (hub, count) => wholeProducts(addSimple(hub, count), { ativo: true });

const wholeList = { wholeList: true, missingInList: 'report' };

/** A product is read alone, at a request each; of what comes in pages there can be more. */
const manyRows = 600;

test.each<[name: string, parameters: OperationParameters, list: List, rows?: number]>([
	['stock', stockSync, stock],
	['prices', priceSync, prices],
	['channel prices', customizedSync, channelPrices],
	['security stock', securitySync, securityStock],
	['products', productSync, products, 150],
	['stock, whole list', { ...stockSync, ...wholeList }, stock],
	['channel prices, whole list', { ...customizedSync, ...wholeList }, channelPrices],
])(
	'the work of a sync grows in proportion to its list: %s',
	async (_name, parameters, list, rows = manyRows) => {
		const workOf = async (count: number) => {
			const { hub, n8n } = await setup({ seed: { products: 0 } });
			const items = list(hub, count);
			const run = { ...parameters, dryRun: true };
			await workDone();
			const results = (await n8n.done(run, items)).json();
			expect(results).toHaveLength(count);
			return await workDone();
		};
		await workOf(20);
		// V8 now and then counts a run short
		const few = Math.max(await workOf(rows), await workOf(rows), await workOf(rows));
		const many = await workOf(5 * rows);
		expect(many / few).toBeLessThan(6.5);
	},
	240_000,
);
