import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import upperFirst from 'lodash/upperFirst.js';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../engine/engine.mts';
import { operations as hubOperations } from '../../hub/contract.mts';
import { endpoints, operations, outputSchema } from '../../support/built.mts';
import { everyOperation } from '../../support/everyOperation.mts';

/**
 * 'assumed': the reference does not show method or path; what stands here is the documented default.
 * 'once': doing it twice does something else than doing it once.
 */
type Mark = 'assumed' | 'once';

/** The endpoints as the API's reference lists them: method, path, documented requests per minute. */
const reference: Record<
	string,
	[method: string, path: string, perMinute?: number, ...marks: Mark[]]
> = {
	auth: ['POST', '/v1/logistic/auth'],
	ping: ['GET', '/v1/ping', undefined, 'assumed'],
	shipmentLabels: ['GET', '/v1/logistic/orders/{id}/shipment_labels'],
	channels: ['GET', '/v1/erp/channels', 10],
	securityStockList: ['GET', '/v1/erp/products/security-stock', 40],
	securityStockSet: ['PUT', '/v1/erp/products/security-stock'],
	customizedPriceList: ['GET', '/v1/erp/products/customized-prices', 40],
	customizedPriceSet: ['PUT', '/v1/erp/products/customized-prices', 60],
	customizedPriceDelete: [
		'DELETE',
		'/v1/erp/products/customized-prices/{idCanalIntegracao}/{skuProduto}',
	],
	listingPriceSet: ['PUT', '/v1/erp/marketplacex/items/customized-prices', 60],
	listingPriceDelete: [
		'DELETE',
		'/v1/erp/marketplacex/items/customized-prices/{idCanalIntegracao}/{prefixoCanalIntegracao}/{skuProduto}',
	],
	fiscalDocumentList: ['GET', '/v1/erp/fiscal-documents'],
	fiscalDocumentGet: ['GET', '/v1/erp/fiscal-documents/{chaveAcesso}'],
	productList: ['GET', '/v1/products'],
	productGet: ['GET', '/v1/products/{sku}'],
	variationGet: ['GET', '/v1/products/variation/{sku}'],
	productDelete: ['DELETE', '/v1/products/{sku}'],
	productCreate: ['POST', '/v1/products', 60, 'assumed', 'once'],
	productBatch: ['POST', '/v1/batch/products', 10, 'assumed', 'once'],
	stockBatch: ['POST', '/v1/batch/stocks', 10, 'assumed'],
	priceBatch: ['POST', '/v1/batch/prices', 10, 'assumed'],
	productUpdate: ['PUT', '/v1/products/{sku}', undefined, 'assumed'],
	batchGet: ['GET', '/v1/batch/{id}'],
	orderList: ['GET', '/v1/orders'],
	orderGet: ['GET', '/v1/orders/{id}'],
	queueList: ['GET', '/v1/orders/queue'],
	acknowledge: ['PUT', '/v1/orders/queue/{id}', undefined, 'assumed'],
	sandboxOrderCreate: ['POST', '/v1/orders', 60, 'assumed', 'once'],
	sandboxOrderPaid: ['PUT', '/v1/orders/{id}/paid', 60, 'assumed', 'once'],
	orderInvoiced: ['PUT', '/v1/orders/{id}/invoiced', undefined, 'assumed', 'once'],
	orderSent: ['PUT', '/v1/orders/{id}/sent', undefined, 'assumed', 'once'],
	orderDelivered: ['PUT', '/v1/orders/{id}/delivered', undefined, 'assumed', 'once'],
};

/** Name, method, path, requests per minute, and whether the reference leaves the route open. */
type Row = [string, string, string, perMinute: number | undefined, assumed: boolean];

const byName = (rows: Row[]) => rows.sort(([a], [b]) => a.localeCompare(b));
const expected = byName(
	Object.entries(reference).map(([name, [method, path, limit, ...marks]]): Row => {
		return [name, method, path, limit, marks.includes('assumed')];
	}),
);
const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const readme = read('README.md');
const referenceIndex = read('docs/reference/README.md');

test('the endpoint table has the rows of the reference', () => {
	const rows = Object.entries(endpoints).map(
		([name, { method, path, perMinute, assumed }]): Row => {
			return [name, method, path, perMinute, assumed === true];
		},
	);
	expect(byName(rows)).toEqual(expected);
});

test('what may be repeated follows from what a request does', () => {
	for (const [name, { method, retry }] of Object.entries(endpoints)) {
		const [, , , ...marks] = reference[name]!;
		// the exchange of keys writes no data of the seller
		const repeated = method === 'GET' || name === 'auth' ? 'read' : 'repeatable';
		expect([name, retry]).toEqual([name, marks.includes('once') ? 'once' : repeated]);
	}
});

test("the local hub's contract has the rows of the reference", () => {
	const rows = [...hubOperations.values()].map(
		({ id, method, path, limit, assumed }): Row => [id, method, path, limit, assumed],
	);
	expect(byName(rows)).toEqual(expected);
});

test('every endpoint belongs to an operation, and every operation to an endpoint', () => {
	const used = new Set<string>(operations.flatMap(({ operation }) => operation.endpoints));
	used.add('auth'); // the credential's
	expect([...used].sort()).toEqual(Object.keys(reference).sort());
	for (const { name, operation } of operations)
		expect([name, operation.endpoints.length]).not.toEqual([name, 0]);
});

test('the credential offers a route for each assumed endpoint', async () => {
	const { loadBuiltPackage } = await import('../../engine/engine.mts');
	const [credential] = (await loadBuiltPackage()).credentials;
	const routes = credential!.properties.filter(({ name }) => /^route[A-Z]/.test(name));
	const assumed = expected
		.filter((row) => row[4])
		.map(([name, method, path]) => [`route${upperFirst(name)}`, `${method} ${path}`]);
	expect(routes.map((route) => [route.name, route.default]).sort()).toEqual(assumed.sort());
});

test('the tests run every operation', () => {
	expect(Object.keys(everyOperation).sort()).toEqual(operations.map(({ name }) => name).sort());
});

describe.each(operations)('$name', ({ name, resource, operation }) => {
	test('has an output schema', () => {
		const schema = outputSchema(name);
		expect(schema).toMatchObject({ type: 'object', version: 1 });
		expect(Object.keys(schema.properties as object)).not.toEqual([]);
	});

	test('has its place in the README and a row in the reference, with the mark where its route is assumed', () => {
		const lines = (text: string) => text.split('\n').map((line) => line.replace(/ {2,}/g, ' '));
		const place = lines(readme).find((line) =>
			line.includes(`| [${resource.option.name}](docs/reference/`),
		);
		expect(place!.split('|')[3]!.trim().split(', ')).toContain(operation.option.name);
		const row = lines(referenceIndex).find((line) =>
			line.startsWith(`| ${resource.option.name} | ${operation.option.name} |`),
		);
		const { method, path, assumed } = endpoints[operation.endpoints[0]!]!;
		expect(row).toContain(`\`${method} ${path}\`${assumed === true ? ' ✱' : ' |'}`);
		expect(row!.includes('✱')).toBe(assumed === true);
	});
});
