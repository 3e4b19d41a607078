import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import upperFirst from 'lodash/upperFirst.js';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../engine/engine.mts';
import { operations as hubOperations } from '../../hub/contract.mts';
import { endpoints, operations, outputSchema, resources } from '../../support/built.mts';
import { everyOperation } from '../../support/everyOperation.mts';

/** Name, method, path, requests per minute, and whether the reference leaves the route open. */
type Row = [string, string, string, perMinute: number | undefined, assumed: boolean];

const byName = (rows: Row[]) => rows.sort(([a], [b]) => a.localeCompare(b));
const rowsOfNode = byName(
	Object.entries(endpoints).map(([name, { method, path, perMinute, assumed }]): Row => {
		return [name, method, path, perMinute, assumed !== undefined];
	}),
);
const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const readme = read('README.md');
const referenceIndex = read('docs/reference/README.md');

/** The file of each operation with what it promises. */
const folder = 'test/integration/operations';
const doors = new Map(
	readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.test.mts'))
		.map((file) => [
			file.replace(/\.test\.mts$/, '').replaceAll(sep, ' '),
			read(join(folder, file)),
		]),
);

/* Both were written from the reference, by people who did not see each other's code. */
test('the node and the local hub know the same endpoints, limits and assumed routes', () => {
	const rowsOfHub = [...hubOperations.values()].map(
		({ id, method, path, limit, assumed }): Row => [id, method, path, limit, assumed],
	);
	expect(rowsOfNode).toEqual(byName(rowsOfHub));
});

test('every endpoint belongs to an operation, and every operation to an endpoint', () => {
	const used = new Set<string>(operations.flatMap(({ operation }) => operation.endpoints));
	used.add('auth'); // the credential's
	expect([...used].sort()).toEqual(Object.keys(endpoints).sort());
	const without = operations.filter(({ operation }) => operation.endpoints.length === 0);
	// they send no request
	expect(without.map(({ name }) => name)).toEqual([
		'order convertToRows',
		'stock calculateAvailable',
		'shipmentLabel findNew',
		'list readFile',
		'workflow checkSteps',
	]);
});

test('a form shows first an operation that changes nothing at the hub, where the resource has one', () => {
	for (const { option, operations: ofResource, byDefault } of resources) {
		const harmless = ofResource.filter(({ endpoints: names }) =>
			names.every((name) => endpoints[name]?.method === 'GET'),
		);
		if (harmless.length > 0) expect(harmless, option.name).toContain(byDefault);
		expect(ofResource, option.name).toContain(byDefault);
		expect(byDefault.option.value, option.name).not.toBe('delete');
	}
});

test('every operation that lists records names the list among its endpoints and has Limit, and no other has it', () => {
	for (const { operation } of operations) {
		const { list, endpoints: names, properties } = operation;
		expect(properties.some(({ name }) => name === 'limit')).toBe(list !== undefined);
		if (list !== undefined) expect(names).toContain(list);
	}
});

test('the credential offers a route for each assumed endpoint and the token exchange', async () => {
	const { loadBuiltPackage } = await import('../../engine/engine.mts');
	const [credential] = (await loadBuiltPackage()).credentials;
	const routes = credential!.properties.filter(({ name }) => /^route[A-Z]/.test(name));
	const assumed = rowsOfNode
		.filter((row) => row[4] || row[0] === 'auth')
		.map(([name, method, path]) => [`route${upperFirst(name)}`, `${method} ${path}`]);
	expect(routes.map((route) => [route.name, route.default]).sort()).toEqual(assumed.sort());
});

test('every operation has a file with its tests, and no other operation has one', () => {
	expect([...doors.keys()].sort()).toEqual(operations.map(({ name }) => name).sort());
});

test('each of these files says in 3 to 8 sentences what its operation promises', () => {
	const sentences = (text: string) => text.match(/^\t*test(\.each)?[(<]/gm)?.length;
	const counts = [...doors].map(([name, text]) => [name, sentences(text)] as const);
	expect(counts.filter(([, count = 0]) => count < 3 || count > 8)).toEqual([]);
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

	test('is in the README and in the reference, with a mark if its route is assumed', () => {
		const lines = (text: string) => text.split('\n').map((line) => line.replace(/ {2,}/g, ' '));
		const place = lines(readme).find((line) =>
			line.includes(`| [${resource.option.name}](docs/reference/`),
		);
		expect(place!.split('|')[3]!.trim().split(', ')).toContain(operation.option.name);
		const row = lines(referenceIndex).find((line) =>
			line.startsWith(`| ${resource.option.name} | ${operation.option.name} |`),
		);
		const [endpoint] = operation.endpoints;
		if (endpoint === undefined) return expect(row).not.toContain('✱');
		const { method, path, assumed } = endpoints[endpoint]!;
		expect(row).toContain(`\`${method} ${path}\`${assumed !== undefined ? ' ✱' : ' |'}`);
		expect(row!.includes('✱')).toBe(assumed !== undefined);
	});
});
