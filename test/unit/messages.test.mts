import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { messagesPage } from '../docs/messages.mts';
import { isFound, sentencesIn } from '../docs/sentences.mts';
import { projectRoot } from '../server/install.mjs';

const found = (text: string) =>
	sentencesIn(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true), () => false);
const sentences = (text: string) => found(text).map((sentence) => sentence.text);

test('a sentence has … where values stand in it', () => {
	expect(sentences('tell(`${counted(refused)} of the entries failed in the hub`)')).toEqual([
		'… of the entries failed in the hub',
	]);
	expect(sentences('`The hub has no batch ${batchId} (404: ${error.error ?? ""})`')).toEqual([
		'The hub has no batch … (404: …)',
	]);
	expect(sentences("`the row was ${isDry ? 'not sent' : 'sent'} with all the other ones`")).toEqual(
		['the row was (not sent / sent) with all the other ones'],
	);
});

test('what stands beside a sentence says what to do', () => {
	const first = [{ text: 'The Base URL is none', whatToDo: 'Enter it with its scheme.' }];
	expect(found("wrong('The Base URL is none', 'Enter it with its scheme.')")).toEqual(first);
	expect(found("[['The Base URL is none', 'Enter it with its scheme.']]")).toEqual(first);
	expect(
		found("({ message: 'The Base URL is none', description: 'Enter it with its scheme.' })"),
	).toEqual(first);
	expect(
		found("new X(node, 'The Base URL is none', { description: 'Enter it with its scheme.' })"),
	).toEqual(first);
	expect(found("tell('The Base URL is none. Enter it with its scheme.')")).toEqual(first);
	expect(found("({ 422: 'Correct the values named by the hub.' })")).toEqual([
		{ text: 'The hub answered 422', whatToDo: 'Correct the values named by the hub.' },
	]);
});

test('texts of forms, addresses, advice alone and words that never stand together are none', () => {
	expect(
		sentences(`[
			{ displayName: 'Longest Wait In Minutes', name: 'wait', description: 'How long a run goes on' },
			{ name: 'A', hint: 'This is said in a form' },
			'https://example.com/a b c d', '={{ $json.some + 1 }}', 'would be updated',
			'Check the Base URL of the credential.', \`Label \${number} of order \${id} has \${count}\`,
		]`),
	).toEqual([]);
});

/** Fixed words of messages that a person has before him, of every place where he may see one. */
const seen = [
	'must not be above',
	'is not sent to an address that cannot be read',
	'Base URL of the credential must start with https://',
	'was not processed within the time limit',
	'its outcome is unknown',
	'would change by',
	'with stock (… %) would go to zero',
	'The hub has no SKU',
	'was cut off',
	'cannot work on the first orders',
	'it has no `urlLeitura`',
	'The check ended at',
	'gave no complete answer within',
	'The hub answered 429',
	'The hub has no label yet for these orders',
	'the list did not settle',
];

test('a person finds his message, with what to do, in a table or below it', () => {
	const page = messagesPage();
	expect(seen.filter((words) => !page.includes(words))).toEqual([]);
	expect(page).not.toContain('‹');
	const parts = page.split('\n## ').slice(1);
	expect(parts.length).toBeGreaterThan(10);
	for (const part of parts) {
		const rows = [...part.matchAll(/^\| (.*) \| (.*) \|$/gm)].slice(2);
		const list = [...part.matchAll(/^- (.*)$/gm)];
		for (const [, message] of [...rows, ...list]) expect(isFound(message!), message).toBe(true);
		for (const [, message, whatToDo] of rows) expect(whatToDo, message).toMatch(/\w+ \w+ \w+/);
		if (list.length > 0) expect(part).toMatch(/^What to do about these: \p{Lu}/mu);
	}
});

test('the words of the page stand in the code of the nodes', () => {
	const folder = join(projectRoot, 'nodes');
	const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => readFileSync(join(folder, file), 'utf8').replace(/\\(['`])/g, '$1'))
		.join('\n');
	const listed = [...messagesPage().matchAll(/^- (.*)$/gm)].map(([, message]) => message!);
	const fixed = listed.flatMap((message) =>
		message.split(/…|[()]| \/ /).filter((part) => part.trim().split(' ').length > 3),
	);
	expect(fixed.length).toBeGreaterThan(80);
	expect(fixed.filter((part) => !code.includes(part.trim()))).toEqual([]);
});
