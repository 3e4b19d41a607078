import cloneDeep from 'lodash/cloneDeep.js';
import get from 'lodash/get.js';
import set from 'lodash/set.js';
import unset from 'lodash/unset.js';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { expect, test } from 'vitest';
import type { OperationParameters } from '../engine/nodes.mts';
import type { OperationId } from '../hub/contract/operations.mts';
import { operations } from '../hub/contract.mts';
import type { Hub } from '../hub/index.mts';
import { caseName, casesOf, entryOf, type FieldCase } from './fieldCases.mts';
import { bodies, go, itemOf, requests } from './items.mts';
import { setup } from './setup.mts';

interface RuleTable {
	operation: { resource: string; operation: string } & INodeParameters;
	/** The endpoint that must not be called for what breaks a rule. */
	endpoint: OperationId;
	/** A good entry for the item with this number. */
	entry: (index: number) => IDataObject;
	/** Cases beyond those that the contract's schema gives. */
	more?: FieldCase[];
	/** Whether a case of the schema cannot be tried this way. */
	skips?: (fieldCase: FieldCase) => boolean;
	/** Puts into the hub what good entries need. */
	prepare?: (hub: Hub, entries: IDataObject[]) => void;
}

/** Whatever is no channel has one message, which says where the IDs are. */
const namedChannel = (fieldCase: FieldCase): FieldCase =>
	fieldCase.field === 'idCanalIntegracao' && (fieldCase.rule ?? 'is required') !== 'is required'
		? { ...fieldCase, rule: 'must be the ID of a channel (Channel > Get Many' }
		: fieldCase;

function withValue(entry: IDataObject, { field, value, beside = {} }: FieldCase): IDataObject {
	const changed = cloneDeep(entry);
	Object.entries({ ...beside, [field]: value }).forEach(([path, one]) =>
		one === undefined ? unset(changed, path) : set(changed, path, one),
	);
	return changed;
}

/** Rules between fields, or about their meaning, which the schemas of the hub's contract do not hold. */
const beyondSchemas = /must not be above|must not contain HTML|never both/;
/** Values that the contract leaves to the hub (a day that does not exist), or reads more leniently. */
const notInSchemas = [
	'dataEmissao = "2026-02-30 10:00:00"',
	...['ean = ""', 'estoque = 2.5', 'estoqueSeguranca = 2.5'],
];

/**
 * All cases of an endpoint's contract, and more, as the items of one run: whatever breaks a rule is
 * refused with a message that names field, rule and value and is not sent; whatever the reference
 * allows reaches the hub, which checks it by its own reading of the reference, and is accepted.
 */
export function testFieldRules(
	name: string,
	{ operation, endpoint, entry, more = [], skips = () => false, prepare }: RuleTable,
): void {
	const { list } = entryOf(endpoint);
	const cases = [...casesOf(endpoint, entry(0)).filter((each) => !skips(each)), ...more];
	const refused = cases.filter(({ rule }) => rule !== undefined).map(namedChannel);
	const allowed = cases.filter(({ rule }) => rule === undefined);
	const parameters = operation as OperationParameters;
	const itemsOf = (some: FieldCase[]) =>
		some.map((fieldCase, index) => withValue(entry(index), fieldCase));
	/** The broken rules of an entry as the hub's contract has them. */
	const brokenInContract = (item: IDataObject) =>
		operations.get(endpoint)!.checkBody(list === undefined ? item : { [list]: [item] });

	test(`${name}: ${refused.length} values that break a rule are not sent`, async () => {
		const { hub, n8n } = await setup();
		const items = itemsOf(refused);
		const result = await n8n.run(parameters, items, go);
		expect(hub.count({ endpoint })).toBe(0);
		expect(result.items().map(itemOf)).toEqual(items.map((_, index) => index));
		refused.forEach((fieldCase, index) => {
			const { field, value, rule } = fieldCase;
			const message = String(result.json()[index]?.error);
			const where = caseName(fieldCase);
			// in a list, a field goes by its own name beside the SKU of its record
			const path = field.replace(/\[(\d+)\]/g, '.$1');
			const names = [path, field.replace(/^.*\]\./, '')].map((name) => `\`${name}\``);
			expect(
				names.some((name) => message.includes(name)),
				`${where}: ${message}`,
			).toBe(true);
			expect(message, where).toContain(rule);
			const isOfRecords = Array.isArray(value) && value.some((one) => typeof one === 'object');
			if (value !== undefined && value !== '' && !isOfRecords)
				expect(message, where).toContain(JSON.stringify(value).slice(0, 60));
			if (!beyondSchemas.test(rule!) && !notInSchemas.includes(where))
				expect(brokenInContract(items[index]!), where).not.toEqual([]);
		});
	});

	test(`${name}: with On Error stop the message names the item, too`, async () => {
		const { hub, n8n } = await setup();
		prepare?.(hub, [entry(0)]);
		const bad = refused[0]!;
		const result = await n8n.run(parameters, [entry(0), withValue(entry(1), bad)]);
		expect(result.status).toBe('error');
		expect(result.nodeError?.message).toMatch(/\[item 1\]/);
		expect(result.nodeError?.message).toContain(bad.rule);
	});

	test(`${name}: ${allowed.length} values at the boundary are sent as they are and accepted`, async () => {
		const { hub, n8n } = await setup({ limits: false });
		const items = itemsOf(allowed);
		prepare?.(hub, items);
		const result = await n8n.run(parameters, items, go);
		const sent = bodies<IDataObject>(hub, endpoint);
		const entries = list === undefined ? sent : sent.flatMap((body) => body[list]);
		expect(entries).toHaveLength(allowed.length);
		expect(requests(hub, endpoint).flatMap(({ unknownFields = [] }) => unknownFields)).toEqual([]);
		allowed.forEach((fieldCase, index) => {
			const { field, value } = fieldCase;
			const where = caseName(fieldCase);
			expect(result.json()[index]?.error, where).toBeUndefined();
			expect(get(entries[index], field), where).toEqual(value === '' ? undefined : value);
		});
	});
}
