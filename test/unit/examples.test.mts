import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import intersection from 'lodash/intersection.js';
import isEqual from 'lodash/isEqual.js';
import sortBy from 'lodash/sortBy.js';
import uniq from 'lodash/uniq.js';
import type { IConnections } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { demoSeed } from '../hub/data/demoSeed.mts';
import { startHub } from '../hub/index.mts';
import { exampleNames, linking, listedExamples, mentionedIn, tagsOf } from '../server/examples.mts';
import { projectRoot } from '../server/install.mjs';

interface Placed {
	name: string;
	type: string;
	position: [number, number];
	parameters: {
		content?: string;
		width?: number;
		height?: number;
		jsonOutput?: string;
		resource?: string;
		operation?: string;
		method?: string;
		tableName?: string;
		columns?: object;
	};
	credentials?: object;
	webhookId?: string;
}

const read = (name: string) =>
	JSON.parse(readFileSync(join(projectRoot, 'examples', `${name}.json`), 'utf8')) as {
		name: string;
		nodes: Placed[];
		connections: IConnections;
		settings: { timezone?: string };
	};
const isNote = ({ type }: Placed) => type.endsWith('.stickyNote');
/** A note behind the nodes of a part, which shows the part's name alone. */
const isPart = (node: Placed) => isNote(node) && node.name.startsWith('Part: ');
/** A note beside a part, which explains it. */
const isAbout = (node: Placed) => isNote(node) && node.name.startsWith('About: ');
/** As high as the name of a part. */
const HEADING = 60;

/** The room that a node takes on the canvas with its name below, or a note. */
const boxOf = ({ position: [left, top], parameters, type }: Placed) => {
	const note = type.endsWith('.stickyNote');
	const width = type.endsWith('.agent') ? 260 : 100;
	return {
		left,
		top,
		right: left + (note ? (parameters.width ?? 240) : width),
		bottom: top + (note ? (parameters.height ?? 160) : 140),
	};
};
type Box = ReturnType<typeof boxOf>;
const overlap = (a: Box, b: Box) =>
	a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const isWithin = (a: Box, b: Box) =>
	a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
/** Whether one covers the other: a node may stand in a part, below its name. */
function covers(one: Placed, two: Placed): boolean {
	const [a, b] = [boxOf(one), boxOf(two)];
	const isInPart = isPart(one) && !isNote(two);
	return overlap(a, b) && !(isInPart && isWithin(b, { ...a, top: a.top + HEADING }));
}

test('each example is run by a test in a real n8n', () => {
	const tests = ['n8n', 'queue']
		.map((suite) => join(projectRoot, 'test', suite))
		.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
		.filter((file) => file.endsWith('.test.mts'))
		.map((file) => readFileSync(file, 'utf8'))
		.join('\n');
	expect(exampleNames().filter((name) => !tests.includes(`'${name}'`))).toEqual([]);
});

test('no trigger of an example has a fixed address', () => {
	const known = exampleNames().flatMap((name) =>
		read(name)
			.nodes.filter(({ type, webhookId }) => webhookId !== undefined && /trigger/i.test(type))
			.map(({ name: node }) => `${name}: ${node}`),
	);
	expect(known).toEqual([]);
});

test('an example with a schedule has no manual trigger that does the same', () => {
	const twice = exampleNames().filter((name) => {
		const { nodes, connections } = read(name);
		const ledTo = (type: string) =>
			nodes.filter((node) => node.type === type).map((node) => connections[node.name]?.main);
		const manual = ledTo('n8n-nodes-base.manualTrigger');
		return ledTo('n8n-nodes-base.scheduleTrigger').some((steps) =>
			manual.some((others) => isEqual(others, steps)),
		);
	});
	expect(twice).toEqual([]);
});

test('the README has each example', () => {
	const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');
	expect(exampleNames()).not.toEqual([]);
	for (const name of exampleNames()) expect(readme).toContain(`(examples/${name}.json)`);
});

test('the tags of an example tell what it is about, alike in each part of the list in the README', () => {
	const listed = listedExamples();
	expect(listed.map(({ name }) => name).sort()).toEqual(exampleNames());
	expect(listed.filter(({ does }) => does === '')).toEqual([]);
	const groups = uniq(listed.map(({ group }) => group));
	const tagsIn = groups.map((group) => {
		const [first, ...others] = listed.filter((example) => example.group === group);
		const common = others.reduce(
			(tags, { name }) => intersection(tags, tagsOf(name)),
			tagsOf(first!.name),
		);
		return [group, common.join()];
	});
	expect(Object.fromEntries(tagsIn)).toEqual({
		'Orders arrive': 'orders',
		'Orders ship': 'labels',
		Products: 'products',
		Stock: 'stock',
		Prices: 'prices',
		'Agents ask': 'agents',
		'Many sellers': 'agency',
		Always: 'every workflow',
		'You try things out': 'sandbox',
	});
});

test('what a user sets of the largest examples is in one node behind the trigger', () => {
	const size = (name: string) => read(name).nodes.filter((node) => !isNote(node)).length;
	const largest = sortBy(exampleNames(), (name) => -size(name)).slice(0, 5);
	for (const name of largest) {
		const { nodes, connections } = read(name);
		const [trigger] = nodes.filter(({ type }) => type.endsWith('Trigger'));
		const [first] = connections[trigger!.name]!.main![0]!;
		expect([name, first!.node]).toEqual([
			name,
			expect.stringMatching(/^(Settings|Address of n8n)$/),
		]);
		const elsewhere = nodes.filter(
			(node) =>
				node.type.endsWith('.emailSend') &&
				JSON.stringify(node.parameters).includes('@example.com'),
		);
		expect(elsewhere.map((node) => node.name)).toEqual([]);
	}
});

test('the examples use at least 30 operations', () => {
	const used = exampleNames().flatMap((name) =>
		read(name).nodes.flatMap(({ type, parameters: { resource, operation } }) =>
			/\.marketplaceHub(Tool)?$/.test(type) ? [`${resource} ${operation}`] : [],
		),
	);
	expect(new Set(used).size).toBeGreaterThanOrEqual(30);
});

test('an order that was missing is stored in the same way as a new one', () => {
	const lines = ['Lines Table', 'Lines', 'Store Line'];
	const storing = [
		'Orders Table',
		'Customers Table',
		'Customer Rows',
		'Store Customer',
		'Order Rows',
		'Store Order',
		'Answered',
		'Read Answer',
		'Handed Over',
		'Say What Was Not Read',
	];
	const parametersIn = (example: string, names: string[]) =>
		names.map((node) => read(example).nodes.find(({ name }) => name === node)?.parameters);
	const all = [...storing, ...lines];
	expect(parametersIn('reconcile-orders', all)).toEqual(parametersIn('orders-into-table', all));
	expect(parametersIn('stock-less-open-orders', lines)).toEqual(
		parametersIn('orders-into-table', lines),
	);
});

test('the times of stock and bookings come from one field of an example', () => {
	const clocks = ['stock-less-open-orders', 'kit-stock', 'orders-into-table', 'reconcile-orders'];
	const read$now = clocks.flatMap((name) =>
		read(name)
			.nodes.filter(({ parameters }) => /\$now|\$today|Date\.now/.test(JSON.stringify(parameters)))
			.map(({ name: node }) => `${name}: ${node}`),
	);
	expect(read$now).toEqual([
		'stock-less-open-orders: Settings',
		// when orders were read
		'stock-less-open-orders: Reading',
		'kit-stock: Settings',
		// when its orders were read
		'orders-into-table: Orders',
		// which orders are looked for
		'orders-into-table: Remember',
		'orders-into-table: Last 7 Days',
		'orders-into-table: Answered',
		'reconcile-orders: Forget Old Orders',
		'reconcile-orders: Stored Orders',
		'reconcile-orders: Recent Orders',
		'reconcile-orders: Answered',
		'reconcile-orders: Reading',
	]);
});

test('the table of orders shows in its first columns what a person looks for', () => {
	const { nodes } = read('orders-into-table');
	const { columns } = nodes.find(({ name }) => name === 'Orders Table')!.parameters;
	const { column } = columns as { column: Array<{ name: string }> };
	expect(column.slice(0, 5).map(({ name }) => name)).toEqual([
		...['idPedido', 'status', 'dataEmissao', 'total', 'canal'],
	]);
});

test('a table has the same columns in whichever example makes it first', () => {
	const made = exampleNames().flatMap((name) =>
		read(name).nodes.flatMap(({ name: node, parameters: { tableName, columns } }) =>
			tableName === undefined ? [] : [{ place: `${name}: ${node}`, tableName, columns }],
		),
	);
	for (const { place, tableName, columns } of made)
		expect([place, columns]).toEqual([
			place,
			made.find((first) => first.tableName === tableName)?.columns,
		]);
});

test('a person approves in a form, or in the chat: what scans emails and messages opens their links', () => {
	const asking = exampleNames().flatMap((name) =>
		read(name)
			.nodes.filter(
				({ type, parameters: { operation } }) =>
					type.endsWith('HitlTool') || operation === 'sendAndWait',
			)
			.map(({ type }) => `${name}: ${type.split('.').at(-1)}`),
	);
	expect(asking).toEqual(['order-agent: chatHitlTool']);
	const note = read('order-agent').nodes.find(isNote)!.parameters.content;
	expect(note).not.toMatch(/Gmail|Slack|Telegram/);
	expect(note).toContain('**Never make the chat public**: whoever chats approves.');
	const { parameters } = read('order-agent').nodes.find(({ type }) =>
		type.endsWith('chatTrigger'),
	)!;
	expect(parameters).not.toHaveProperty('public');
});

/** The SKUs in the rows that an example brings along. */
const skusOf = (name: string): string[] =>
	read(name).nodes.flatMap(({ parameters: { jsonOutput = '' } }) =>
		[...jsonOutput.matchAll(/"sku(?:Produto|ProdutoLider|Variacao)?": *"([^"]+)"/g)].map(
			([, sku]) => sku!,
		),
	);

test("the examples use SKUs of the demo's hub, except for those that are absent on purpose", async () => {
	const hub = await startHub({ seed: demoSeed });
	const products = [...hub.state.products.values()];
	const known = new Set([
		...products.map(({ skuProduto }) => skuProduto),
		...products.flatMap(({ variacoes }) => variacoes.map(({ skuVariacao }) => skuVariacao)),
	]);
	await hub.stop();
	const lacking = exampleNames().flatMap((name) => {
		const skus = [...new Set(skusOf(name))].filter((sku) => !known.has(sku));
		return skus.length > 0 ? [[name, skus.sort()]] : [];
	});
	expect(Object.fromEntries(lacking)).toEqual({
		// refused by the hub, for the error branch
		'channel-prices': ['NAO-EXISTE'],
		'pick-up-pending-batches': ['NAO-EXISTE'],
		'update-stock': ['NAO-EXISTE'],
		// not in the hub, for the report
		'sync-dry-run-report': ['SEM-CADASTRO'],
		// registered by the example
		'catalogue-from-spreadsheet': ['CAMISETA-AZUL', 'CAMISETA-VERDE'],
	});
	expect(exampleNames().filter((name) => skusOf(name).some((sku) => known.has(sku)))).toEqual([
		'campaign',
		'changed-since',
		'channel-prices',
		'kit-stock',
		'listing-prices',
		'nightly-stock-sync',
		'pick-up-pending-batches',
		'price-rules',
		'retire-products',
		'stock-less-open-orders',
		'sync-dry-run-report',
		'sync-with-approval',
		'update-stock',
	]);
});

/** The paragraphs in bold with which the note of an example begins. */
function firstLines(name: string): string[] {
	const [, ...lines] = read(name)
		.nodes.find(isNote)!
		.parameters.content!.split('\n')
		.filter((line) => line !== '');
	return lines.slice(
		0,
		lines.findIndex((line) => !line.startsWith('**')),
	);
}

test('an example that deletes something says so before all else', () => {
	/** Its rows are notes of what it has still to look for. */
	const ofItself = ['orders-into-table'];
	const deletes = ({ parameters: { operation = '', method } }: Placed) =>
		operation.startsWith('delete') || method === 'DELETE';
	const silent = exampleNames().filter(
		(name) =>
			read(name).nodes.some(deletes) &&
			!firstLines(name).some((line) => line.startsWith('**It deletes')),
	);
	expect(silent).toEqual(ofItself);
});

test.each([
	['invoice-and-ship', '*Reconcile every morning*'],
	['cancelled-orders', '*Reconcile every morning*'],
	['morning-labels', '*Invoice and ship*'],
	['watch-orders', '*Reconcile every morning*'],
	['stock-less-open-orders', '*Orders into a table*'],
])('the note of %s starts with what must run before', (name, first) => {
	expect(firstLines(name).some((line) => line.startsWith(`**Run first**: ${first}`))).toBe(true);
});

test.each(['nightly-stock-sync', 'catalogue-from-spreadsheet'])(
	'%s has a Google Sheet and a file at an address, connected to nothing that runs',
	(name) => {
		const { nodes, connections } = read(name);
		const beside = ['Google Sheet', 'File at an Address', 'Rows of the File'];
		const note = nodes.find(isNote)!.parameters.content!;
		for (const other of beside) expect(note).toContain(`*${other}*`);
		const links = Object.entries(connections as Record<string, unknown>).flatMap(([from, to]) =>
			[...JSON.stringify(to).matchAll(/"node":"([^"]+)"/g)].map(([, target]) => [from, target!]),
		);
		expect(links.filter((link) => link.some((node) => beside.includes(node)))).toEqual([
			['File at an Address', 'Rows of the File'],
		]);
	},
);

test('in the demo, notes lead to the workflows that they name', () => {
	expect(mentionedIn('invoice-and-ship')).toContain('reconcile-orders');
	expect(mentionedIn('orders-into-table')).not.toContain('orders-into-table');
	const content = '**Run first**: *Reconcile every morning*, then *Ping*.';
	const link = linking([{ id: 'a1', name: 'Reconcile every morning' }]);
	const note = link({ type: 'n8n-nodes-base.stickyNote', parameters: { content } } as never);
	expect(note.parameters.content).toBe(
		'**Run first**: [Reconcile every morning](/workflow/a1), then *Ping*.',
	);
});

/** More than a person reads of a note on the canvas: the rest stands beside its part, or in the docs. */
const LONGEST_NOTE = 700;

describe.each(exampleNames())('%s', (name) => {
	const { nodes, connections, settings } = read(name);

	test('begins with a note: a heading and what it does', () => {
		const [note, ...more] = nodes.filter(isNote);
		expect(more.filter((other) => !isPart(other) && !isAbout(other))).toEqual([]);
		const [heading, ...text] = note!.parameters.content!.split('\n');
		expect(heading).toMatch(/^## \S/);
		expect(text.join(' ').length).toBeGreaterThan(60);
		expect(boxOf(note!).bottom).toBeLessThan(
			Math.min(...nodes.filter((node) => !isNote(node)).map(({ position }) => position[1])),
		);
	});

	test('keeps its nodes apart and on the grid', () => {
		const overlapping = nodes.flatMap((one, index) =>
			nodes
				.slice(index + 1)
				.flatMap((two) => (covers(one, two) ? [`${one.name} / ${two.name}`] : [])),
		);
		expect(overlapping).toEqual([]);
		expect(nodes.flatMap(({ position }) => position).filter((value) => value % 20 !== 0)).toEqual(
			[],
		);
	});

	test('names its parts if it is large', () => {
		const parts = nodes.filter(isPart);
		const isLarge = nodes.filter((node) => !isNote(node)).length >= 20;
		expect(parts.length).toBeGreaterThanOrEqual(isLarge ? 2 : 0);
		for (const { name: part, parameters } of parts)
			expect(parameters.content).toBe(part.replace('Part: ', '# '));
	});

	test('explains a part in a short note beside it', () => {
		for (const about of nodes.filter(isAbout)) {
			const part = nodes.find((node) => node.name === about.name.replace('About: ', 'Part: '))!;
			const [note, behind] = [boxOf(about), boxOf(part)];
			const isAbove = note.left === behind.left && note.bottom + 20 === behind.top;
			const isBeside = note.left === behind.right + 20 && note.top === behind.top;
			expect([about.name, isAbove || isBeside]).toEqual([about.name, true]);
		}
	});

	test('has no note that is long', () => {
		const long = nodes.filter(
			(node) => isNote(node) && node.parameters.content!.length > LONGEST_NOTE,
		);
		expect(long.map((node) => node.name)).toEqual([]);
	});

	test('names its time zone', () => {
		expect(settings.timezone).toBe('America/Sao_Paulo');
	});

	test('names the error workflow in its note', () => {
		const title = read('error-workflow').name;
		expect(nodes.find(isNote)!.parameters.content).toContain(
			name === 'error-workflow' ? title : `*${title}* tells the team when a run fails`,
		);
	});

	test('uses no node that stops for good once its history is full', () => {
		expect(nodes.filter(({ type }) => type.endsWith('.removeDuplicates'))).toEqual([]);
	});

	test('has no credential, and no connection to a missing node', () => {
		expect(nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
		const names = new Set(nodes.map((node) => node.name));
		const targets = [...JSON.stringify(connections).matchAll(/"node":"([^"]+)"/g)].map(
			([, to]) => to!,
		);
		expect([...Object.keys(connections), ...targets].filter((to) => !names.has(to))).toEqual([]);
	});
});
