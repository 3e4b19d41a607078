import { Ajv } from 'ajv';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { operations, outputSchema } from '../../support/built.mts';
import { everyOperation, parametersOf, completeSeed } from '../../support/everyOperation.mts';
import { answer } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';

const at = setupEach({ seed: completeSeed, batchDuration: 0 });
const ajv = new Ajv({ strict: false, allErrors: true });

/** The schema, closed: what it does not list may not come. Fields whose keys are data stay open. */
function closed(schema: IDataObject): IDataObject {
	const { properties, items } = schema as {
		properties?: Record<string, IDataObject>;
		items?: IDataObject;
	};
	if (items !== undefined) return { ...schema, items: closed(items) };
	if (properties === undefined || Object.keys(properties).length === 0) return schema;
	const inner = Object.fromEntries(
		Object.entries(properties).map(([name, value]) => [name, closed(value)]),
	);
	// beside those listed, fields may come whose names the user gives
	return {
		...schema,
		properties: inner,
		additionalProperties: schema.additionalProperties ?? false,
	};
}

/** A field that is null has no type yet (an order not acknowledged, a note without an order). */
const withoutNulls = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(withoutNulls);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([, entry]) => entry !== null)
			.map(([name, entry]) => [name, withoutNulls(entry)]),
	);
};

const run = async (name: string, changes = {}) => {
	if (name.startsWith('batch ')) await at.n8n.run(parametersOf('stock updateBatch', at.hub));
	const result = await at.n8n.done(parametersOf(name, at.hub, changes));
	return result;
};

/** What is wrong with the records by the schema of the operation. */
const differences = (name: string, records: IDataObject[]) => {
	const validate = ajv.compile(closed(outputSchema(name)));
	return records.flatMap((record) =>
		validate(withoutNulls(record))
			? []
			: validate.errors!.map(({ instancePath, message, params }) => ({
					instancePath,
					message,
					params,
				})),
	);
};

describe.each(Object.keys(everyOperation))('%s', (name) => {
	test('returns every field of its output schema and no other', async () => {
		const records = (await run(name)).json();
		expect(records.length).toBeGreaterThan(0);
		expect(differences(name, records)).toEqual([]);
		const seen = new Set(records.flatMap((record) => Object.keys(record)));
		const listed = Object.keys(outputSchema(name).properties as object);
		// what a successful run cannot show: notes of a batch that is not split, reasons of what failed,
		// the product's prices beside a channel's own
		const other = name.startsWith('batch ')
			? ['idLista', 'identificador', 'sucesso', 'info', 'error', 'details', 'sku', 'outcome']
			: ['error', 'details', 'updated', 'outcome', 'nomeCanal', 'batchId', 'note', 'productPrices'];
		expect(listed.filter((field) => !seen.has(field) && !other.includes(field))).toEqual([]);
	});

	// rows have the columns of the list, and a check begins with a sentence that sums it up
	test.skipIf(/^list|checkRoutes$/.test(name))(
		'has short words or numbers in the four columns that a table shows first',
		async () => {
			const [record = {}] = (await run(name)).json();
			for (const value of Object.values(record).slice(0, 4)) {
				expect(value === null || typeof value !== 'object', JSON.stringify(record)).toBe(true);
				expect(String(value)).toMatch(/^.{0,80}$/);
			}
		},
	);
});

describe('not simplified', () => {
	const simplified = operations.filter(({ operation }) => operation.simplified !== undefined);
	test.each(simplified.map(({ name }) => name))(
		'%s still has every simplified field, in its place and type',
		async (name) => {
			const raw = (await run(name, { simplify: false })).json();
			const validate = ajv.compile(outputSchema(name));
			for (const record of raw)
				expect([validate(withoutNulls(record)), validate.errors]).toEqual([true, null]);
		},
	);
});

test('a batch split into entries returns the fields of the schema', async () => {
	const records = (await run('batch get', { splitEntries: true })).json();
	expect(records).toHaveLength(1);
	expect(differences('batch get', records)).toEqual([]);
});

test('a product whose update is answered without it comes with the fields of the schema', async () => {
	answer(at.hub, 'productUpdate', {});
	const records = (await run('product update')).json();
	expect(records).toMatchObject([{ updated: true }]);
	expect(differences('product update', records)).toEqual([]);
});
