import { describe, expect, test } from 'vitest';
import { loadBuiltPackage } from '../../engine/engine.mts';
import { operations, resources } from '../../support/built.mts';

const { nodes, credentials } = await loadBuiltPackage();

interface Text {
	where: string;
	kind: 'name' | 'text' | 'placeholder' | 'boolean';
	text: string;
}

/** A parameter, an option, a mode of a locator, or a group of parameters. */
interface Part {
	name: string;
	value?: unknown;
	type?: string;
	displayName?: string;
	action?: string;
	description?: string;
	hint?: string;
	placeholder?: string;
	options?: Part[];
	modes?: Part[];
	values?: Part[];
}

/** Every text that a user reads in a list of them, nested ones included. */
function textsOf(parts: Part[], at: string): Text[] {
	return parts.flatMap((part) => {
		const { name, type, displayName = name, placeholder } = part;
		// a field of a record bears its own name
		if (part.value === name) return [];
		const where = `${at}.${name}`;
		const told: Array<[Text['kind'], string | undefined]> = [
			[type === 'notice' ? 'text' : 'name', displayName],
			['text', part.action],
			[type === 'boolean' ? 'boolean' : 'text', part.description],
			['text', part.hint],
			['placeholder', type?.toLowerCase().includes('collection') ? undefined : placeholder],
		];
		const { options = [], modes = [], values = [] } = part;
		return [
			...told.flatMap(([kind, text]) => (text === undefined ? [] : [{ where, kind, text }])),
			...textsOf([...options, ...modes, ...values], where),
		];
	});
}

const texts = [
	...nodes.flatMap((node) => {
		const { description } = 'nodeVersions' in node ? node.getNodeType() : node;
		const own: Text = { where: description.name, kind: 'text', text: description.description };
		// n8n adds the poll times of a polling trigger itself
		const properties = description.properties.filter(({ name }) => name !== 'pollTimes');
		return [own, ...textsOf(properties as Part[], description.name)];
	}),
	...credentials.flatMap(({ name, properties }) => textsOf(properties as Part[], name)),
];
const of = (...kinds: Array<Text['kind']>) => texts.filter(({ kind }) => kinds.includes(kind));

const small = new Set(
	'a an and as at by for from if in into is of on or per the to until up via with'.split(' '),
);
const isTitleCase = (text: string) =>
	text
		.split(/[\s/]+/)
		.every(
			(word, index) => /^[^a-z]/.test(word) || (index > 0 && small.has(word)) || /\(|\{/.test(word),
		);

test('names are in Title Case', () => {
	expect(of('name').filter(({ text }) => !isTitleCase(text))).toEqual([]);
});

test('booleans are described with Whether', () => {
	expect(of('boolean').filter(({ text }) => !text.startsWith('Whether'))).toEqual([]);
	const undescribed = nodes
		.flatMap((node) => ('nodeVersions' in node ? node.getNodeType() : node).description.properties)
		.filter(({ type, description }) => type === 'boolean' && description === undefined);
	expect(undescribed).toEqual([]);
});

test('placeholders start with e.g.', () => {
	expect(of('placeholder').filter(({ text }) => !text.startsWith('e.g. '))).toEqual([]);
});

test('a notice fits into four lines of the editor', () => {
	const notices = nodes
		.flatMap((node) => ('nodeVersions' in node ? node.getNodeType() : node).description.properties)
		.filter(({ type }) => type === 'notice')
		.map(({ displayName }) => displayName.replace(/<[^>]+>/g, ''));
	expect(notices.length).toBeGreaterThan(5);
	expect(notices.filter(({ length }) => length > 226)).toEqual([]);
});

test('the description of a choice has room in the two lines that its list shows', () => {
	const choicesIn = (parts: Part[]): Part[] =>
		parts.flatMap(({ type = '', options = [], values = [] }) => [
			...(type.toLowerCase().endsWith('options') ? options : []),
			...choicesIn([...options, ...values]),
		]);
	const choices = nodes.flatMap((node) =>
		choicesIn(
			('nodeVersions' in node ? node.getNodeType() : node).description.properties as Part[],
		),
	);
	expect(choices.length).toBeGreaterThan(100);
	expect(choices.filter(({ description = '' }) => description.length > 106)).toEqual([]);
});

test('no text speaks of an error, a problem, a failure or a mistake', () => {
	expect(
		texts.filter(({ text }) =>
			/\b(error|problem|failure|mistake)s?\b/i.test(text.replaceAll('On Error', '')),
		),
	).toEqual([]);
});

test('a description of one sentence ends without a full stop', () => {
	const wrong = of('text', 'boolean').filter(
		({ text }) => text.endsWith('.') && !/[.!?:] /.test(text.slice(0, -1).replace('e.g. ', '')),
	);
	expect(wrong).toEqual([]);
});

describe.each(operations)('$name', ({ resource, operation }) => {
	const { name, action, description } = operation.option;

	test('its action is in sentence case, without articles', () => {
		expect(action).toMatch(/^[A-Z]/);
		expect(action).not.toMatch(/\b(a|an|the)\b/i);
		const others = action
			.split(' ')
			.slice(1)
			.filter((word) => /[A-Z]/.test(word) && !['XML', 'SKU', 'ID'].includes(word));
		expect(others).toEqual([]);
	});

	test('its description says more than its name and its action', () => {
		expect(description.length).toBeGreaterThan(20);
		expect(description.toLowerCase()).not.toBe(action.toLowerCase());
		expect(description.toLowerCase()).not.toBe(`${name} ${resource.option.name}`.toLowerCase());
	});

	test('Get Many has Return All and Limit; locators start with the list', () => {
		const names = operation.properties.map((property) => property.name);
		// the hub shows no more than the first 100 of its queue
		const paged = resource.option.value === 'orderQueue' ? ['limit'] : ['returnAll', 'limit'];
		if (name === 'Get Many') expect(names).toEqual(expect.arrayContaining(paged));
		for (const { type, modes, default: start } of operation.properties) {
			if (type !== 'resourceLocator') continue;
			expect(modes?.[0]?.name).toBe('list');
			expect(start).toEqual({ mode: 'list', value: '' });
		}
	});
});

test('the most used resources come first, and operations are in alphabetical order', () => {
	const sorted = (names: string[]) =>
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
	const [first, second, third] = resources.map(({ option }) => option.name);
	expect([first, second, third]).toEqual(['Order', 'Order Queue', 'Product']);
	for (const resource of resources) sorted(resource.operations.map(({ option }) => option.name));
});
