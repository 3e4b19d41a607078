import ts from 'typescript';

/** Forms: what these hold stands on the pages of the operations. */
const ofForms = new Set([
	...['action', 'displayName', 'header', 'hint', 'label', 'name', 'option', 'placeholder'],
	...['emptyText', 'example', 'searchHint', 'relationHint', 'propertyHint', 'takes', 'subtitle'],
	...['toolDescription', 'activationMessage', 'eventTriggerDescription', 'executionsHelp'],
]);

/** A description beside one of these is that of a parameter, an option or a resource. */
const besideDescriptions = ['action', 'displayName', 'name', 'value'];

/** The texts of a source file that read as a sentence, or as part of one, for which `take` gives nothing better. */
export function sentencesIn(source: ts.SourceFile, take: (node: ts.Node) => boolean): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (take(node) || isOfForm(node)) return;
		if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node))
			return ts.forEachChild(node, visit);
		const text = textOf(node).trim();
		if (isSentence(text)) found.push(text);
		else if (ts.isTemplateExpression(node)) ts.forEachChild(node, visit);
	};
	visit(source);
	return [...new Set(found)];
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

/** What begins in small letters goes on behind other words, so it needs more to be understood. */
export function isSentence(text: string): boolean {
	if (/^([=$<]|file:|https?:|[a-z]+\/[a-z]+;|yyyy)|\$parameter|\{\{/.test(text)) return false;
	const words = text.replace(/‹[^›]*›/g, '').match(/[A-Za-z][\w'’-]+/g) ?? [];
	return words.length >= (/^(\p{Lu}|must |may mean|[`‹(])/u.test(text) ? 3 : 4);
}

/** A text with ‹names› in place of its values. */
export function textOf(node: ts.StringLiteralLike | ts.TemplateExpression): string {
	if (ts.isStringLiteralLike(node)) return node.text;
	return node.templateSpans.reduce(
		(text, { expression, literal }) => `${text}${valueOf(expression)}${literal.text}`,
		node.head.text,
	);
}

function valueOf(expression: ts.Expression): string {
	if (ts.isConditionalExpression(expression)) {
		const sides = [expression.whenTrue, expression.whenFalse].filter(ts.isStringLiteralLike);
		const texts = sides.map(({ text }) => text).filter((text) => text.trim() !== '');
		return texts.length === 0 ? '…' : `(${texts.join(' / ')})`;
	}
	const name = nameOf(expression);
	return name === undefined
		? '…'
		: `‹${name.replace(/(?<=[a-z])[A-Z]/g, (big) => ` ${big.toLowerCase()}`)}›`;
}

/** Whose name says nothing of the value. */
const plain = ['String', 'length', 'message', 'text', 'size'];

function nameOf(expression: ts.Expression): string | undefined {
	if (ts.isIdentifier(expression))
		return plain.includes(expression.text) ? undefined : expression.text;
	if (ts.isPropertyAccessExpression(expression)) {
		const name = expression.name.text;
		return plain.includes(name) ? nameOf(expression.expression) : name;
	}
	if (ts.isCallExpression(expression)) {
		const [first] = expression.arguments;
		const given = first && nameOf(first);
		if (given !== undefined || !ts.isPropertyAccessExpression(expression.expression)) return given;
		return nameOf(expression.expression.expression);
	}
	if (ts.isBinaryExpression(expression)) return nameOf(expression.left);
	const isAround =
		ts.isNonNullExpression(expression) ||
		ts.isAsExpression(expression) ||
		ts.isParenthesizedExpression(expression) ||
		ts.isElementAccessExpression(expression);
	return isAround ? nameOf(expression.expression) : undefined;
}
