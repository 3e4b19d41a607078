import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import range from 'lodash/range.js';
import { describe, expect, test } from 'vitest';
import { entryGuards } from '../../nodes/MarketplaceHub/actions/sync/guards/entryGuards.ts';
import { runGuards } from '../../nodes/MarketplaceHub/actions/sync/guards/runGuards.ts';
import { projectRoot } from '../server/install.mjs';
import { codeNode, type Json } from '../support/exampleCode.mts';
import { evaluated } from '../support/expressions.mts';

/* What the pages of the example say, without n8n. */

interface ExampleNode {
	name: string;
	parameters: Record<string, unknown> & {
		assignments?: { assignments: Array<{ name: string; value: number }> };
		options?: { customGuards?: Record<string, string>; shown?: string };
	};
}
const file = join(projectRoot, 'examples', 'list-from-file.json');
const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as { nodes: ExampleNode[] };
const nodeIn = (name: string) => nodes.find((node) => node.name === name)!;

const settings = nodeIn('Settings').parameters.assignments!.assignments;
const usual = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
const list = {
	rows: [{}],
	unclear: [],
	otherColumns: [],
	rowsAbove: 0,
	columns: { estoque: 'Saldo' },
};

interface Page {
	changes?: number;
	title?: string;
	lines: string[];
	tables: Array<{ title: string; rows: unknown[][]; more: string }>;
}
const page = codeNode('list-from-file', 'Page');
const preview = (results: Json[], limits: Json = usual, of: Json = list, holds = 'Stock'): Page =>
	page(results, {
		...{ Settings: [limits], 'Read File': [of] },
		'List Form': [{ 'What does the list hold?': holds }],
	})[0] as never;
const outcome = (results: Json[], limits: Json = usual): Page =>
	page(results, {
		...{ Settings: [limits], 'Read File': [list], 'Send?': [{}] },
		'List Form': [{ 'What does the list hold?': 'Stock' }],
	})[0] as never;

const update = (sku: string) => ({ sku, status: 'wouldUpdate', why: '', change: 'estoque: 5 → 8' });
/** A result that is held with the whole run, as the node gives it. */
const heldWith =
	(guard: string, error: string, status = 'wouldBeHeld') =>
	(result: Json) => ({
		...result,
		...{ status, error, guard, isRunHeld: true },
	});

describe('the limits in Settings', () => {
	const guards = [...entryGuards, ...runGuards];

	test('are the usual ones, and each sync takes them', () => {
		const known = guards.map(({ displayName, default: value }) => [displayName, value]);
		expect(Object.entries(usual)).toEqual(
			Object.keys(usual).map((name) => known.find(([other]) => other === name)),
		);
		for (const kind of ['Prices', 'Stock', 'Products'])
			for (const way of ['Dry Run of', 'Send'])
				for (const [name, value] of Object.entries(
					nodeIn(`${way} ${kind}`).parameters.options!.customGuards!,
				)) {
					const { displayName } = guards.find((guard) => guard.name === name)!;
					expect(value).toBe(`={{ $('Settings').first().json['${displayName}'] }}`);
				}
	});

	test('cover every guard on the run that is on', () => {
		const asked = new Set(
			nodes.flatMap(({ parameters }) => Object.keys(parameters.options?.customGuards ?? {})),
		);
		const on = runGuards.filter((guard) => guard.default > 0 && guard.name !== 'deleteShare');
		expect(on.filter(({ name }) => !asked.has(name))).toEqual([]);
	});

	test.each([
		['the dry run', preview],
		['what was sent', outcome],
	])('the page of %s says so while one is not the usual one', (_of, pageOf) => {
		const { lines } = pageOf([update('A')], { ...usual, 'Entries That Change (%)': 0 });
		expect(lines).toContain(
			'Entries That Change (%) is 0, usually 50: set it back in the node Settings once this list is through, and publish.',
		);
		expect(pageOf([update('A')], { ...usual, 'Price Change (%)': 12.5 }).lines.join()).toContain(
			'Price Change (%) is 12,5, usually 50',
		);
		expect(pageOf([update('A')]).lines.join()).not.toContain('usually');
	});
});

test('sending is the dry run again, with what that showed', () => {
	for (const kind of ['Prices', 'Stock', 'Products']) {
		const { dryRun, ...dry } = nodeIn(`Dry Run of ${kind}`).parameters;
		expect(dryRun).toBe(true);
		const shown = `={{ $('Dry Run of ${kind}').all().map(({ json }) => json) }}`;
		const { options, ...others } = dry;
		expect(nodeIn(`Send ${kind}`).parameters).toEqual({
			...others,
			options: { ...options, shown },
		});
	}
});

describe('the page', () => {
	test('counts, and shows the first twenty of what would change and of what is held', () => {
		const held = { ...update('H'), status: 'wouldBeHeld', error: 'Would be held: too high' };
		const results = [
			...range(25).map((row) => update(`P${row}`)),
			held,
			{ sku: 'N', status: 'notInHub', why: 'The hub has no such SKU', change: '' },
			{ sku: 'U', status: 'unchanged' },
		];
		const { changes, lines, tables } = preview(results, usual, { ...list, rows: range(28) });
		expect(changes).toBe(25);
		expect(lines[0]).toBe('28 rows, 25 would change, 2 held or left out, 1 as in the hub.');
		expect(tables.map(({ title, rows, more }) => [title, rows.length, more])).toEqual([
			['Would change: 25', 20, 'The first 20 of 25.'],
			['Held or left out: 2', 2, ''],
			['Columns', 1, ''],
		]);
		expect(tables[1]!.rows).toEqual([
			['H', 'estoque: 5 → 8', 'Would be held: too high'],
			['N', '', 'The hub has no such SKU'],
		]);
	});

	test.each([
		[1, 'Stock', 'Sending takes about 1 minute. '],
		[1000, 'Prices', 'Sending takes about 1 minute. '],
		[2001, 'Stock', 'Sending takes about 3 minutes. '],
		[1, 'Products', 'Sending takes about 1 minute, longer where products change: '],
	])('says of %s changes of %s how long they take, and where to look', (count, holds, words) => {
		const changes = range(count).map((row) => update(`P${row}`));
		const { lines } = preview(changes, usual, { ...list, rows: range(count) }, holds);
		const [line] = lines.filter((each) => each.startsWith('Sending takes'));
		expect(line).toContain(words);
		expect(line).toMatch(/n8n's log says how far it is\.$/);
	});

	test('says no time where nothing can be sent', () => {
		const error = 'Nothing would be sent: 30 of 30 entries (100 %) would change';
		const held = preview([heldWith('Entries That Change (%)', error)(update('A'))]);
		const same = preview([{ sku: 'U', status: 'unchanged' }]);
		for (const { lines, title } of [held, same]) {
			expect(lines.join()).not.toContain('Sending takes');
			expect(title).toBe('Nothing is sent');
		}
	});

	test('of a list that a guard holds names it and its figure, and offers nothing to send', () => {
		const error =
			'Nothing would be sent: 30 of 30 entries (100 %) would change; Entries That Change (%) is 50';
		const { changes, lines } = preview([heldWith('Entries That Change (%)', error)(update('A'))]);
		expect(changes).toBe(0);
		expect(lines).toContain(`${error}.`);
		expect(lines.join(' ')).toMatch(
			/usual the first time.*Custom.*to 0.*all other limits as they are/,
		);
		expect(lines.join(' ')).toContain('Normal');
		expect(lines.join(' ')).not.toMatch(/\bOff\b/);
		const other = error.replaceAll('Entries That Change', 'Stock to Zero');
		const page = preview([heldWith('Stock to Zero (%)', other)(update('A'))]);
		expect(page.lines.join(' ')).toContain('raise Stock to Zero (%) in the node Settings');
		expect(page.lines.join(' ')).not.toMatch(/first time|\bOff\b/);
	});

	test('shows first what would go to zero, and counts what the list leaves out', () => {
		const toZero = { ...update('Z'), change: 'estoque: 5 → 0', after: { estoque: 0 } };
		const updates = range(25).map((row) => update(`P${row}`));
		const { lines, tables } = preview([...updates, toZero], usual, { ...list, rows: range(25) });
		expect(lines[0]).toContain('25 rows and 1 that the list leaves out, 26 would change');
		expect(tables[0]!.rows[0]).toEqual(['Z', 'estoque: 5 → 0']);
		const error = 'Nothing would be sent: 1 of 26 entries would go to zero; Stock to Zero (%) is 2';
		const hold = heldWith('Stock to Zero (%)', error);
		const unknown = { sku: 'N', status: 'notInHub', why: 'The hub has no such SKU', change: '' };
		const held = preview([...[...updates, toZero].map(hold), unknown]).tables;
		expect(held[0]!.rows[0]).toEqual(['Z', 'estoque: 5 → 0']);
		expect(held[1]!.rows).toEqual([['N', '', 'The hub has no such SKU']]);
	});

	test('names the fields that a new product lacks, and no guard that holds none of the rows', () => {
		const error = '2 fields are missing for a new product';
		const description =
			'Nothing was sent for this entry. The hub does not have this SKU. Check it, or give: Active, Images.';
		const { lines, tables } = preview([
			{
				...{ sku: 'N', status: 'wouldNotSend', why: error, change: '', error, description },
				missingFields: ['Active', 'Images'],
			},
			heldWith(
				'Entries That Change (%)',
				'Nothing would be sent: 1 of 1 entries (100 %) would change; Entries That Change (%) is 50',
			)({}),
		]);
		expect(lines[0]).toBe('1 row, 1 held or left out, 0 as in the hub.');
		expect(lines.join(' ')).not.toContain('Entries That Change');
		expect(tables[0]!.rows).toEqual([['N', '', `${error}: Active, Images`]]);
	});

	test('says how a row that is held goes out all the same, and of unknown outcomes alone that they are asked for again', () => {
		const error =
			'Held, not sent: `precoPor` would change by 88 %, from 249,00 to 29,90; Price Change (%) is 50';
		const held = { status: 'wouldBeHeld', error, guard: 'Price Change (%)', outcome: 'notSent' };
		const results = [{ ...update('H'), ...held }];
		const advice =
			'If what is held is right, raise Price Change (%) in the node Settings for this one list';
		expect(preview(results).lines.join(' ')).toContain(advice);
		expect(outcome(results).lines.join(' ')).toContain(advice);
		expect(outcome(results).lines.join(' ')).not.toContain('batches in the log');
		const unknown = [{ ...update('U'), status: 'unknown', outcome: 'unknown' }];
		expect(outcome(unknown).lines.join(' ')).toContain('once the batches in the log of n8n');
	});

	test('says which columns are left out, and why', () => {
		const unclear = ['`Preço` may be …'];
		const { lines } = preview([], usual, { ...list, unclear, otherColumns: ['Obs'], rowsAbove: 2 });
		expect(lines).toEqual(
			expect.arrayContaining([
				...unclear,
				'Columns that are left out: Obs.',
				'2 rows above the heading are left out.',
			]),
		);
		expect(preview([], usual, { ...list, otherColumns: ['Obs.'] }).lines).toContain(
			'Columns that are left out: Obs.',
		);
		expect(preview([], usual, { ...list, rowsAbove: 1 }).lines).toContain(
			'1 row above the heading is left out.',
		);
	});
});

describe('the page of what was sent', () => {
	const updated = { ...update('A'), status: 'updated' };
	const unknown = {
		...update('B'),
		...{ status: 'unknown', outcome: 'unknown', error: 'The connection was lost' },
	};

	test('counts it, and says first what was not sent and how to go on', () => {
		const { title, lines, tables } = outcome([updated, unknown, { sku: 'U', status: 'unchanged' }]);
		expect(title).toBe('Sent');
		expect(lines).toEqual([
			'1 changed, 1 not sent or of unknown outcome, 1 as in the hub.',
			expect.stringContaining('send the form again'),
		]);
		expect(tables.map(({ title: of, rows }) => [of, rows])).toEqual([
			['Not sent, or of unknown outcome: 1', [['B', 'estoque: 5 → 8', 'The connection was lost']]],
			['Sent: 1', [['A', 'estoque: 5 → 8']]],
		]);
	});

	test('names the guard that held all of it', () => {
		const error = 'Nothing was sent: 30 of 30 entries (100 %) would change';
		const hold = heldWith('Entries That Change (%)', error, 'held');
		const { title, lines } = outcome([hold(update('A'))]);
		expect(title).toBe('Nothing was sent');
		expect(lines).toContain(`${error}.`);
	});
});

describe('a form', () => {
	const [holds, whole] = ['What does the list hold?', 'Is this the whole list?'];
	const filled = { [holds]: 'Stock', [whole]: 'No' };
	const token = 'http://n8n/form-waiting/7?signature=abc';
	const conditionOf = (name: string) =>
		(nodeIn(name).parameters.conditions as { conditions: Array<{ leftValue: string }> })
			.conditions[0]!.leftValue;
	const isTaken = (
		json: object,
		{ resumeFormUrl = token, $binary = { File: {} } as object } = {},
	) => evaluated(conditionOf('Taken?'), { $json: json, $binary, $execution: { resumeFormUrl } });

	test('is taken with its answers, its file and a token in the address of the page', () => {
		expect(isTaken(filled)).toBe('true');
		expect(isTaken({ ...filled, formQueryParameters: { x: '' } })).toBe('false');
		expect(isTaken(filled, { resumeFormUrl: 'http://n8n/form-waiting/7' })).toBe('false');
		expect(isTaken({ ...filled, [holds]: 'Other' })).toBe('false');
		expect(isTaken({ ...filled, [whole]: null })).toBe('false');
		expect(isTaken(filled, { $binary: {} })).toBe('false');
	});

	test('says why it is not', () => {
		const said = (json: object, resumeFormUrl = token) =>
			evaluated(nodeIn('Not Taken').parameters.completionMessage as string, {
				$: () => ({ first: () => ({ json }) }),
				$execution: { resumeFormUrl },
			});
		expect(said({ ...filled, formQueryParameters: {} })).toContain(
			'Open the form at its own address',
		);
		expect(said(filled, 'http://n8n/form-waiting/7')).toContain('n8n 2.40.7');
		expect(said({})).toContain('give a file');
	});

	test.each([
		['Send', 'true'],
		['send', 'false'],
		['Leave it', 'false'],
		[undefined, 'false'],
		[['Send', 'Send'], 'false'],
	])('with the answer %j sends: %s', (answer, sends) => {
		expect(evaluated(conditionOf('Send?'), { $json: { 'What now?': answer } })).toBe(sends);
	});

	test('waits one hour for the answer', () => {
		expect(nodeIn('Decide').parameters).toMatchObject({
			limitWaitTime: true,
			limitType: 'afterTimeInterval',
			resumeAmount: 1,
			resumeUnit: 'hours',
		});
	});
});
