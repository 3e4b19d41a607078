/**
 * `npm test`: everything from a fresh clone to `N passed, N failed`. A check such as lint counts as
 * one, a test suite counts its tests. `--fast` leaves out what needs the n8n server; `--nightly` runs the
 * tests that take too long for every change, and nothing else.
 * No dependencies.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPackages, findChromium } from './browser/chromium.mjs';
import { installServer, installProject, projectRoot, serverVersion } from './server/install.mjs';
import { missingQueueServers } from './server/queueServers.mjs';
import { InstallError } from './server/requirements.mjs';
import { npm, step } from './server/step.mjs';
import { readReport, repeatedTests, slowestFiles } from './report.mjs';

/**
 * @typedef {object} Outcome
 * @property {string} stage
 * @property {number} passed
 * @property {number} failed
 * @property {boolean} [tests] a suite, whose tests are counted
 * @property {boolean} [runFailed] whether the suite failed outside of its tests, e.g. with an unhandled error
 * @property {boolean} [leftOut] not run, which is all right here
 * @property {string} [note]
 * @property {import('./report.mjs').TestFile[]} [files] of a suite
 */

const fast = process.argv.includes('--fast');
const nightly = process.argv.includes('--nightly');
/**
 * Where the servers of queue mode are missing, long tests, lint and `starts` are left out, too: whoever comes for the
 * first time has an answer within 7 minutes. In continuous integration nothing is left out.
 */
const lacksServers = !process.env.CI && missingQueueServers().length > 0;
/** More than this is no matter of time. */
const MOST_LATE_FILES = 5;
const reports = mkdtempSync(join(tmpdir(), 'test-reports-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

const outcomes = await (nightly ? runNightly() : runStages());
const lateFiles = process.env.CI ? await runAgain() : [];
if (process.env.CI && !nightly) await measure();
const passed = sum('passed');
const failed = sum('failed');
const testsRan = outcomes.some(({ tests, passed, failed }) => tests && passed + failed > 0);

console.log();
for (const outcome of outcomes) console.log(describe(outcome));
if (lacksServers)
	console.log('- long tests     left out (*.long.test.mts): they run where queue mode does');
if (!nightly && !fast)
	console.log('- nightly        left out (*.nightly.test.mts): npm run test:nightly');
const files = outcomes.flatMap((outcome) => outcome.files ?? []);
console.log(slowestFiles(files, 10));
if (!fast) console.log(`The tests in a real n8n ran on n8n ${serverVersion}.`);
if (process.env.CI) console.log(repeatedTests(lateFiles));
if (!testsRan) console.log('No test ran.');
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || !testsRan ? 1 : 0;

/** @returns {Promise<Outcome[]>} */
async function runStages() {
	// each npm takes one core
	const installing = fast ? undefined : installation('n8n server', installServer);
	const install = await installation('install', installProject);
	const build = install.failed ? notRun('build', 'the installation failed') : await check('build');
	if (build.failed) return [install, build, ...(installing ? [await installing] : [])];

	const quick = suitesInTurn(['unit', 'integration']);
	// on the core that is free first: the installation takes one, the tests take the other
	const checking = checksAfter(Promise.race([installing, quick]));
	const leading = async () => [install, build, ...(await checking), ...(await quick)];
	// long tests measure times: nothing runs beside them
	if (!lacksServers) await quick;
	if (installing === undefined) return await leading();

	const server = await installing;
	const others = async () => [
		await browserSuite('browser'),
		await inServer(server, 'editor', browserSuite),
		lacksServers
			? leftOut('starts', 'it runs where queue mode does')
			: await inServer(server, 'starts'),
	];
	// most of their time these wait: for n8n, for a browser, for the minute of a poll
	const [n8n, besideN8n] = await Promise.all([inServer(server, 'n8n'), others()]);
	// its eight processes of n8n leave two cores no time for others
	const queue = await inServer(server, 'queue', queueSuite);
	return [...(await leading()), server, n8n, ...besideN8n, queue];
}

/**
 * The suites that have nightly tests, one after another.
 *
 * @returns {Promise<Outcome[]>}
 */
async function runNightly() {
	const install = await installation('install', installProject);
	if (install.failed) return [install];
	const server = await installation('n8n server', installServer);
	const build = await check('build');
	const leading = [install, server, build];
	if (server.failed || build.failed) return leading;
	const nightlySuite = async (/** @type {string} */ project) =>
		await suite(project, ['.nightly.test.']);
	const suites = await suitesInTurn(['unit', 'integration', 'n8n', 'starts'], nightlySuite);
	const inBrowser = async (/** @type {string} */ project) =>
		await browserSuite(project, nightlySuite);
	const browser = await suitesInTurn(['browser', 'editor'], inBrowser);
	return [...leading, ...suites, ...browser, await queueSuite('queue', nightlySuite)];
}

/** @param {Promise<unknown>} first */
async function checksAfter(first) {
	await first;
	// those who leave out the server change the code
	const lint = lacksServers && !fast ? leftOut('lint', 'npm run lint') : await check('lint');
	// the build has checked the types of the nodes
	return [lint, await check('typecheck:test')];
}

/**
 * @param {string[]} projects
 * @param {(project: string) => Promise<Outcome>} [run]
 */
async function suitesInTurn(projects, run = suite) {
	const outcomes = [];
	for (const project of projects) outcomes.push(await run(project));
	return outcomes;
}

/**
 * A suite that needs the n8n server.
 *
 * @param {Outcome} server how its installation went
 * @param {string} project
 * @param {(project: string) => Promise<Outcome>} [run]
 */
async function inServer(server, project, run = suite) {
	return server.failed ? notRun(project, 'n8n is not installed') : await run(project);
}

/**
 * The tests of n8n's queue mode, where the servers for it are installed. In continuous integration
 * they have to be.
 *
 * @param {string} project
 * @param {(project: string) => Promise<Outcome>} [run]
 * @returns {Promise<Outcome>}
 */
async function queueSuite(project, run = suite) {
	const missing = missingQueueServers();
	if (missing.length === 0) return await run(project);
	const reason = `queue mode needs ${missing.join(' and ')} (Debian: apt-get install ${missing.join(' ')})`;
	if (process.env.CI) return notRun(project, reason);
	return leftOut(project, reason);
}

/**
 * @param {string} stage
 * @param {() => Promise<boolean>} install
 * @returns {Promise<Outcome>}
 */
async function installation(stage, install) {
	try {
		const installed = await install();
		return { stage, passed: 1, failed: 0, note: installed ? 'installed' : 'already installed' };
	} catch (error) {
		if (!(error instanceof InstallError)) throw error;
		console.error(error.message);
		return { stage, passed: 0, failed: 1, note: error.message };
	}
}

/**
 * A script of package.json that either succeeds or not.
 *
 * @param {string} script
 * @returns {Promise<Outcome>}
 */
async function check(script) {
	const { ok } = await step(`npm run ${script}`, npm('run', script, '--silent'), {
		cwd: projectRoot,
	});
	return { stage: script, passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
}

/**
 * One project of vitest.config.mts.
 *
 * @param {string} project
 * @param {string[]} [only] files, or parts of their names; one after another
 * @returns {Promise<Outcome>}
 */
async function suite(project, only = []) {
	const report = join(reports, `${project}.json`);
	rmSync(report, { force: true });
	const unhandled = join(reports, `${project}.unhandled`);
	const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
	const ours = join(projectRoot, 'test', 'unhandledErrors.mjs');
	const reporters = ['default', 'json', ours].map((reporter) => `--reporter=${reporter}`);
	const { ok } = await step(
		`${project} tests`,
		[
			process.execPath,
			vitest,
			'run',
			'--project',
			project,
			...reporters,
			`--outputFile.json=${report}`,
			...(only.length > 0 ? ['--no-file-parallelism', ...only] : []),
		],
		{
			cwd: projectRoot,
			show: true,
			env: {
				UNHANDLED_ERRORS: unhandled,
				...(lacksServers && { LONG_TESTS: 'left out' }),
				...(nightly && { NIGHTLY_TESTS: 'run' }),
			},
		},
	);
	const files = readReport(report);
	const hasFailedTest = files.some(({ failed }) => failed.length > 0);
	const runFailed = files.length === 0 || (!ok && (!hasFailedTest || existsSync(unhandled)));
	return withCounts({ stage: project, tests: true, files, runFailed });
}

/**
 * @param {Pick<Outcome, 'stage' | 'tests' | 'files' | 'runFailed'>} outcome
 * @returns {Outcome}
 */
function withCounts({ files = [], runFailed = false, ...outcome }) {
	const passed = files.reduce((sum, file) => sum + file.passed, 0);
	const failed = files.reduce((sum, file) => sum + file.failed.length, runFailed ? 1 : 0);
	const note = runFailed ? 'the run itself failed, see above' : undefined;
	return { ...outcome, files, runFailed, passed, failed, note };
}

/**
 * Three suites at once make a busy machine, where one of thousands of tests may be late: the files
 * that failed run once more, with nothing beside them. The second outcome counts.
 *
 * @returns {Promise<import('./report.mjs').TestFile[]>} how they ended at first
 */
async function runAgain() {
	const all = outcomes.flatMap(({ files = [] }) => files);
	const failed = all.filter((file) => file.failed.length > 0);
	if (failed.length > MOST_LATE_FILES) return [];
	for (const [index, { stage, files = [], runFailed }] of outcomes.entries()) {
		const late = files.filter((file) => failed.includes(file));
		if (late.length === 0) continue;
		const names = late.map(({ file }) => file);
		const again = await suite(stage, names);
		const both = [...files.filter((file) => !late.includes(file)), ...(again.files ?? [])];
		outcomes[index] = withCounts({
			stage,
			tests: true,
			files: both,
			runFailed: runFailed || again.runFailed,
		});
	}
	return failed;
}

/** A quick look at what lists and reads cost, with nothing beside it: it prints, and decides nothing. */
async function measure() {
	const parts = ['--quick', '--only', 'listing,listingCost,reads'];
	const bench = [process.execPath, '--import', 'tsx', 'test/bench/main.mts', ...parts];
	await step('bench', ['timeout', '110', ...bench], { cwd: projectRoot, show: true });
}

/**
 * A project of tests in a browser, where there is one. In continuous integration there has to be.
 *
 * @param {string} project
 * @param {(project: string) => Promise<Outcome>} [run]
 * @returns {Promise<Outcome>}
 */
async function browserSuite(project, run = suite) {
	if (findChromium()) return await run(project);
	const reason = `no Chromium was found (Debian: apt-get install ${chromiumPackages.join(' ')})`;
	if (process.env.CI) return notRun(project, reason);
	return leftOut(project, reason);
}

/**
 * Not run, which is all right on this machine.
 *
 * @param {string} stage
 * @param {string} note
 * @returns {Outcome}
 */
function leftOut(stage, note) {
	return { stage, passed: 0, failed: 0, leftOut: true, note };
}

/**
 * @param {string} stage
 * @param {string} reason
 * @returns {Outcome}
 */
function notRun(stage, reason) {
	return { stage, passed: 0, failed: 1, note: `not run: ${reason}` };
}

/** @param {'passed' | 'failed'} key */
function sum(key) {
	return outcomes.reduce((total, outcome) => total + outcome[key], 0);
}

/** @param {Outcome} outcome */
function describe({ stage, passed, failed, tests, leftOut, note }) {
	if (leftOut) return `- ${stage.padEnd(14)} left out: ${note}`;
	const sign = failed ? '✗' : '✓';
	const outcome = failed ? 'failed' : 'passed';
	const result = tests ? `${passed} passed, ${failed} failed` : outcome;
	return `${sign} ${stage.padEnd(14)} ${result}${note ? ` (${note})` : ''}`;
}
