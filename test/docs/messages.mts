import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../server/install.mjs';
import { cell, table } from './markdown.mts';
import { isSentence, sentencesIn, textOf } from './sentences.mts';

/** What a user reads of a kind of failure, and what to do where the message does not say it. */
const kinds: Record<string, readonly [heading: string, next: string]> = {
	invalid: [
		'Nothing was sent: a value cannot be used',
		'Correct the value that the message names, or the expression that gives it, and run again. The other items are not affected.',
	],
	credential: [
		'Nothing was sent: the credential has to be changed',
		'Open the credential of the node, correct it, and press _Retry_ in its dialog. Every item waits for that, so do not repeat the run before.',
	],
	refused: [
		'The hub refused it, or does not have it',
		"Nothing was changed. Read the hub's own words beside the message; check the number or SKU in the hub's panel.",
	],
	unreachable: [
		'The hub gave no usable answer',
		'Run again later. If it stays, look at the address in the credential and at the network of your n8n.',
	],
	unconfirmed: [
		'The outcome is unknown',
		'It may have been done. Look into the hub before you send it again.',
	],
	obstacle: [
		'Not sent because of something else',
		'Nothing is wrong with this item itself. Correct what the message names, and run again.',
	],
	held: [
		'A guard holds it',
		'Look at the values. If they are right, change the guard, and run again.',
	],
	timeLimit: [
		'A time limit ended the wait',
		'The hub may go on working. Ask for the result later, or raise the limit.',
	],
	unforeseen: [
		'Something that the nodes do not know',
		'Look into the hub whether it was done, and report it.',
	],
};

/** Everything else, by where a person sees it: the first whose pattern fits the file. */
const places: ReadonlyArray<readonly [file: RegExp, heading: string, about: string]> = [
	[
		/api\/(schemas|values)\//,
		'What a value must be',
		"These words follow the name of a field, e.g. '`precoPor` must not be above `precoDe`', in the message of an item that was not sent. Correct the field.",
	],
	[
		/actions\/sync\/\w*guard/i,
		'Why a guard holds a row or a whole list',
		'In the message of a held item, and in the hint of a list that is held. Look at the values; the message names the guard that can be changed.',
	],
	[
		/(actions|api)\/sync\//,
		'Hints and notes of a sync',
		'In the hint above the output of a _Sync_, in its first line what was sent; and as `note` of an item.',
	],
	[
		/shipmentLabel|fiscalDocument/,
		'About files of labels and notes',
		'Behind the name of the file or the document, or as a hint. Ask the hub for it again.',
	],
	[
		/triggers\//,
		'Triggers',
		"In n8n's log, as `reason` of an item whose order was not read, or as the message of a poll that failed.",
	],
	[
		/actions\/(?!write|product|parameters|entries)/,
		'Hints above the output',
		'A hint tells what a run did or left out by itself; a tool of an agent has it in `notes`. The sum of failed items stands here, too.',
	],
	[
		/api\/(http|auth|batches)\/|api\/(orderQueue|hub|errors)|writeOnce/,
		'Around a message',
		'What is added to the words of a request that failed: why, how often, and what to do next.',
	],
	[/./, 'Other parts of messages', 'Put together as the case demands.'],
];

/** Texts of forms. */
const formFiles = /([pP]roperties|resources|endpoints|locators|forms|body|fields|setStatus)\.ts$/;
/** Beside labels and descriptions of fields. */
const ofValues = /^(must |may mean |[`‹].* (is required|must be)|the whole code)/;

interface Message {
	kind: string;
	text: string;
	whatToDo: string;
}

/** The page with the messages that the nodes write themselves, read from their source. */
export function messagesPage(): string {
	const folder = join(projectRoot, 'nodes');
	const messages: Message[] = [];
	const others = new Map<string, Set<string>>();
	for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
		if (!file.endsWith('.ts')) continue;
		const text = readFileSync(join(folder, file), 'utf8');
		const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
		const take = (node: ts.Node) => {
			const found = messagesOf(node);
			messages.push(...found);
			return found.length > 0;
		};
		const sentences = sentencesIn(source, take).filter(
			(sentence) => !/api\/schemas\//.test(file) || ofValues.test(sentence),
		);
		const [, heading = ''] = places.find(([pattern]) => pattern.test(file)) ?? [];
		const known = others.get(heading) ?? new Set();
		if (!formFiles.test(file)) others.set(heading, new Set([...known, ...sentences]));
	}
	const byKind = Object.entries(kinds).flatMap(([kind, [heading, next]]) => {
		const rows = messages
			.filter((message) => message.kind === kind && isSentence(message.text))
			.map(({ text, whatToDo }) => [cell(text), cell(whatToDo)]);
		if (rows.length === 0) return [];
		return [`### ${heading}`, next, table(['message', 'what to do'], rows)];
	});
	const byPlace = places.flatMap(([, heading, about]) => {
		const texts = [...(others.get(heading) ?? [])];
		if (texts.length === 0) return [];
		return [`## ${heading}`, about, texts.map((text) => `- ${cell(text)}`).join('\n')];
	});
	return [
		'# Messages',
		'<!-- Made by `npm run docs` from the source of the nodes; changes belong there. -->',
		'The sentences that the nodes write themselves, by where you see them: in an item or a node that failed, in a hint above the output, in the log of a trigger. Search this page for a few words of yours. A word in ‹› stands for a value, named as in the source; … for words that depend on the case, and so does an empty second column. Several of these texts may be put together to one message. Not here: the words of the hub, which come beside them, the texts of forms, and single words such as those of `status`. [All resources](README.md)',
		'## In an item or a node that failed',
		...byKind,
		...byPlace,
		'',
	].join('\n\n');
}

/** What a `new HubError(kind, message, { description })` says; nothing if its words are made elsewhere. */
function messagesOf(node: ts.Node): Message[] {
	if (!ts.isNewExpression(node) || node.expression.getText() !== 'HubError') return [];
	const [kind, text, options] = node.arguments ?? [];
	const names = kind ? literalsIn(kind) : [];
	const texts = text ? choicesIn(text).map(wordsOf) : [];
	return names.flatMap((name, index) => {
		const own = texts.length === names.length ? texts.slice(index, index + 1) : texts;
		const words = own.filter((word) => word !== undefined).join(' / ');
		return words ? [{ kind: name, text: words, whatToDo: descriptionIn(options) }] : [];
	});
}

/** The texts of a literal, or of both sides of a choice. */
function literalsIn(node: ts.Expression): string[] {
	if (ts.isStringLiteralLike(node)) return [node.text];
	if (ts.isConditionalExpression(node))
		return [...literalsIn(node.whenTrue), ...literalsIn(node.whenFalse)];
	return [];
}

/** Both sides of a choice, or the text itself. */
const choicesIn = (node: ts.Expression): ts.Expression[] =>
	ts.isConditionalExpression(node) ? [node.whenTrue, node.whenFalse] : [node];

/** A text with names in place of its values; undefined for one that is made elsewhere. */
function wordsOf(node: ts.Expression): string | undefined {
	if (ts.isTemplateExpression(node)) return textOf(node);
	const texts = literalsIn(node);
	return texts.length === 0 ? undefined : texts.join(' / ');
}

function descriptionIn(options: ts.Expression | undefined): string {
	if (options === undefined || !ts.isObjectLiteralExpression(options)) return '';
	for (const property of options.properties)
		if (ts.isPropertyAssignment(property) && property.name.getText() === 'description')
			return wordsOf(property.initializer) ?? '';
	return '';
}
