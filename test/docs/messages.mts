import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import partition from 'lodash/partition.js';
import sortBy from 'lodash/sortBy.js';
import ts from 'typescript';
import { projectRoot } from '../server/install.mjs';
import { bullets, cell, table } from './markdown.mts';
import { adviceOf, isFound, sentencesIn, textOf } from './sentences.mts';

/** A part of the page: its heading, what its messages have in common, and what to do where a message says no more. */
interface Part {
	heading: string;
	about: string;
	next: string;
}

/** The kinds of failure, as parts of the page. */
const kinds: Record<string, Part> = {
	invalid: {
		heading: 'Nothing was sent: a value cannot be used',
		about: 'The other items are not affected.',
		next: 'Correct the value, or the expression that gives it, and run again.',
	},
	credential: {
		heading: 'Nothing was sent: the credential has to be changed',
		about: 'Every item waits for that, so do not repeat the run before.',
		next: 'Correct the credential, and press _Retry_ in its dialog.',
	},
	refused: {
		heading: 'The hub refused it, or does not have it',
		about: "Nothing was changed. The hub's own words stand beside the message.",
		next: "Check the number or SKU in the hub's panel.",
	},
	unreachable: {
		heading: 'The hub gave no usable answer',
		about: 'If it stays, look at the address in the credential and at the network of your n8n.',
		next: 'Run again later.',
	},
	unconfirmed: {
		heading: 'The outcome is unknown',
		about: 'It may have been done.',
		next: 'Look into the hub before you send it again.',
	},
	obstacle: {
		heading: 'Not sent because of something else',
		about: 'Nothing is wrong with this item itself.',
		next: 'Correct what the message names, and run again.',
	},
	held: {
		heading: 'A guard holds it',
		about: '',
		next: 'Look at the values. If they are right, change the guard, and run again.',
	},
	timeLimit: {
		heading: 'A time limit ended the wait',
		about: 'The hub may go on working.',
		next: 'Ask for the result later, or raise the limit.',
	},
	unforeseen: {
		heading: 'Something that the nodes do not know',
		about: '',
		next: 'Look into the hub whether it was done, and report it.',
	},
};

/** Everything else, by where a person sees it: the first whose pattern fits the file. */
const places: ReadonlyArray<readonly [file: RegExp, part: Part]> = [
	[/api\/auth\//, kinds.credential!],
	[/columnsFit/, kinds.invalid!],
	[
		/api\/(schemas\/(?!valueNotes)|values\/)/,
		{
			heading: 'What a value must be',
			about:
				"These words follow the name of a field, e.g. '`precoPor` must not be above `precoDe`', in the message of an item that was not sent.",
			next: 'Correct the value, or the column that it comes from.',
		},
	],
	[
		/(actions|api)\/(product|sync|snapshot)\//,
		{
			heading: 'In a sync',
			about:
				'In the message, `why` or `note` of an item, or in the hint above the output. [Sync](../sync.md) says what each guard asks and what keeps an entry.',
			next: 'Look at the values, `before` and `after`, and run again.',
		},
	],
	[
		/shipmentLabel|fiscalDocument/,
		{
			heading: 'Files of labels and notes',
			about: 'Behind the name of the file or the document, or as a hint.',
			next: 'Ask the hub for the file again; if it stays so, look at the order or the document in the hub.',
		},
	],
	[
		/triggers\/|api\/(orderQueue|queueDrain|queue\/)/,
		{
			heading: 'Triggers and the order queue',
			about:
				"In n8n's log, as `reason` of an item whose order was not read, or as the message of a poll or an acknowledgement.",
			next: 'Read in [Triggers](../triggers.md) what comes again by itself, and look at the order with _Order: Get_.',
		},
	],
	[
		/routeCheck\//,
		{
			heading: 'Check Routes',
			about: 'In the items of _Connection: Check Routes_.',
			next: 'Go on as [The hub has no such address](../troubleshooting.md#the-hub-has-no-such-address) says.',
		},
	],
	[
		/api\/(http|batches|hub|errors|send\/|state)|writeOnce|reachStatus/,
		{
			heading: 'Around a message',
			about: 'Why a request failed, how often it was sent, and whether the hub carried it out.',
			next: 'Read in [When something goes wrong](../faults.md) what the node repeats, and what `outcome` means.',
		},
	],
	[
		/./,
		{
			heading: 'Hints above the output',
			about:
				'What a run did or left out by itself; a tool of an agent has it in `notes`. The sum of failed items stands here, too.',
			next: 'Nothing, if that is as you meant it.',
		},
	],
];

/** Texts of forms, and parts of sentences that name a change or a habit of the hub. */
const leftOut =
	/([pP]roperties|resources|endpoints|locators|forms|body|fields|setStatus|rowFields|settings|timeLimit|longestWait|parameterLabels|labels|addedRecords|definePriceWrite|\.node|changedFields|habits|cells|cellReaders|ids)\.ts$/;
/** Beside labels and descriptions of fields. */
const ofValues = /^(must |may mean |[`…].* (is required|must be)|the whole code)/;

interface Message {
	text: string;
	whatToDo: string;
}

/** The page with the messages that the nodes write themselves, read from their source. */
export function messagesPage(): string {
	const folder = join(projectRoot, 'nodes');
	const parts = new Map<Part, Message[]>(
		[...Object.values(kinds), ...places.map(([, part]) => part)].map((part) => [part, []]),
	);
	for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
		if (!file.endsWith('.ts')) continue;
		const text = readFileSync(join(folder, file), 'utf8');
		const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
		const take = (node: ts.Node) => {
			const found = messagesOf(node);
			for (const { kind, ...message } of found) parts.get(kinds[kind]!)?.push(message);
			return found.length > 0;
		};
		const sentences = sentencesIn(source, take).filter(
			(sentence) => !/api\/schemas\/(?!valueNotes)/.test(file) || ofValues.test(sentence.text),
		);
		const [, place] = places.find(([pattern]) => pattern.test(file))!;
		if (!leftOut.test(file)) parts.get(place)?.push(...sentences);
	}
	return [
		'# Messages',
		'<!-- Made by `npm run docs` from the source of the nodes; changes belong there. -->',
		'The messages that the nodes write themselves. Search this page for some words of yours that stand together; … stands for a value such as a SKU, a number or a name. Several of these texts may be put together to one message. Not here: the words of the hub, which come beside them, and single words such as those of `status`; [When something goes wrong](../faults.md) says what `outcome` means. [All resources](README.md)',
		...[...parts].flatMap(([part, messages]) => partOf(part, messages)),
		'',
	].join('\n\n');
}

/** Messages with what to do about each, then those for which the part says it. */
function partOf({ heading, about, next }: Part, messages: Message[]): string[] {
	const advice = new Map<string, string>();
	for (const { text, whatToDo } of messages) {
		const known = advice.get(text) ?? '';
		const said = adviceOf(whatToDo);
		if (isFound(text)) advice.set(text, known.includes(said) ? known : `${known} ${said}`.trim());
	}
	if (advice.size === 0) return [];
	const sorted = sortBy([...advice], ([text]) => text.replace(/^[^\p{L}]*/u, '').toLowerCase());
	const [withAdvice, others] = partition(sorted, ([, said]) => said !== '');
	return [
		`## ${heading}`,
		about,
		...(withAdvice.length === 0
			? []
			: [
					table(
						['message', 'what to do'],
						withAdvice.map((row) => row.map(cell)),
					),
				]),
		...(others.length === 0
			? []
			: [`What to do about these: ${next}`, bullets(others.map(([text]) => cell(text)))]),
	];
}

/** What a `new HubError(kind, message, { description })` says; nothing if its words are made elsewhere. */
function messagesOf(node: ts.Node): Array<Message & { kind: string }> {
	if (!ts.isNewExpression(node) || node.expression.getText() !== 'HubError') return [];
	const [kind, text, options] = node.arguments ?? [];
	const names = kind ? literalsIn(kind) : [];
	const texts = text ? choicesIn(text).flatMap(wordsOf) : [];
	return names.flatMap((name, index) => {
		const own = texts.length === names.length ? texts.slice(index, index + 1) : texts;
		return own.map((words) => ({ kind: name, text: words, whatToDo: descriptionIn(options) }));
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

/** The text, or both of a choice; none of one that is made elsewhere. */
function wordsOf(node: ts.Expression): string[] {
	return ts.isTemplateExpression(node) ? [textOf(node)] : literalsIn(node);
}

function descriptionIn(options: ts.Expression | undefined): string {
	if (options === undefined || !ts.isObjectLiteralExpression(options)) return '';
	for (const property of options.properties)
		if (ts.isPropertyAssignment(property) && property.name.getText() === 'description')
			return choicesIn(property.initializer).flatMap(wordsOf).join(' / ');
	return '';
}
