import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { endpoints, operations } from '../../support/built.mts';

const writing = operations.filter(({ operation }) =>
	operation.endpoints.some((name) => endpoints[name]?.retry !== 'read'),
);
/** The longest first: `Get product` begins `Get product variation`. */
const actions = operations
	.map(({ operation }) => operation.option.action)
	.sort((one, other) => other.length - one.length);

describe.each(operations)('the tool description of $name', ({ name, operation }) => {
	const { toolDescription: text, action } = operation.option;

	test('says when to call it, when not, and what that costs, in a few sentences', () => {
		expect(text.length).toBeLessThan(420);
		expect(text).toMatch(/\b(not|never)\b|, use [A-Z]/i);
		expect(text).toMatch(/\b(requests?|pages)\b/);
	});

	test('says correctly whether it writes', () => {
		const writes = writing.some((entry) => entry.name === name);
		expect(text.includes('Writes')).toBe(writes);
		expect(text.includes('Reads only')).toBe(!writes);
	});

	test('names other operations by the names of their tools', () => {
		for (const [, named = ''] of text.matchAll(/(?:that is|use) ([A-Z][a-z]+ [a-z ]+)/g)) {
			const other = actions.find((known) => named.startsWith(known));
			expect(other, named).toBeDefined();
			expect(other).not.toBe(action);
		}
	});
});

test('the page on agents says the most that each writing operation can do', () => {
	const page = readFileSync('docs/agents.md', 'utf8');
	const rows = page.slice(page.indexOf('## What a tool can do at most'));
	const named = rows.split('\n').map((line) => line.split('|')[1] ?? '');
	for (const { resource, operation } of writing) {
		const words = [resource.option.name, operation.option.name.replace('Set as ', '')];
		const row = named.find((cell) => words.every((word) => cell.includes(word)));
		expect(row, words.join(': ')).toBeDefined();
	}
});
