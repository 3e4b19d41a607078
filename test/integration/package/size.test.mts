import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packPackage } from '../../server/pack.mts';

test('the packed package is below 140 kB', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'packed-'));
	onTestFinished(async () => await rm(folder, { recursive: true }));
	const { size } = await stat(await packPackage(folder));
	expect(size).toBeGreaterThan(10_000);
	expect(size).toBeLessThan(140_000);
});
