/**
 * What vitest's JSON report of a suite says. No dependencies.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { projectRoot } from './server/install.mjs';

/**
 * @typedef {object} TestFile
 * @property {string} file its path in the project
 * @property {number} seconds that its tests took
 * @property {string[]} repeated names of tests that passed only when they were run again
 */

/**
 * @param {string} report the file
 * @returns {{ passed: number, failed: number, files: TestFile[] }} a file that is broken outside of
 *   its tests counts as a failed one
 */
export function readReport(report) {
	/** @type {{ numPassedTests: number, numFailedTests: number, testResults: Array<{ name: string, status: string, startTime: number, endTime: number, assertionResults: Array<{ fullName: string, status: string, failureMessages: string[] }> }> }} */
	let read;
	try {
		read = JSON.parse(readFileSync(report, 'utf8'));
	} catch {
		return { passed: 0, failed: 0, files: [] };
	}
	const broken = read.testResults.filter(
		({ status, assertionResults }) =>
			status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
	);
	const files = read.testResults.map(({ name, startTime, endTime, assertionResults }) => ({
		file: relative(projectRoot, name),
		seconds: (endTime - startTime) / 1_000,
		repeated: assertionResults
			.filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
			.map(({ fullName }) => fullName),
	}));
	return { passed: read.numPassedTests, failed: read.numFailedTests + broken.length, files };
}

/**
 * @param {TestFile[]} files
 * @param {number} most
 */
export function slowestFiles(files, most) {
	const slowest = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, most);
	const lines = slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
	return ['Slowest test files:', ...lines].join('\n');
}

/** @param {TestFile[]} files */
export function repeatedTests(files) {
	const names = files.flatMap(({ file, repeated }) => repeated.map((name) => `${file}: ${name}`));
	if (names.length === 0) return 'Each test passed at its first try.';
	return [`${names.length} passed only at a second try:`, ...names].join('\n  ');
}
