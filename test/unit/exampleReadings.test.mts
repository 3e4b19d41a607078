import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exampleNames } from '../server/examples.mts';
import { projectRoot } from '../server/install.mjs';

/*
 * What people type is read by the node (List: Read Rows), not by an example. Each node of an example that still
 * makes a number or a date of something stands here with the reason.
 */

const OWN_TIME = 'a time that this workflow or its table wrote itself, always ISO with an offset';
const HUB_TIME = "the hub's own time, which has one form in a zone of its own";

const reasons: Record<string, string> = {
	'all-sellers-status: Findings': OWN_TIME,
	'all-sellers-status: Since': OWN_TIME,
	'changed-since: Changes': OWN_TIME,
	'changed-since: ERP Changes': 'stands for an ERP, and is replaced',
	'changed-since: Since': OWN_TIME,
	'fulfilment-notes-to-erp: Documents': OWN_TIME,
	'fulfilment-notes-to-erp: Handed Over': HUB_TIME,
	'fulfilment-notes-to-erp: Waits': HUB_TIME,
	'kit-stock: Forget Old Parts': OWN_TIME,
	'orders-into-postgres: Store Order': "the order's own fields, as columns of the database",
	'orders-into-table: Handed Over': OWN_TIME,
	'price-rules: Prices by Rule': 'makes prices end as `,90` says, which is no number',
	'proposals: State': OWN_TIME,
	'reconcile-orders: Handed Over': OWN_TIME,
	'seller-status: This Row': HUB_TIME,
	'stock-less-open-orders: Booked Since': OWN_TIME,
	'stock-less-open-orders: Gap': OWN_TIME,
	'stock-less-open-orders: Hold': OWN_TIME,
	'stock-less-open-orders: Old Lines': OWN_TIME,
	'stock-less-open-orders: Period': OWN_TIME,
	'stock-less-open-orders: Since': OWN_TIME,
	'stock-less-open-orders: Stored Lines': OWN_TIME,
	'stock-less-open-orders: Trouble': OWN_TIME,
	'stock-less-open-orders: What to Send': OWN_TIME,
	'watch-orders: For Half an Hour': HUB_TIME,
};

const reading =
	/\bNumber\(|parseFloat|parseInt|new Date\(|Date\.parse|fromISO|fromFormat|fromSQL|toDateTime\(|replace\(','|::(numeric|integer|timestamptz?|date)\b|\bCAST\(/i;

/** All texts in a node's parameters that n8n runs: code, expressions, SQL. */
function runIn(parameters: object): string[] {
	return Object.entries(parameters).flatMap(([name, value]: [string, unknown]) => {
		if (typeof value === 'object' && value !== null) return runIn(value);
		if (typeof value !== 'string') return [];
		return ['jsCode', 'query'].includes(name) || value.includes('{{') ? [value] : [];
	});
}

test('an example reads no number and no date in its own way, except for these reasons', () => {
	const readers = exampleNames().flatMap((example) => {
		const file = join(projectRoot, 'examples', `${example}.json`);
		const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as {
			nodes: Array<{ name: string; type: string; parameters: object }>;
		};
		return nodes
			.filter(({ type, parameters }) => {
				return (
					!type.endsWith('.stickyNote') && runIn(parameters).some((text) => reading.test(text))
				);
			})
			.map(({ name }) => `${example}: ${name}`);
	});
	expect(readers.sort()).toEqual(Object.keys(reasons).sort());
});
