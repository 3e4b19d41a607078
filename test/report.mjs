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
 * @property {number} passed
 * @property {string[]} failed names of tests, or 'the file itself' when it is broken outside of them
 */

/**
 * @param {string} report the file
 * @returns {TestFile[]}
 */
export function readReport(report) {
	/** @type {{ testResults: Array<{ name: string, status: string, startTime: number, endTime: number, assertionResults: Array<{ fullName: string, status: string }> }> }} */
	let read;
	try {
		read = JSON.parse(readFileSync(report, 'utf8'));
	} catch {
		return [];
	}
	return read.testResults.map(({ name, status, startTime, endTime, assertionResults }) => {
		/** @param {string} wanted */
		const having = (wanted) => assertionResults.filter((test) => test.status === wanted);
		const failed = having('failed').map(({ fullName }) => fullName);
		return {
			file: relative(projectRoot, name),
			seconds: (endTime - startTime) / 1_000,
			passed: having('passed').length,
			failed: status === 'failed' && failed.length === 0 ? ['the file itself'] : failed,
		};
	});
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

/** @param {TestFile[]} files whose tests failed before they ran again, alone */
export function repeatedTests(files) {
	const names = files.flatMap(({ file, failed }) => failed.map((name) => `${file}: ${name}`));
	if (names.length === 0) return 'No test ran twice.';
	return [`${names.length} failed at first, and ran once more, alone:`, ...names].join('\n  ');
}
