import ts from 'typescript';
import { expect, test } from 'vitest';
import { messagesPage } from '../docs/messages.mts';
import { sentencesIn } from '../docs/sentences.mts';

const sentences = (text: string) =>
	sentencesIn(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true), () => false);

test('a sentence names the values that stand in it', () => {
	expect(sentences('tell(`${counted(refused)} of ${counted(all.length)} entries failed`)')).toEqual(
		['‹refused› of ‹all› entries failed'],
	);
	expect(sentences('`must not be above \\`${from}\\` (${String(prices[from])})`')).toEqual([
		'must not be above `‹from›` (‹prices›)',
	]);
	expect(sentences('`The hub has no batch ${batchId} (404: ${error.error ?? ""})`')).toEqual([
		'The hub has no batch ‹batch id› (404: ‹error›)',
	]);
	expect(sentences("`it was ${isDry ? 'not sent' : 'sent'} with the others`")).toEqual([
		'it was (not sent / sent) with the others',
	]);
});

test('texts of forms, addresses and single words are none', () => {
	expect(
		sentences(`[
			{ displayName: 'Longest Wait In Minutes', name: 'wait', description: 'How long a run goes on' },
			{ name: 'A', hint: 'This is said in a form' },
			'https://example.com/a b c d', '={{ $json.some + 1 }}', 'would be updated',
		]`),
	).toEqual([]);
	expect(sentences("with({ message: 'A', description: 'This one is read by people' })")).toEqual([
		'This one is read by people',
	]);
});

test('the page has what a person reads besides the messages of failed items', () => {
	const parts = new Map(
		messagesPage()
			.split('\n## ')
			.map((part) => [part.split('\n')[0], part.split('\n').filter((line) => /^[-|] /.test(line))]),
	);
	const count = (heading: string) => parts.get(heading)?.length ?? 0;
	expect(count('In an item or a node that failed')).toBeGreaterThan(70);
	expect(count('What a value must be')).toBeGreaterThan(10);
	expect(count('Why a guard holds a row or a whole list')).toBeGreaterThan(10);
	expect(count('Hints and notes of a sync')).toBeGreaterThan(8);
	expect(count('Hints above the output')).toBeGreaterThan(40);
	expect(count('Triggers')).toBeGreaterThan(20);
	expect(count('Around a message')).toBeGreaterThan(40);
	expect(messagesPage()).not.toMatch(/^\| The hub … \|/m);
});
