import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Change, Planted } from './planted.mts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The sources of the package, parsed, by their path. */
export function readSources(): ts.SourceFile[] {
	return ['credentials', 'nodes'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => join(folder, file))
			.map((file) => parse(readFileSync(join(root, file), 'utf8'), file)),
	);
}

export const parse = (text: string, fileName = 'part.ts'): ts.SourceFile =>
	ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);

/** Why a change cannot be made: the sources no longer hold its place, or not once. */
export class LostPlace extends Error {}

interface Token {
	text: string;
	start: number;
	end: number;
}

/** The tokens of `node`, without comments and trailing commas: formatting makes no difference. */
function tokensOf(node: ts.Node): Token[] {
	const tokens: Token[] = [];
	const visit = (part: ts.Node): void => {
		if (ts.isJSDoc(part)) return;
		const children = part.getChildren();
		if (children.length > 0) return children.forEach(visit);
		const text = part.getText();
		if (/^[)\]}]/.test(text) && tokens.at(-1)?.text === ',') tokens.pop();
		if (text !== '') tokens.push({ text, start: part.getStart(), end: part.getEnd() });
	};
	visit(node);
	return tokens;
}

/** The declarations called `name` (`Class.member` for a member), the outermost of them. */
function declarationsOf(name: string, source: ts.SourceFile): ts.Node[] {
	const found: ts.Node[] = [];
	const visit = (node: ts.Node, owners: string[]): void => {
		const own = ts.isParameter(node) ? undefined : nameOf(node);
		const names = own === undefined ? owners : [...owners, own];
		if (own !== undefined && `.${names.join('.')}`.endsWith(`.${name}`)) found.push(node);
		else ts.forEachChild(node, (child) => visit(child, names));
	};
	visit(source, []);
	return found;
}

const nameOf = (node: ts.Node): string | undefined =>
	ts.isConstructorDeclaration(node)
		? 'constructor'
		: (node as Partial<ts.NamedDeclaration>).name?.getText();

/**
 * The one place of a change.
 * @throws LostPlace
 */
export function findPlace(sources: readonly ts.SourceFile[], [place, code]: Change) {
	const [name = '', file = ''] = place.split('#').reverse();
	const wanted = tokensOf(parse(code)).map(({ text }) => text);
	const places = sources
		.filter(({ fileName }) => fileName.endsWith(file))
		.flatMap((source) => declarationsOf(name, source))
		.flatMap((declaration) => {
			const source = declaration.getSourceFile();
			const tokens = tokensOf(declaration);
			return tokens.flatMap(({ start }, first) => {
				const isHere = wanted.every((text, index) => tokens[first + index]?.text === text);
				return isHere ? [{ source, start, end: tokens[first + wanted.length - 1]!.end }] : [];
			});
		});
	const [only, another] = places;
	if (only === undefined || another !== undefined)
		throw new LostPlace(`${place} holds this ${places.length} times, not once: ${code}`);
	return only;
}

/**
 * The changed files as the build would have them, by their path in `dist`.
 * @throws LostPlace
 */
export function changedFiles(
	{ changes }: Planted,
	sources: readonly ts.SourceFile[],
): Record<string, string> {
	const places = changes.map((change) => ({ ...findPlace(sources, change), instead: change[2] }));
	places.sort((a, b) => b.start - a.start);
	const files = [...new Set(places.map(({ source }) => source))].map((source) => {
		const changed = places
			.filter((place) => place.source === source)
			.reduce(
				(text, { start, end, instead }) => text.slice(0, start) + instead + text.slice(end),
				source.text,
			);
		const built = source.fileName.replace(/\.ts$/, '.js');
		return [join(root, 'dist', built), compiled(changed, source.fileName)];
	});
	return Object.fromEntries(files) as Record<string, string>;
}

const { options: compilerOptions } = ts.parseJsonConfigFileContent(
	ts.readConfigFile(join(root, 'tsconfig.json'), (file) => readFileSync(file, 'utf8')).config,
	ts.sys,
	root,
);

/** @throws LostPlace for what is no TypeScript */
function compiled(text: string, fileName: string): string {
	const { outputText, diagnostics = [] } = ts.transpileModule(text, {
		compilerOptions: { ...compilerOptions, rootDir: undefined },
		fileName,
		reportDiagnostics: true,
	});
	const [wrong] = diagnostics;
	if (wrong === undefined) return outputText;
	const why = ts.flattenDiagnosticMessageText(wrong.messageText, ' ');
	throw new LostPlace(`${fileName} cannot be compiled with the change: ${why}`);
}
