import type { IDataObject } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../server/install.mjs';
import { readList } from '../../../support/readRows.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach();

/** What the node of an example reads of rows, and what the code after it gets of those that nobody can read. */
async function readBy(example: string, name: string, rows: readonly IDataObject[]) {
	const file = join(projectRoot, 'examples', `${example}.json`);
	const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as {
		nodes: Array<{ name: string; parameters: IDataObject; onError?: 'continueRegularOutput' }>;
	};
	const { parameters, onError } = nodes.find((node) => node.name === name)!;
	return (await readList(at.n8n, rows, [], { node: { parameters, onError } })).read;
}

test.each([
	['26/11/2026 10:00', '2026-11-26T10:00:00.000-03:00'],
	['2026-11-26 10:00:00', '2026-11-26T10:00:00.000-03:00'],
	['2026-11-26T13:00:00Z', '2026-11-26T10:00:00.000-03:00'],
	[46352, '2026-11-26T00:00:00.000-03:00'],
	['', null],
])('changed-since.json: a change of %s counts as of %s', async (changedAt, read) => {
	const row = { sku: 1001, precoDe: '39,90', precoPor: '28,90' };
	expect(await readBy('changed-since', 'Read Rows', [{ ...row, changedAt }])).toEqual([
		{ ...row, sku: '1001', changedAt: read },
	]);
});

test('changed-since.json: a date that nobody can read stays in its place and is told', async () => {
	const rows = [
		{ sku: 'A', changedAt: 'ontem' },
		{ sku: 'B', changedAt: '26/11/2026' },
	];
	const [told, good] = await readBy('changed-since', 'Read Rows', rows);
	expect(told).toMatchObject({ ...rows[0], error: expect.stringContaining('`changedAt`') });
	expect(good).not.toHaveProperty('error');
});

test('changed-since.json: no row at all is nothing to read', async () => {
	expect(await readBy('changed-since', 'Read Rows', [{}])).toEqual([
		{ sku: null, changedAt: null },
	]);
});
