/**
 * `npm run test:hosts`: the end-to-end tests on the oldest release of n8n that is supported, on the
 * pinned one and on the newest that npm can install, one after the other. Each is installed once, in
 * some minutes and 2.4 GB. Ends with a table, which docs/compatibility.md takes over.
 * `npm run test:hosts -- 2.8.4` runs only the releases named so; the page keeps its other rows.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import prettier from 'prettier';
import { pinnedVersion, projectRoot } from '../server/install.mjs';
import { npm, step } from '../server/step.mjs';
import { notInstalled, outcomeOf, table, withTable } from './outcomes.mjs';

/** @import { Outcome } from './outcomes.mjs' */

/** Its lock is in `test/server/hosts`. */
const OLDEST = '2.8.4';

const reports = mkdtempSync(join(tmpdir(), 'host-reports-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

const named = process.argv.slice(2);
/** @type {Outcome[]} */
const outcomes = [];
for (const version of named.length ? named : [OLDEST, pinnedVersion])
	outcomes.push(await outcomeOn(version));
const asked = [...outcomes];
if (named.length === 0) asked.push(await addNewest());

console.log();
for (const { version, failed, leftOut } of outcomes) {
	for (const name of leftOut) console.log(`- n8n ${version} left out: ${name}`);
	for (const name of failed) console.log(`✗ n8n ${version}: ${name}`);
}
console.log(table(outcomes));
await writeReadme();
process.exitCode = asked.some((outcome) => outcome.missing || outcome.failed.length) ? 1 : 0;

/**
 * Adds the outcomes on releases newer than the pinned one, up to the newest that npm can install:
 * some depend on packages that the registry does not have. Returns that one, or the pinned one when
 * none is newer.
 */
async function addNewest() {
	const [program, ...args] = npm('view', 'n8n', 'versions', '--json');
	const { stdout } = spawnSync(program, args, { encoding: 'utf8' });
	/** @type {string[]} */
	const all = JSON.parse(stdout);
	const newer = all.slice(all.indexOf(pinnedVersion) + 1).filter((name) => !name.includes('-'));
	let last = /** @type {Outcome} */ (outcomes.at(-1));
	for (const version of newer.reverse()) {
		last = await outcomeOn(version);
		outcomes.push(last);
		if (!last.missing) break;
	}
	return last;
}

/**
 * Installs a release and runs the tests on it.
 *
 * @param {string} version
 * @returns {Promise<Outcome>}
 */
async function outcomeOn(version) {
	const env = { N8N_VERSION: version };
	const script = join(projectRoot, 'test', 'server', 'install.mjs');
	const installed = await step(`n8n ${version}`, [process.execPath, script], { env });
	if (!installed.ok) return notInstalled(version, installed.output);
	const report = join(reports, `${version}.json`);
	const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
	const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
	await step(
		`End-to-end tests on n8n ${version}`,
		[process.execPath, vitest, 'run', '--project', 'n8n', ...reporters],
		{ cwd: projectRoot, env, show: true },
	);
	return outcomeOf(version, nodeOf(version), report);
}

/** @param {string} version */
function nodeOf(version) {
	const code = `import('./test/server/install.mjs').then((m) => console.log(m.serverNode))`;
	const env = { ...process.env, N8N_VERSION: version };
	const found = spawnSync(process.execPath, ['-e', code], { cwd: projectRoot, env });
	const { stdout } = spawnSync(String(found.stdout).trim(), ['--version'], { encoding: 'utf8' });
	return stdout.trim().slice(1);
}

async function writeReadme() {
	const file = join(projectRoot, 'docs', 'compatibility.md');
	const text = withTable(readFileSync(file, 'utf8'), outcomes, { keepOthers: named.length > 0 });
	const options = await prettier.resolveConfig(file);
	writeFileSync(file, await prettier.format(text, { ...options, filepath: file }));
}
