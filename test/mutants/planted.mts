import { readdirSync, readFileSync } from 'node:fs';

/** A part of the product taken out or changed; one of the tests named must notice. */
export interface Planted {
	part: string;
	changes: Change[];
	/** Test files, below test/integration. */
	tests: string[];
}

/**
 * Where the change is: the name of what is declared there, e.g. `nearItsEnd` or `Limiter.enter`, behind
 * its file where others hold the same (`state.ts#nearItsEnd`); code that stands once in it, however
 * it is formatted; and what takes its place.
 */
export type Change = [place: string, code: string, instead: string];

/**
 * Reads parts from text: a line with test files, below it each part that they hold, below that its
 * changes, as `place: code → instead`, which may go on in the next line.
 */
export function readParts(text: string): Planted[] {
	const parts: Planted[] = [];
	let tests: string[] = [];
	for (const line of text.replace(/\n\t+→/g, ' →').split('\n')) {
		const [, indent = '', content = ''] = /^(\t*)(.*)$/.exec(line)!;
		const [, place, code, instead] = /^(\S+): (.*?) →(?: (.*))?$/.exec(content) ?? [];
		if (content === '' || content.startsWith('#')) continue;
		if (indent === '') tests = content.split(' ');
		else if (indent === '\t') parts.push({ part: content, changes: [], tests });
		else if (place === undefined) throw new Error(`No change: ${content}`);
		else parts.at(-1)!.changes.push([place, code!, instead ?? '']);
	}
	return parts;
}

const folder = new URL('parts/', import.meta.url);

/** All that `npm run mutants:planted` takes out of the package. */
export const planted: Planted[] = readdirSync(folder).flatMap((file) =>
	readParts(readFileSync(new URL(file, folder), 'utf8')),
);
