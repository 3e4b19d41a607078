import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { projectRoot } from '../server/install.mjs';

const folder = mkdtempSync(join(tmpdir(), 'browsers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const find = (env: Record<string, string>) => {
	const file = join(projectRoot, 'test/browser/chromium.mjs');
	const { status, stdout } = spawnSync(process.execPath, [file], { env, encoding: 'utf8' });
	return { status, path: stdout.trim() };
};

test('finds the browser of the browser tests on the PATH, or says by its exit code that there is none', () => {
	expect(find({ PATH: folder })).toEqual({ status: 1, path: '' });
	const chromium = join(folder, 'chromium');
	writeFileSync(chromium, '');
	expect(find({ PATH: folder }), 'not executable').toEqual({ status: 1, path: '' });
	rmSync(chromium);
	writeFileSync(chromium, '', { mode: 0o755 });
	expect(find({ PATH: `/nowhere:${folder}` })).toEqual({ status: 0, path: chromium });
	expect(find({ PATH: folder, CHROMIUM_PATH: '/nowhere/chromium' }).status).toBe(1);
	expect(find({ PATH: '', CHROMIUM_PATH: chromium })).toEqual({ status: 0, path: chromium });
});
