/**
 * `npm run test:hosts`: the end-to-end tests on the oldest release of n8n that is supported, on the
 * pinned one and on the newest that npm can install, one after the other. Each is installed once, in
 * some minutes and 2.4 GB. Ends with a table, which the README takes over.
 * `npm run test:hosts -- 2.8.4` runs only the releases named so.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import prettier from 'prettier';
import { pinnedVersion, projectRoot } from './server/install.mjs';
import { npm, step } from './server/step.mjs';

/** Its lock is in `test/server/hosts`. */
const OLDEST = '2.8.4';
const TABLE = /(<!-- hosts -->\n)[^]*?(<!-- \/hosts -->)/;

/**
 * @typedef {object} Outcome
 * @property {string} version of n8n
 * @property {string} node its version of Node.js
 * @property {number} passed
 * @property {string[]} failed names of tests
 */

const reports = mkdtempSync(join(tmpdir(), 'host-reports-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

const named = process.argv.slice(2);
const versions = named.length ? named : [OLDEST, pinnedVersion];
/** @type {Outcome[]} */
const outcomes = [];
for (const version of versions) outcomes.push(...(await outcomeOn(version)));
if (named.length === 0) outcomes.push(...(await outcomeOnNewest()));

console.log();
for (const { version, failed } of outcomes)
	for (const name of failed) console.log(`✗ n8n ${version}: ${name}`);
console.log(table());
if (named.length === 0) await writeReadme();
process.exitCode = outcomes.some(({ failed }) => failed.length > 0) ? 1 : 0;

/** The newest release that npm can install: some depend on packages that the registry does not have. */
async function outcomeOnNewest() {
	const [program, ...args] = npm('view', 'n8n', 'versions', '--json');
	const { stdout } = spawnSync(program, args, { encoding: 'utf8' });
	/** @type {string[]} */
	const all = JSON.parse(stdout);
	const newer = all.slice(all.indexOf(pinnedVersion) + 1).filter((name) => !name.includes('-'));
	for (const version of newer.reverse()) {
		const found = await outcomeOn(version);
		if (found.length) return found;
	}
	return [];
}

/**
 * Runs the tests; nothing for a release that cannot be installed.
 *
 * @param {string} version
 * @returns {Promise<Outcome[]>}
 */
async function outcomeOn(version) {
	const env = { N8N_VERSION: version };
	const script = join(projectRoot, 'test', 'server', 'install.mjs');
	const installed = await step(`n8n ${version}`, [process.execPath, script], { env });
	if (!installed.ok) return [];
	const report = join(reports, `${version}.json`);
	const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
	const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
	await step(
		`End-to-end tests on n8n ${version}`,
		[process.execPath, vitest, 'run', '--project', 'n8n', ...reporters],
		{ cwd: projectRoot, env, show: true },
	);
	return [{ version, node: nodeOf(version), ...read(report) }];
}

/** @param {string} version */
function nodeOf(version) {
	const code = `import('./test/server/install.mjs').then((m) => console.log(m.serverNode))`;
	const env = { ...process.env, N8N_VERSION: version };
	const found = spawnSync(process.execPath, ['-e', code], { cwd: projectRoot, env });
	const { stdout } = spawnSync(String(found.stdout).trim(), ['--version'], { encoding: 'utf8' });
	return stdout.trim().slice(1);
}

/** @param {string} report */
function read(report) {
	const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
	/** @type {string[]} */
	const failed = testResults.flatMap(
		(
			/** @type {{ name: string, status: string, assertionResults: Array<{ status: string, fullName: string }> }} */ file,
		) => {
			const names = file.assertionResults
				.filter(({ status }) => status === 'failed')
				.map(({ fullName }) => fullName);
			return names.length > 0 || file.status === 'passed' ? names : [file.name];
		},
	);
	return { passed: numPassedTests, failed };
}

function table() {
	const rows = outcomes.map(
		({ version, node, passed, failed }) =>
			`| ${version} | ${node} | ${passed} passed, ${failed.length} failed |`,
	);
	return ['| n8n | Node.js | end-to-end tests |', '| --- | --- | --- |', ...rows].join('\n');
}

async function writeReadme() {
	const file = join(projectRoot, 'README.md');
	const text = readFileSync(file, 'utf8').replace(TABLE, `$1\n${table()}\n\n$2`);
	const options = await prettier.resolveConfig(file);
	writeFileSync(file, await prettier.format(text, { ...options, filepath: file }));
}
