import ts from 'typescript';

/** A text that a person reads, with … in place of its values, and what it says to do next, if anything. */
export interface Sentence {
	text: string;
	whatToDo: string;
}

/** Forms: what these hold stands on the pages of the operations. */
const ofForms = new Set([
	...['action', 'displayName', 'header', 'hint', 'label', 'name', 'option', 'placeholder'],
	...['emptyText', 'example', 'searchHint', 'relationHint', 'propertyHint', 'takes', 'subtitle'],
	...['toolDescription', 'activationMessage', 'eventTriggerDescription', 'executionsHelp'],
]);

/** A description beside one of these is that of a parameter, an option or a resource. */
const besideDescriptions = ['action', 'displayName', 'name', 'value'];

/** Properties of an object that hold a message, and those beside it that hold what to do. */
const ofMessages = ['message', 'reason', 'rule', 'words'];
const ofAdvice = ['description', 'advice'];

/** The sentences of a source file, for which `take` gives nothing better; advice alone is none. */
export function sentencesIn(source: ts.SourceFile, take: (node: ts.Node) => boolean): Sentence[] {
	const found = new Map<string, Sentence>();
	const put = (text: string, advice: string) => {
		const [, first = text, more = ''] = /^(.*?[^.])\. (\p{Lu}.*)$/su.exec(text) ?? [];
		const isSplit = more !== '' && isAdvice(more);
		const message = (isSplit ? first : text).replace(/\(%\)/, '(… %)').replace(/^([,;]) /, '…$1 ');
		const whatToDo = [isSplit ? more : '', advice].filter((part) => part !== '').join(' ');
		if (isFound(message) && (whatToDo !== '' || !isAdvice(message)))
			found.set(message, { text: message, whatToDo });
	};
	const visit = (node: ts.Node): void => {
		if (take(node) || isOfForm(node)) return;
		const pair = adviceIn(node);
		const rest = new Set(pair);
		if (pair !== undefined) put(textOf(pair[0]).trim(), textOf(pair[1]).trim());
		ts.forEachChild(node, (child) => {
			const inner = ts.isPropertyAssignment(child) ? child.initializer : child;
			if (!rest.has(inner as ts.StringLiteralLike)) visit(child);
		});
		const status = isText(node) && statusOf(node);
		if (status) put(`The hub answered ${status}`, textOf(node));
		if (!isText(node) || status) return;
		const text = textOf(node).trim();
		if (isSentence(text) && !isNamedAdvice(node)) put(text, '');
	};
	visit(source);
	return [...found.values()];
}

type Text = ts.StringLiteralLike | ts.TemplateExpression;
const isText = (node: ts.Node): node is Text =>
	ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** A message and what to do about it, side by side in an object, a list or a call. */
function adviceIn(node: ts.Node): [message: Text, advice: Text] | undefined {
	if (ts.isObjectLiteralExpression(node)) {
		const message = propertyOf(node, ofMessages);
		const advice = propertyOf(node, ofAdvice);
		return message && advice && [message, advice];
	}
	const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
	if (!isCall && !ts.isArrayLiteralExpression(node)) return undefined;
	const parts: readonly ts.Expression[] = isCall ? (node.arguments ?? []) : node.elements;
	const options = isCall ? parts.find(ts.isObjectLiteralExpression) : undefined;
	const description = options && propertyOf(options, ofAdvice);
	const message = parts.find((part) => isText(part) && isSentence(textOf(part)));
	if (description && message) return [message as Text, description];
	const place = parts.findIndex((part, index) => {
		const next = parts[index + 1];
		const isPair = isText(part) && next !== undefined && isText(next);
		return isPair && isSentence(textOf(part)) && /^\p{Lu}.*\.$/u.test(textOf(next));
	});
	return place < 0 ? undefined : [parts[place] as Text, parts[place + 1] as Text];
}

function propertyOf(node: ts.ObjectLiteralExpression, names: string[]): Text | undefined {
	for (const property of node.properties)
		if (ts.isPropertyAssignment(property) && names.includes(property.name.getText()))
			return isText(property.initializer) ? property.initializer : undefined;
	return undefined;
}

/** The status of the hub for which an object holds this text. */
const statusOf = ({ parent }: Text): string | undefined =>
	ts.isPropertyAssignment(parent) && ts.isNumericLiteral(parent.name)
		? parent.name.text
		: undefined;

/** Advice by itself is no message that a person looks for. */
const isAdvice = (text: string) =>
	/^(Add|Ask|Check|Choose|Connection: Check|Copy|Correct|Count|Enter|For the usual|Get|Give|If|It is set under|Leave|Look|Make|Pick|Read (the|a)|Remove|Run|Send|Set|To|Try) /i.test(
		text,
	) || /Try again later\.?$|asked again with the next request/.test(text);

/** Whether the variable, property or parameter that holds it says that it is advice. */
function isNamedAdvice(node: ts.Node): boolean {
	const { parent } = node;
	const isHolder =
		ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isParameter(parent);
	if (!isHolder) return ts.isConditionalExpression(parent) && isNamedAdvice(parent);
	return /advice|description|^(agent|change|lead|person)$/i.test(parent.name.getText());
}

function isOfForm(node: ts.Node): boolean {
	if (!ts.isPropertyAssignment(node)) return false;
	const key = node.name.getText();
	const beside = node.parent.properties.map(({ name }) => name?.getText() ?? '');
	return (
		ofForms.has(key) ||
		(key === 'description' && besideDescriptions.some((other) => beside.includes(other)))
	);
}

const wordsIn = (text: string) => text.match(/[A-Za-z][\w'’-]+/g) ?? [];

/** What begins in small letters goes on behind other words, so more of them are needed to understand it. */
const leastWords = (text: string) =>
	/^(\p{Lu}|must |may mean |is |has |[`…'])|\(… %\)/u.test(text) ? 3 : 5;

export function isSentence(text: string): boolean {
	if (/^([=$<]|file:|https?:|[a-z]+\/[a-z]+;|yyyy)|\$parameter|\{\{/.test(text)) return false;
	return wordsIn(text).length >= leastWords(text);
}

/** Whether a person who has the message before him finds it: by words that stand together in it each time. */
export const isFound = (text: string) =>
	!text.includes('(,') &&
	text.split(/…|[()]| \/ /).some((part) => wordsIn(part).length >= leastWords(text));

/** What to do, without values at its ends; nothing of it if it holds nothing else. */
export function adviceOf(text: string): string {
	const words = text.replace(/^(…[.,;]? ?)+/, '').replace(/(?<=\.)( …)+$/, '');
	return wordsIn(words).length < 3 ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** A text with … in place of its values; of two words that depend on the case, both. */
export function textOf(node: Text): string {
	if (ts.isStringLiteralLike(node)) return node.text;
	return node.templateSpans.reduce(
		(text, { expression, literal }) => `${text}${valueOf(expression)}${literal.text}`,
		node.head.text,
	);
}

function valueOf(expression: ts.Expression): string {
	if (!ts.isConditionalExpression(expression)) return '…';
	const sides = [expression.whenTrue, expression.whenFalse].filter(ts.isStringLiteralLike);
	const texts = sides.map(({ text }) => text).filter((text) => text.trim() !== '');
	return texts.length === 0 ? '…' : `(${texts.join(' / ')})`;
}
