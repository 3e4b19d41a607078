import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import range from 'lodash/range.js';
import { expect, test } from 'vitest';
import { exampleNames } from '../server/examples.mts';
import { projectRoot } from '../server/install.mjs';
import { valueOf } from '../support/expressions.mts';

/* What the messages and emails of examples tell of rows: a reason that many share stands there once. */

type Json = Record<string, unknown>;

interface ExampleNode {
	name: string;
	type: string;
	parameters: { errorMessage?: string; text?: string };
}

const nodesOf = (example: string) =>
	(
		JSON.parse(readFileSync(join(projectRoot, 'examples', `${example}.json`), 'utf8')) as {
			nodes: ExampleNode[];
		}
	).nodes;

/**
 * The message of a node of an example, given the rows that come in and the rows of other nodes.
 *
 * @param others by the node's name, with the number of the output behind a colon: `Held:1`
 */
function messageOf(
	example: string,
	node: string,
	input: Json[],
	others: Record<string, Json[]>,
): string {
	const { parameters } = nodesOf(example).find(({ name }) => name === node)!;
	const asked = (rows: Json[]) => rows.map((json) => ({ json }));
	const $ = (name: string) => ({
		all: (output = 0) => asked(others[`${name}:${output}`] ?? []),
		first: () => ({ json: {} }),
		isExecuted: Object.keys(others).some((other) => other.startsWith(`${name}:`)),
	});
	const surroundings = {
		$json: input[0],
		$,
		$input: { all: () => asked(input) },
		$execution: { resumeFormUrl: 'http://n8n/form-waiting/7' },
	};
	const text = (parameters.errorMessage ?? parameters.text)!;
	return text
		.slice(1)
		.split(/\{\{(.*?)\}\}(?!\})/s)
		.map((part, index) => (index % 2 === 0 ? part : String(valueOf(part, surroundings))))
		.join('');
}

const GUARD = 'Nothing was sent: 29 of 29 entries (100 %) would change';
const ids = range(1, 30).map(String);
/** The node that tells, what its rows come from, and how they name what they are about. */
const telling: Array<[string, string, string, Json[]]> = [
	...['nightly-stock-sync', 'catalogue-from-spreadsheet', 'keep-last-pieces-back', 'campaign'].map(
		(example): [string, string, string, Json[]] => [
			example,
			'To Be Looked At',
			'New Trouble:0',
			ids.map((id) => ({ sku: `P${id}`, trouble: `P${id} held: ${GUARD}` })),
		],
	),
	[
		'stock-less-open-orders',
		'To Be Looked At',
		'New Trouble:0',
		ids.map((id) => ({ sku: `P${id}`, trouble: `P${id} held: ${GUARD}` })),
	],
	...[
		['update-stock', 'Refused', ''],
		['pick-up-pending-batches', 'Refused', ''],
		['pick-up-pending-batches', 'To Be Looked At', 'Known:0'],
		['retire-products', 'Not Retired', ''],
		['changed-since', 'Say What Was Given Up', 'Given Up:0'],
		['sync-with-approval', 'Not Sent', 'Held:1'],
		['sync-with-approval', 'Ask a Person', 'Held:1'],
	].map(([example, node, from]): [string, string, string, Json[]] => [
		example!,
		node!,
		from!,
		ids.map((id) => ({ sku: `P${id}`, error: GUARD })),
	]),
	['channel-prices', 'Refused', '', ids.map((id) => ({ skuProduto: `P${id}`, error: GUARD }))],
	...['Not Sent', 'Ask a Person'].map((node): [string, string, string, Json[]] => [
		'price-rules',
		node,
		'Held:1',
		ids.map((id) => ({ idCanalIntegracao: 11, skuProduto: `P${id}`, error: GUARD })),
	]),
	[
		'listing-prices',
		'Refused',
		'Set Prices:1',
		ids.map((id) => ({ prefixoCanalIntegracao: 'CLA', skuProduto: `P${id}`, error: GUARD })),
	],
	[
		'kit-stock',
		'Tell',
		'Counted:1',
		ids.map((id) => ({ kit: 'KIT', sku: `P${id}`, error: GUARD })),
	],
	[
		'orders-into-table',
		'Not Acknowledged',
		'',
		ids.map((id) => ({ idPedido: `P${id}`, error: GUARD })),
	],
	[
		'orders-into-postgres',
		'Not Acknowledged',
		'',
		ids.map((id) => ({ id_pedido: `P${id}`, error: GUARD })),
	],
	[
		'invoice-and-ship',
		'Tell the Team',
		'',
		ids.map((id) => ({ idPedido: `P${id}`, error: GUARD })),
	],
];

test.each(telling)(
	'%s, %s: a reason that 29 rows share is told once, with the first five and how many',
	(example, node, from, rows) => {
		const others = from === '' ? {} : { [from]: rows };
		const [told, ...again] = messageOf(example, node, rows, { 'Changes:0': [], ...others })
			.split('\n')
			.filter((line) => line.includes(GUARD));
		expect(again).toEqual([]);
		expect(told).toMatch(
			/^(\d+ |CLA |KIT )?P1, (\d+ |CLA |KIT )?P2, .*P3, .*P4, [^,]*P5 … \(29 rows\)( held)?: Nothing was sent: /,
		);
	},
);

test('a row with a reason of its own is told as it is, in the order of the rows', () => {
	const rows = [
		{ sku: 'A', error: 'too high' },
		{ sku: 'B', error: 'not there' },
		{ sku: 'C', error: 'too high' },
	];
	expect(messageOf('update-stock', 'Refused', rows, {})).toBe('A, C: too high\nB: not there');
});

test('no other message or email lists rows one by one with their reasons', () => {
	const told = new Set(telling.map(([example, node]) => `${example}: ${node}`));
	const reason = /\?\? \$?json\.error\b/;
	const reasons: Record<string, string> = {
		'fulfilment-notes-to-erp: Say What Is Damaged': 'each names its own file',
	};
	const others = exampleNames().flatMap((example) =>
		nodesOf(example)
			.filter(({ type }) => /\.(stopAndError|emailSend)$/.test(type))
			.filter(({ parameters: { errorMessage = '', text = '' } }) => {
				const message = errorMessage + text;
				return message.includes('.map(') && reason.test(message);
			})
			.map(({ name }) => `${example}: ${name}`)
			.filter((place) => !told.has(place)),
	);
	expect(others).toEqual(Object.keys(reasons));
});
