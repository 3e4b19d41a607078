import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { notInstalled, outcomeOf, withTable } from '../hosts/outcomes.mjs';

/** A report of vitest on disk; each file is its status and its tests' statuses. */
function reportOf(...files: Array<[string, string[]]>): string {
	const folder = mkdtempSync(join(tmpdir(), 'host-table-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const report = join(folder, 'report.json');
	const testResults = files.map(([status, tests], file) => ({
		name: `/tests/file${file}.test.mts`,
		status,
		assertionResults: tests.map((each, index) => ({
			status: each,
			fullName: `test ${file}.${index}`,
		})),
	}));
	writeFileSync(report, JSON.stringify({ testResults }));
	return report;
}

const readme = (...rows: string[]) =>
	['Before', '<!-- hosts -->', ...rows, '<!-- /hosts -->', 'After'].join('\n');

describe("the README's table of releases of n8n", () => {
	test('counts what passed, failed and was left out', () => {
		const report = reportOf(['passed', ['passed', 'skipped']], ['failed', ['passed', 'failed']]);
		const outcome = outcomeOf('2.8.4', '20.20.2', report);
		expect(outcome).toMatchObject({ failed: ['test 1.1'], leftOut: ['test 0.1'] });
		expect(withTable(readme(), [outcome], { keepOthers: false })).toContain(
			'| 2.8.4 | 20.20.2 | 2 passed, 1 failed, 1 left out |',
		);
	});

	test('counts the tests of a file that could not begin as failed, not as left out', () => {
		const report = reportOf(['failed', ['skipped', 'skipped']], ['failed', []]);
		const { failed, leftOut } = outcomeOf('2.8.4', '20.20.2', report);
		expect(failed).toEqual(['test 0.0', 'test 0.1', 'file1.test.mts']);
		expect(leftOut).toEqual([]);
	});

	test('calls a run without any result failed', () => {
		expect(outcomeOf('2.8.4', '20.20.2', '/nowhere/report.json').failed).toHaveLength(1);
		expect(outcomeOf('2.8.4', '20.20.2', reportOf()).failed).toHaveLength(1);
	});

	test('says why a release was not tested', () => {
		const output =
			'npm error notarget No matching version found for @n8n/agents@0.26.2.\nnpm error';
		const text = withTable(readme(), [notInstalled('2.41.3', output)], { keepOthers: false });
		expect(text).toContain('| 2.41.3 | – | not tested: npm has no @n8n/agents@0.26.2 |');
	});

	test('keeps the other rows when asked to, oldest release first', () => {
		const outcome = outcomeOf('2.40.7', '24.21.0', reportOf(['passed', ['passed']]));
		const text = readme('| 2.41.1 | 24.1.0 | 9 passed, 0 failed |', '| 2.8.4  | 20.2.0 | old |');
		const releases = (keepOthers: boolean) =>
			[...withTable(text, [outcome], { keepOthers }).matchAll(/^\| (2\S+)/gm)].map(
				([, name]) => name,
			);
		expect(releases(true)).toEqual(['2.8.4', '2.40.7', '2.41.1']);
		expect(releases(false)).toEqual(['2.40.7']);
	});
});
