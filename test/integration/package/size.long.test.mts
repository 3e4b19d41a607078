import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packPackage } from '../../server/pack.mts';

test('the packed package is below 260 kB: nodes without tests, examples and pictures', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'packed-'));
	onTestFinished(async () => await rm(folder, { recursive: true }));
	const { size } = await stat(await packPackage(folder));
	expect(size).toBeGreaterThan(10_000);
	expect(size).toBeLessThan(260_000);
});

test('the report has the size of the source', async () => {
	const folders = await Promise.all(
		['nodes', 'credentials'].map(
			async (folder) => await readdir(folder, { recursive: true, withFileTypes: true }),
		),
	);
	const files = folders.flat().filter(({ name }) => name.endsWith('.ts'));
	const texts = await Promise.all(
		files.map(async ({ parentPath, name }) => await readFile(join(parentPath, name), 'utf8')),
	);
	const lines = texts.join('').split('\n').length - 1;
	console.log(`${lines} lines in ${files.length} files of nodes/ and credentials/`);
	expect(lines).toBeGreaterThan(files.length);
});
