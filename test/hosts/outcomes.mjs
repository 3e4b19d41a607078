/** What came of the end-to-end tests on several releases of n8n, and the README's table of it. */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * @typedef {object} Outcome
 * @property {string} version of n8n
 * @property {string} node its version of Node.js
 * @property {number} passed
 * @property {string[]} failed names of tests
 * @property {string[]} leftOut names of tests that say themselves that this release lacks what they need
 * @property {string} [missing] why the release could not be installed
 *
 * @typedef {object} FileReport
 * @property {string} name
 * @property {'passed' | 'failed'} status
 * @property {Array<{ status: string, fullName: string }>} assertionResults
 */

const BETWEEN_MARKERS = /(?<=<!-- hosts -->\n)[^]*?(?=<!-- \/hosts -->)/;
const ROW = /^\| (\d+\.\d+\.\d+) .*$/gm;
const HEAD = ['| n8n | Node.js | End-to-end tests |', '| --- | --- | --- |'];

/**
 * The outcome that a report of vitest (JSON) tells. A file whose preparation failed counts all its
 * tests as failed, a run without a report or without tests counts as one.
 *
 * @param {string} version of n8n
 * @param {string} node its version of Node.js
 * @param {string} report a path
 * @returns {Outcome}
 */
export function outcomeOf(version, node, report) {
	/** @type {Outcome} */
	const outcome = { version, node, passed: 0, failed: [], leftOut: [] };
	/** @type {FileReport[]} */
	const files = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
	for (const { name, status, assertionResults } of files) {
		const broken =
			status === 'failed' && assertionResults.every((test) => test.status !== 'failed');
		if (broken && assertionResults.length === 0) outcome.failed.push(basename(name));
		for (const test of assertionResults) {
			if (test.status === 'passed') outcome.passed++;
			else if (test.status === 'failed' || broken) outcome.failed.push(test.fullName);
			else outcome.leftOut.push(test.fullName);
		}
	}
	if (files.length === 0) outcome.failed.push('the run itself, see above');
	return outcome;
}

/**
 * The outcome on a release that could not be installed.
 *
 * @param {string} version
 * @param {string} output of the installation
 * @returns {Outcome}
 */
export function notInstalled(version, output) {
	const [, name] = /No matching version found for (\S+?)\.?\s/.exec(output) ?? [];
	const missing = name ? `npm has no ${name}` : 'npm could not install it';
	return { version, node: '–', passed: 0, failed: [], leftOut: [], missing };
}

/** @param {Outcome[]} outcomes */
export function table(outcomes) {
	return [...HEAD, ...outcomes.map(row)].join('\n');
}

/**
 * The README's text with the outcomes in its table, oldest release first.
 *
 * @param {string} readme
 * @param {Outcome[]} outcomes
 * @param {{ keepOthers: boolean }} options whether rows of other releases stay
 */
export function withTable(readme, outcomes, { keepOthers }) {
	const [there = ''] = BETWEEN_MARKERS.exec(readme) ?? [];
	const rows = new Map(
		keepOthers ? [...there.matchAll(ROW)].map(([line, version = '']) => [version, line]) : [],
	);
	for (const outcome of outcomes) rows.set(outcome.version, row(outcome));
	const sorted = [...rows].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
	const lines = [...HEAD, ...sorted.map(([, line]) => line)];
	return readme.replace(BETWEEN_MARKERS, () => `\n${lines.join('\n')}\n\n`);
}

/** @param {Outcome} outcome */
function row({ version, node, passed, failed, leftOut, missing }) {
	const counts = [`${passed} passed`, `${failed.length} failed`];
	if (leftOut.length) counts.push(`${leftOut.length} left out`);
	return `| ${version} | ${node} | ${missing ? `not tested: ${missing}` : counts.join(', ')} |`;
}
