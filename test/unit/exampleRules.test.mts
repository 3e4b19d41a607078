import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { exampleNames } from '../server/examples.mts';
import { projectRoot } from '../server/install.mjs';
import { evaluated } from '../support/expressions.mts';

/* What holds in all examples: how they find tables, show errors and pair what they make. */

interface ExampleNode {
	name: string;
	type: string;
	onError?: string;
	parameters: Record<string, unknown> & {
		jsCode?: string;
		resource?: string;
		operation?: string;
		returnAll?: boolean;
		limit?: number;
		orderBy?: boolean;
		filters?: object;
		tableName?: string;
		dataTableId?: { mode: string; value: string };
		options?: object;
	};
}

interface ExampleWorkflow {
	nodes: ExampleNode[];
	connections: Record<string, { main: Array<Array<{ node: string }> | undefined> }>;
}

const workflowOf = (name: string) =>
	JSON.parse(
		readFileSync(join(projectRoot, 'examples', `${name}.json`), 'utf8'),
	) as ExampleWorkflow;
const nodesOf = (name: string) => workflowOf(name).nodes;
const all = exampleNames().flatMap((example) =>
	nodesOf(example).map((node) => ({ example, place: `${example}: ${node.name}`, ...node })),
);

/** Their tables have a part of their own. */
const OF_AGENCIES = [
	...['agent-proposals', 'all-sellers-status', 'offboard-seller', 'onboard-seller'],
	...['order-agent', 'proposals', 'seller-status'],
];
const own = all.filter(({ example }) => !OF_AGENCIES.includes(example));

test('no value stands right behind a line break of a template in a text: n8n puts a blank between', () => {
	// in HTML a blank more says nothing, and code is no expression
	const others = ['completionMessage', 'formDescription', 'html', 'jsCode', 'content'];
	const textsOf = (parameters: object) =>
		JSON.stringify(parameters, (name, value: unknown) =>
			others.includes(name) ? undefined : value,
		);
	const places = all.filter(({ parameters }) => /\\n\$\{/.test(textsOf(parameters)));
	expect(places.map(({ place }) => place)).toEqual([]);
});

test('slashes at an end are looked for once: many of them in the middle must not keep n8n from answering', () => {
	const slow = all.filter(({ parameters }) =>
		/(?<!\(\?<!\/\))\/\+\$/.test(JSON.stringify(parameters).replaceAll('\\', '')),
	);
	expect(slow.map(({ example }) => example)).toEqual([]);
});

test('a workbook is read up to a last cell: one far away must not keep n8n from answering', () => {
	const boundless = all.filter(
		({ type, parameters }) =>
			type.endsWith('.extractFromFile') &&
			!/"range":"A1:[A-Z]+\d+"/.test(JSON.stringify(parameters)),
	);
	expect(boundless.map(({ place }) => place)).toEqual([]);
});

test('a code that a person types in cannot be guessed from earlier ones', () => {
	const guessable = all.filter(({ parameters }) =>
		JSON.stringify(parameters).includes('Math.random'),
	);
	expect(guessable).toEqual([]);
});

test('a page that a run waits with has a limit, and wants an answer that a click does not give', () => {
	const waiting = all.filter(
		({ type, parameters: { operation, resume } }) =>
			(type === 'n8n-nodes-base.form' && operation === 'page') || resume === 'form',
	);
	expect(waiting.length).toBeGreaterThan(5);
	const answeredByClick = waiting.filter(({ parameters: { limitWaitTime, formFields } }) => {
		const { values } = formFields as { values: Array<{ requiredField?: boolean }> };
		return limitWaitTime !== true || !values.some(({ requiredField }) => requiredField);
	});
	expect(answeredByClick.map(({ place }) => place)).toEqual([]);
});

describe('data tables', () => {
	test('are found by their ID: by name n8n takes the youngest whose name contains the text', () => {
		const byName = own.filter(({ parameters: { dataTableId } }) => dataTableId?.mode === 'name');
		expect(byName.map(({ place }) => place)).toEqual([]);
	});

	test('are never reused by name: that fails beside a copy with a longer name', () => {
		const reusing = own.filter(({ parameters: { options } }) =>
			JSON.stringify(options ?? {}).includes('createIfNotExists'),
		);
		expect(reusing.map(({ place }) => place)).toEqual([]);
	});

	test('are read by rising ID, in pages: Return All fails from row 1,001 on while rows are added', () => {
		const ofOneRun = 'only this workflow adds rows, one run at a time';
		const atMost300 = 'holds 300 proposals at most, which is one page';
		const reasons: Record<string, string> = {
			'all-sellers-status: Sellers': 'a row for each seller, added by hand',
			'all-sellers-status: Known Troubles': ofOneRun,
			'proposals: Kept Proposals': atMost300,
			'proposals: Who Waits': atMost300,
			'proposals: Who Waits Now': atMost300,
			'proposals: Proposal of That ID': atMost300,
			'proposals: Proposal by ID': atMost300,
		};
		const reads = all.filter(
			({ type, parameters: { resource, operation } }) =>
				type.endsWith('.dataTable') && resource === 'row' && operation === 'get',
		);
		const whole = reads.filter(({ parameters: { returnAll } }) => returnAll);
		expect(whole.map(({ place }) => place).sort()).toEqual(Object.keys(reasons).sort());
		// what goes on behind a row does so by its ID, or it would give rows twice and leave others out
		const unsorted = reads.filter(
			({ parameters: { limit, orderBy, filters } }) =>
				limit === 1000 && JSON.stringify(filters).includes('"id"') && orderBy !== true,
		);
		expect(unsorted.map(({ place }) => place)).toEqual([]);
	});

	test('are made only by examples that write them', () => {
		const writing = ['insert', 'upsert', 'update'];
		const idle = own.flatMap(({ place, example, parameters: { tableName } }) => {
			if (tableName === undefined) return [];
			const name = tableName.replace('marketplace_hub_', '');
			const isWritten = nodesOf(example).some(
				({ parameters: { operation = '', dataTableId } }) =>
					writing.includes(operation) && dataTableId?.value.endsWith(`.${name} }}`),
			);
			return isWritten ? [] : [place];
		});
		expect(idle).toEqual([]);
	});
});

describe('the text of an error', () => {
	const way = (item: string) => `${item}.message ?? ${item}.error?.message ?? ${item}.error`;

	test.each([
		['an error object', { error: { message: 'why', name: 'Error' } }],
		['a text', { error: 'why' }],
		['a node error', { error: { message: 'why', description: null, node: {} } }],
		['an error of PostgreSQL', { message: 'why', error: { code: '22P02', detail: 'x' } }],
	])('is read of %s', (_kind, json) => {
		expect(new Script(`((json) => ${way('json')})`).runInThisContext()(json)).toBe('why');
	});

	test('is read in one way wherever an example shows it', () => {
		const shows = /\$\{\$?json\.(error|message)\b|={{ \$json\.error }}|'why', \$json\.error\b/;
		const others = own.filter(({ parameters }) => {
			const { content, ...shown } = parameters;
			return shows.test(
				JSON.stringify(shown).replaceAll(way('json'), '').replaceAll(way('$json'), ''),
			);
		});
		expect(others.map(({ place }) => place)).toEqual([]);
	});
});

test('an example decides by fields, never by the wording of a message', () => {
	const reasons: Record<string, string> = {
		'seller-status: This Row': 'n8n tells that a credential is missing in words alone',
	};
	const told = '(?:error|message|why|description|change|trouble|said)\\b';
	const reading = new RegExp(
		`${told}\\)?\\??\\.(?:startsWith|endsWith|includes|match|search|indexOf)\\(` +
			`|\\.(?:test|exec)\\([^,;]{0,30}${told}`,
	);
	const readers = all.filter(({ type, parameters }) => {
		const { content, ...run } = parameters;
		return !type.endsWith('.stickyNote') && reading.test(JSON.stringify(run));
	});
	expect(readers.map(({ place }) => place)).toEqual(Object.keys(reasons));
});

test('what a node could not do ends in one that tells it, or goes on', () => {
	const reasons: Record<string, string> = {
		'retire-products: No Price There': 'it is gone already, which is what was wanted',
		'stock-less-open-orders: Not Read': 'told by Trouble at the end',
	};
	const silent = exampleNames().flatMap((example) => {
		const { nodes, connections } = workflowOf(example);
		const refusing = nodes.filter(({ onError }) => onError === 'continueErrorOutput');
		const ends = refusing.flatMap(({ name }) => connections[name]?.main[1] ?? []);
		const nothing = nodes.filter(
			({ name, type }) => type.endsWith('.noOp') && ends.some(({ node }) => node === name),
		);
		return nothing.map(({ name }) => `${example}: ${name}`);
	});
	expect(silent.sort()).toEqual(Object.keys(reasons).sort());
});

test('what a Code node makes of its input is paired with it', () => {
	const unpaired = own.filter(
		({ parameters: { jsCode } }) =>
			jsCode !== undefined && /\{ json\b/.test(jsCode) && !jsCode.includes('pairedItem'),
	);
	expect(unpaired.map(({ place }) => place)).toEqual([]);
});

describe('a chat, which shows Markdown', () => {
	const hasChat = (example: string) =>
		nodesOf(example).some(({ type }) => /\.chatTrigger$/.test(type));
	/** What writes into it: a node of its own, or the last one. */
	const chats = all.filter(
		({ example, name, type }) =>
			/\.chat(HitlTool)?$/.test(type) || (hasChat(example) && name === 'Answer'),
	);

	test('is written by these nodes', () => {
		expect(chats.map(({ place }) => place)).toEqual([
			'agent-proposals: Answer',
			'order-agent: Answer',
			'order-agent: Ask a Person',
		]);
	});

	// the browser would fetch it, with whatever a buyer's text made the model write into its address
	test.each(chats)('$place: shows no picture that a model names', ({ parameters }) => {
		const { message = '' } = parameters as { message?: string };
		const text = message || /"value":"(=.*?)","type"/.exec(JSON.stringify(parameters))![1]!;
		const [picture, twice] = ['![x](https://example.net/?q=Ana)', '!![x](https://example.net/)'];
		const given = { output: `Sent. ${picture} ${twice}`, idPedido: picture, codigoRastreio: twice };
		const shown = evaluated(text, { $json: given, $tool: { parameters: given } });
		expect(shown).not.toContain('![');
		expect(shown).toContain('[x](https://example.net/)');
	});

	// Markdown shows a link as its text, and the definition of a link not at all
	test('Ask a Person shows all of a code that is more than letters and digits', () => {
		const asked = chats.find(({ place }) => place === 'order-agent: Ask a Person')!;
		const { message } = asked.parameters as { message: string };
		const askedWith = (codigoRastreio: string) =>
			evaluated(message, { $tool: { parameters: { idPedido: 1, codigoRastreio } } });
		expect(askedWith('BR123456789BR')).toContain('the tracking code BR123456789BR?');
		expect(askedWith('BR1\n\n[x]: https://example.net/')).toContain(
			'`BR1 [x]: https://example.net/`',
		);
		expect(askedWith('[B`R1](https://example.net/)')).toContain('`[B R1](https://example.net/)`');
	});
});

test("an API key of n8n is sent to n8n's address alone: no redirect is followed", () => {
	const asking = all.filter(({ parameters }) => parameters.nodeCredentialType === 'n8nApi');
	expect(asking.length).toBeGreaterThan(20);
	const following = asking.filter(
		({ parameters: { options } }) =>
			!JSON.stringify(options).includes('"redirect":{"redirect":{"followRedirects":false}}'),
	);
	expect(following.map(({ place }) => place)).toEqual([]);
});

test('every expression can be compiled', () => {
	const broken: string[] = [];
	for (const { place, parameters } of all)
		JSON.stringify(parameters, (_name, value: unknown) => {
			if (typeof value !== 'string' || !value.startsWith('=')) return value;
			for (const [, part] of value.matchAll(/\{\{(.*?)\}\}(?!\})/gs))
				try {
					new Script(`(${part})`);
				} catch {
					broken.push(`${place}: ${part}`);
				}
			return value;
		});
	expect(broken).toEqual([]);
});
