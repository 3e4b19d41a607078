import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { InstallError, requireDiskSpace } from '../server/requirements.mjs';
import { step } from '../server/step.mjs';

describe('what the scripts say', () => {
	let told: string[];

	beforeEach(() => {
		told = [];
		vi.spyOn(console, 'log').mockImplementation((line: string) => void told.push(line));
	});

	afterEach(() => {
		vi.restoreAllMocks();
	});

	test('when the disk is too small', () => {
		expect(() => requireDiskSpace('.', 1e18)).toThrow(InstallError);
		expect(() => requireDiskSpace('.', 1e18)).toThrow(
			/Not enough disk space in .: 1000000000\.0 GB are needed, [\d.]+ GB are free/,
		);
		expect(() => requireDiskSpace('.', 1)).not.toThrow();
	});

	test('when a step succeeds', async () => {
		expect(await step('Greeting', [process.execPath, '-e', 'console.log("hello")'])).toMatchObject({
			ok: true,
			output: 'hello\n',
		});
		expect(told.join('\n')).toMatch(/✓ Greeting \(\d+ s\)$/);
	});

	test('when a step fails: how it ended and the end of its output', async () => {
		const script =
			'for (let i = 1; i < 500; i++) console.log(`line ${i}`); console.error("the reason"); process.exit(3)';
		expect(await step('Failing', [process.execPath, '-e', script])).toMatchObject({ ok: false });
		const said = told.join('\n');
		expect(said).toMatch(/✗ Failing \(\d+ s\): exit code 3/);
		expect(said).toContain('the reason');
		expect(said).not.toContain('line 100\n');
	});

	test('when a program does not exist', async () => {
		expect(await step('Missing', ['no-such-program'])).toMatchObject({ ok: false });
		expect(told.join('\n')).toMatch(/✗ Missing .*ENOENT/);
	});
});
