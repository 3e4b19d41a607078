import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { loadBuiltPackage } from '../../engine/engine.mts';
import { operations, resources } from '../../support/built.mts';

const { nodes, credentials } = await loadBuiltPackage();

interface Text {
	where: string;
	kind: 'name' | 'text' | 'placeholder' | 'boolean';
	text: string;
}

/** Every text that a user reads in a list of parameters, nested ones included. */
function textsOf(properties: INodeProperties[], at: string): Text[] {
	return properties.flatMap((property) => {
		const where = `${at}.${property.name}`;
		const texts: Text[] = [
			{ where, kind: property.type === 'notice' ? 'text' : 'name', text: property.displayName },
		];
		const { description, hint, placeholder, options = [], modes = [] } = property;
		if (description !== undefined)
			texts.push({
				where,
				kind: property.type === 'boolean' ? 'boolean' : 'text',
				text: description,
			});
		if (hint !== undefined) texts.push({ where, kind: 'text', text: hint });
		if (placeholder !== undefined && !['collection', 'fixedCollection'].includes(property.type)) {
			texts.push({ where, kind: 'placeholder', text: placeholder });
		}
		for (const mode of modes) {
			if (mode.placeholder !== undefined)
				texts.push({ where: `${where}.${mode.name}`, kind: 'placeholder', text: mode.placeholder });
			texts.push({ where: `${where}.${mode.name}`, kind: 'name', text: mode.displayName });
		}
		return [...texts, ...options.flatMap((option) => textsOfOption(option, where))];
	});
}

function textsOfOption(
	option: INodePropertyOptions | INodeProperties | INodePropertyCollection,
	at: string,
): Text[] {
	if ('type' in option) return textsOf([option], at);
	if ('values' in option)
		return [{ where: at, kind: 'name', text: option.displayName }, ...textsOf(option.values, at)];
	const { name, action, description } = option;
	const where = `${at}=${name}`;
	return [
		{ where, kind: 'name', text: name },
		...[action, description].flatMap((text): Text[] =>
			text === undefined ? [] : [{ where, kind: 'text', text }],
		),
	];
}

const texts = [
	...nodes.flatMap((node) => {
		const { description } = 'nodeVersions' in node ? node.getNodeType() : node;
		const own: Text = { where: description.name, kind: 'text', text: description.description };
		// n8n adds the poll times of a polling trigger itself
		const properties = description.properties.filter(({ name }) => name !== 'pollTimes');
		return [own, ...textsOf(properties, description.name)];
	}),
	...credentials.flatMap(({ name, properties }) => textsOf(properties, name)),
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

test('a notice has room in three lines of the editor', () => {
	const notices = nodes
		.flatMap((node) => ('nodeVersions' in node ? node.getNodeType() : node).description.properties)
		.filter(({ type }) => type === 'notice')
		.map(({ displayName }) => displayName.replace(/<[^>]+>/g, ''));
	expect(notices.length).toBeGreaterThan(5);
	expect(notices.filter(({ length }) => length > 170)).toEqual([]);
});

test('no text speaks of an error, a problem, a failure or a mistake', () => {
	expect(
		texts.filter(({ text }) =>
			/\b(error|problem|failure|mistake)s?\b/i.test(text.replaceAll('On Error', '')),
		),
	).toEqual([]);
});

test('descriptions end without a dot when they are one sentence', () => {
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
		if (name === 'Get Many') expect(names).toEqual(expect.arrayContaining(['returnAll', 'limit']));
		for (const { type, modes, default: start } of operation.properties) {
			if (type !== 'resourceLocator') continue;
			expect(modes?.[0]?.name).toBe('list');
			expect(start).toEqual({ mode: 'list', value: '' });
		}
	});
});

test('the resources used most come first, operations in alphabetical order', () => {
	const sorted = (names: string[]) =>
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
	const [first, second, third] = resources.map(({ option }) => option.name);
	expect([first, second, third]).toEqual(['Order', 'Order Queue', 'Product']);
	for (const resource of resources) sorted(resource.operations.map(({ option }) => option.name));
});
