import cloneDeep from 'lodash/cloneDeep.js';
import get from 'lodash/get.js';
import set from 'lodash/set.js';
import unset from 'lodash/unset.js';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { expect, test } from 'vitest';
import type { OperationParameters } from '../engine/nodes.mts';
import { operations } from '../hub/contract.mts';
import type { Hub } from '../hub/index.mts';
import { caseName, type FieldCase } from './fieldCases.mts';
import { itemOf } from './items.mts';
import { setup } from './setup.mts';

interface RuleTable {
	operation: { resource: string; operation: string } & INodeParameters;
	/** The endpoint that must not be called for what breaks a rule. */
	endpoint: string;
	/** A good entry for the item with this number. */
	entry: (index: number) => IDataObject;
	cases: FieldCase[];
	/** Puts into the hub what the good entries need. */
	prepare?: (hub: Hub, count: number) => void;
	/** Entries of a request, to find what was sent for the allowed ones. */
	sent?: (body: Record<string, unknown>) => unknown[];
}

function withValue(entry: IDataObject, { field, value }: FieldCase): IDataObject {
	const changed = cloneDeep(entry);
	if (value === undefined) unset(changed, field);
	else set(changed, field, value);
	return changed;
}

/** Rules between fields, or about their meaning, which the schemas of the hub's contract do not hold. */
const beyondSchemas = /must not be above|must not contain HTML|never both/;
/** Values that the contract leaves to the hub (a day that does not exist), or reads more leniently. */
const notInSchemas = [
	'dataEmissao = "2026-02-30 10:00:00"',
	...['ean = ""', 'estoque = 2.5', 'estoqueSeguranca = 2.5'],
];

/** The broken rules of an entry as the hub's contract has them, by its own reading of the reference. */
function brokenInContract(endpoint: string, entry: IDataObject): string[] {
	const lists: Record<string, string> = {
		productBatch: 'produtos',
		stockBatch: 'estoques',
		priceBatch: 'precos',
		customizedPriceSet: 'precos',
		listingPriceSet: 'precos',
	};
	const list = lists[endpoint];
	const body = list === undefined ? entry : { [list]: [entry] };
	return operations.get(endpoint)!.checkBody(body);
}

/**
 * All cases of a table as the items of one run: whatever breaks a rule is refused with a message that
 * names field, rule and value and is not sent; whatever the reference allows reaches the hub, which
 * checks it by its own reading of the reference, and is accepted. That reading refuses the same values.
 */
export function testFieldRules(
	name: string,
	{ operation, endpoint, entry, cases, prepare, sent = (body) => [body] }: RuleTable,
): void {
	const refused = cases.filter(({ rule }) => rule !== undefined);
	const allowed = cases.filter(({ rule }) => rule === undefined);
	const parameters = operation as OperationParameters;

	test(`${name}: ${refused.length} values that break a rule are not sent`, async () => {
		const { hub, n8n } = await setup();
		prepare?.(hub, refused.length);
		const items = refused.map((fieldCase, index) => withValue(entry(index), fieldCase));
		const result = await n8n.run(parameters, items, { onError: 'continueRegularOutput' });
		expect(hub.count({ endpoint })).toBe(0);
		expect(result.items().map(itemOf)).toEqual(items.map((_, index) => index));
		refused.forEach((fieldCase, index) => {
			const { field, value, rule } = fieldCase;
			const message = String(result.json()[index]?.error);
			const where = caseName(fieldCase);
			expect(message, where).toContain(`\`${field.replace(/\[(\d+)\]/g, '.$1')}\``);
			expect(message, where).toContain(rule);
			if (value !== undefined && value !== '')
				expect(message, where).toContain(JSON.stringify(value).slice(0, 60));
			if (!beyondSchemas.test(rule!) && !notInSchemas.includes(where))
				expect(brokenInContract(endpoint, items[index]!), where).not.toEqual([]);
		});
	});

	test(`${name}: with On Error stop the message names the item, too`, async () => {
		const { hub, n8n } = await setup();
		prepare?.(hub, 2);
		const bad = refused[0]!;
		const result = await n8n.run(parameters, [entry(0), withValue(entry(1), bad)]);
		expect(result.status).toBe('error');
		expect(result.nodeError?.message).toMatch(/\[item 1\]/);
		expect(result.nodeError?.message).toContain(bad.rule);
	});

	test(`${name}: ${allowed.length} values at the boundary are sent as they are and accepted`, async () => {
		const { hub, n8n } = await setup({ limits: false });
		prepare?.(hub, allowed.length);
		const items = allowed.map((fieldCase, index) => withValue(entry(index), fieldCase));
		const result = await n8n.run(parameters, items, { onError: 'continueRegularOutput' });
		const requests = hub.log.filter((request) => request.endpoint === endpoint);
		const entries = requests.flatMap(({ body }) =>
			sent(JSON.parse(body) as Record<string, unknown>),
		);
		expect(entries).toHaveLength(allowed.length);
		expect(requests.flatMap(({ unknownFields = [] }) => unknownFields)).toEqual([]);
		allowed.forEach((fieldCase, index) => {
			const { field, value } = fieldCase;
			const where = caseName(fieldCase);
			expect(result.json()[index]?.error, where).toBeUndefined();
			expect(get(entries[index], field), where).toEqual(value === '' ? undefined : value);
		});
	});
}
