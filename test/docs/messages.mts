import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../server/install.mjs';
import { cell, table } from './markdown.mts';

/** What a user reads of a kind of failure, in the order of the page. */
const kinds: Record<string, string> = {
	invalid: 'Nothing was sent: a value cannot be used',
	credential: 'Nothing was sent: the credential has to be changed',
	refused: 'The hub refused it, or does not have it',
	unreachable: 'The hub gave no usable answer',
	outcomeUnknown: 'The outcome is unknown',
	notSent: 'Not sent because of something else',
	held: 'A guard holds it',
	timeLimit: 'A time limit ended the wait',
	unforeseen: 'Something that the nodes do not know',
};

interface Message {
	kind: string;
	text: string;
	whatToDo: string;
}

/** The page with every message that the nodes write themselves, read from their source. */
export function messagesPage(): string {
	const folder = join(projectRoot, 'nodes');
	const messages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.sort()
		.flatMap((file) => messagesIn(readFileSync(join(folder, file), 'utf8')));
	const parts = Object.entries(kinds).flatMap(([kind, heading]) => {
		const rows = messages
			.filter((message) => message.kind === kind)
			.map(({ text, whatToDo }) => [cell(text), cell(whatToDo)]);
		return rows.length === 0 ? [] : [`## ${heading}`, table(['message', 'what to do'], rows)];
	});
	return [
		'# Messages',
		'<!-- Made by `npm run docs` from the source of the nodes; changes belong there. -->',
		'Every message that the nodes write themselves. … stands for a value, or for words that depend on the case; so does an empty second column. The words of the hub come beside them. [All resources](README.md)',
		...parts,
		'',
	].join('\n\n');
}

/** Every `new HubError(kind, message, { description })` of a source file. */
function messagesIn(source: string): Message[] {
	const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
	const found: Message[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isNewExpression(node) && node.expression.getText() === 'HubError') {
			const [kind, text, options] = node.arguments ?? [];
			const names = kind ? literalsIn(kind) : [];
			const texts = text ? choicesIn(text).map(wordsOf) : [];
			names.forEach((name, index) => {
				const own = texts.length === names.length ? texts.slice(index, index + 1) : texts;
				const words = own.filter((word) => word !== undefined).join(' / ');
				if (words) found.push({ kind: name, text: words, whatToDo: descriptionIn(options) });
			});
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found;
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

/** A text with … in place of its values; undefined for one that is made elsewhere. */
function wordsOf(node: ts.Expression): string | undefined {
	if (ts.isTemplateExpression(node))
		return node.templateSpans.reduce(
			(text, { literal }) => `${text}…${literal.text}`,
			node.head.text,
		);
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
