/**
 * Takes parts out of the built package, one at a time, and runs the tests that should notice.
 * Prints the score and what nobody noticed; ends with 1 when there is such a part. With words as
 * arguments only parts that are named by one of them: `npm run mutants -- token 429`.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import buildWhenStale from '../support/build.mts';
import { planted, type Planted } from './planted.mts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');

/** The file of the built package that holds the text. */
function fileWith(text: string): string {
	const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.js'))
		.map((file) => join(dist, file))
		.filter((file) => readFileSync(file, 'utf8').split(text).length === 2);
	const [file] = files;
	if (file === undefined || files.length > 1)
		throw new Error(`'${text}' stands in ${files.length} files of dist, not in one`);
	return file;
}

/** Whether the tests, named as in `Planted`, pass with the package as it lies in dist. */
function pass(tests: string[]): boolean {
	const files = tests.map((name) => `test/integration/${name}.test.mts`);
	const args = [vitest, 'run', '--project', 'integration', '--bail', '1', ...files];
	const { status, signal, error } = spawnSync(process.execPath, args, {
		cwd: root,
		stdio: 'ignore',
	});
	if (error !== undefined) throw error;
	if (signal !== null) throw new Error(`Ended by ${signal}`);
	return status === 0;
}

/** Whether one of the tests fails with the part changed. */
function isNoticed({ text, replacement, tests }: Planted): boolean {
	const file = fileWith(text);
	const before = readFileSync(file, 'utf8');
	writeFileSync(
		file,
		before.replace(text, () => replacement),
	);
	try {
		return !pass(tests);
	} finally {
		writeFileSync(file, before);
	}
}

// Ctrl-C ends the tests that run; the part is put back before this ends, too
process.on('SIGINT', () => undefined);

const words = process.argv.slice(2);
const chosen = planted.filter(
	({ part }) => words.length === 0 || words.some((word) => part.includes(word)),
);
buildWhenStale();
if (!pass([...new Set(chosen.flatMap(({ tests }) => tests))]))
	throw new Error('The tests must pass before parts are taken out of the package');
const unnoticed = chosen.filter((change) => {
	const noticed = isNoticed(change);
	console.log(`${noticed ? '✓ noticed ' : '✗ survived'}  ${change.part}`);
	return !noticed;
});
console.log(`${chosen.length - unnoticed.length} of ${chosen.length} noticed`);
process.exitCode = unnoticed.length > 0 ? 1 : 0;
