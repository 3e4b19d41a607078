/**
 * `npm run mutants:planted`: changes parts of the package in memory, one at a time, and runs the tests
 * that should notice. It is for what Stryker cannot plant. It says which changes nobody noticed, prints
 * the score and ends with 1 below 95 %. A part whose place is gone from the sources is only named. With
 * words as arguments it takes the parts that are named by one of them, or held by a test file named so:
 * `npm run mutants:planted -- 'token exchange' 429 sync/`. With `--places` it only looks for the places.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import buildWhenStale from '../support/build.mts';

import { changedFiles, LostPlace, readSources, root } from './place.mts';
import { planted, type Planted } from './planted.mts';

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const plant = pathToFileURL(join(root, 'test', 'mutants', 'plant.mjs')).href;
const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
const running = new Set<ChildProcess>();
process.on('exit', () => {
	running.forEach(end);
	rmSync(folder, { recursive: true, force: true });
});
process.on('SIGINT', () => process.exit(130));

/** ms after which tests that do not come to an end have noticed. */
const longestRun = 5 * 60_000;

/** Ends the test run with all processes that it has started. */
function end({ pid }: ChildProcess): void {
	try {
		if (pid !== undefined) process.kill(-pid, 'SIGKILL');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

interface Report {
	testResults: Array<{ assertionResults: Array<{ status: string; fullName: string }> }>;
}

/**
 * Runs tests, named as in `Planted`.
 * @param name of the files that the run leaves in `folder`
 * @returns what has failed first; undefined when all have passed
 */
async function failureOf(
	tests: string[],
	name: string,
	env: NodeJS.ProcessEnv = {},
): Promise<string | undefined> {
	const report = join(folder, `${name}.report.json`);
	const files = tests.map((test) => `test/integration/${test}.`);
	const reporter = ['--reporter=json', `--outputFile.json=${report}`];
	const args = [vitest, 'run', '--project', 'integration', '--bail', '1', ...reporter, ...files];
	const child = spawn(process.execPath, args, {
		cwd: root,
		stdio: 'ignore',
		// a group of its own, to be ended with all that it has started
		detached: true,
		env: { ...process.env, NIGHTLY_TESTS: 'run', ...env },
	});
	running.add(child);
	let late = false;
	const timer = setTimeout(() => {
		late = true;
		end(child);
	}, longestRun);
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', resolve);
	});
	clearTimeout(timer);
	running.delete(child);
	if (code === 0) return undefined;
	if (late) return 'the tests came to no end';
	if (!existsSync(report)) return 'the test run itself failed';
	const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
	const all = testResults.flatMap(({ assertionResults }) => assertionResults);
	return all.find(({ status }) => status === 'failed')?.fullName ?? 'a test file failed';
}

/** By which failing test a change is noticed, if it is. */
async function noticedBy(
	{ part, files, tests }: Placed,
	index: number,
): Promise<string | undefined> {
	const sources = join(folder, `${index}.json`);
	writeFileSync(sources, JSON.stringify(files));
	const options = `${process.env.NODE_OPTIONS ?? ''} --import ${plant}`;
	const failure = await failureOf(tests, String(index), {
		NODE_OPTIONS: options,
		PLANTED: sources,
	});
	if (!existsSync(`${sources}.loaded`)) throw new Error(`No test has loaded '${part}'`);
	return failure;
}

interface Placed extends Planted {
	/** What is loaded instead, by path. */
	files: Record<string, string>;
}

/** A part with its change made; undefined, and said so, when it has lost its place. */
function placed(part: Planted): Placed | undefined {
	try {
		return { ...part, files: changedFiles(part, sources) };
	} catch (error) {
		if (!(error instanceof LostPlace)) throw error;
		console.log(`lost: ${part.part}: ${error.message}`);
		return undefined;
	}
}

const words = process.argv.slice(2).filter((word) => word !== '--places');
const chosen = planted.filter(
	({ part, tests }) =>
		words.length === 0 ||
		words.some((word) => part.includes(word) || tests.some((test) => test.startsWith(word))),
);
const begin = performance.now();
const sources = readSources();
const found = chosen.map(placed).filter((part) => part !== undefined);
console.log(`${found.length} of ${chosen.length} parts have their place`);
if (process.argv.includes('--places')) process.exit();

buildWhenStale();
const broken = await failureOf([...new Set(found.flatMap(({ tests }) => tests))], 'unchanged');
if (broken !== undefined)
	throw new Error(`The tests must pass before parts of the package are changed: ${broken}`);

let noticed = 0;
const queue = found.entries();
await Promise.all(
	// tests wait more than they compute
	Array.from({ length: availableParallelism() + 1 }, async () => {
		for (const [index, change] of queue) {
			const test = await noticedBy(change, index);
			if (test !== undefined) noticed++;
			const outcome = test === undefined ? '✗ survived' : '✓ noticed ';
			console.log(`${outcome}  ${change.part}${test === undefined ? '' : ` (${test})`}`);
		}
	}),
);
const minutes = ((performance.now() - begin) / 60_000).toFixed(1);
const share = noticed / found.length;
console.log(
	`${noticed} of ${found.length} noticed, ${(100 * share).toFixed(1)} %, ` +
		`${chosen.length - found.length} without a place; ${minutes} minutes`,
);
process.exitCode = share >= 0.95 ? 0 : 1;
