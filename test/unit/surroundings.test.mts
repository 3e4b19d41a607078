import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../server/install.mjs';
import { requireNode } from '../server/requirements.mjs';

test.each(['18.20.4', '20.11.1', '20.18.9'])('Node.js %s is refused in one sentence', (version) => {
	expect(() => requireNode(version)).toThrow(
		`This is Node.js ${version}; Node.js 20.19 or newer is needed.`,
	);
});

test.each(['20.19.0', '20.20.2', '22.0.0', '24.21.0'])('Node.js %s is accepted', (version) => {
	expect(() => requireNode(version)).not.toThrow();
});

test('the README names the Node.js version that package.json requires', () => {
	expect(readFileSync(join(projectRoot, 'README.md'), 'utf8')).toContain('Node.js 20.19 or newer');
});

test('an installation without a network ends within seconds and says why', () => {
	const script = `import('./test/server/requirements.mjs').then(({ requireRegistry }) => requireRegistry()).catch((error) => console.log(error.message))`;
	const began = performance.now();
	const { stdout } = spawnSync(process.execPath, ['-e', script], {
		cwd: projectRoot,
		encoding: 'utf8',
		// nothing listens on the discard port
		env: { ...process.env, npm_config_registry: 'http://127.0.0.1:9/' },
	});
	expect(stdout).toContain('The npm registry cannot be reached (ECONNREFUSED)');
	expect(performance.now() - began).toBeLessThan(20_000);
});

test('a folder with n8n can be the host, and a folder without one is named', () => {
	const folder = mkdtempSync(join(tmpdir(), 'host-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const manifest = join(folder, 'node_modules', 'n8n', 'package.json');
	mkdirSync(dirname(manifest), { recursive: true });
	writeFileSync(manifest, JSON.stringify({ version: '3.0.0' }));
	const script = `import('./test/server/install.mjs').then(async ({ serverVersion, serverDirectory, installServer }) => {
		console.log(serverVersion, serverDirectory);
		await installServer().catch((error) => console.log(error.message));
	})`;
	const { stdout } = spawnSync(process.execPath, ['-e', script], {
		cwd: projectRoot,
		encoding: 'utf8',
		env: { ...process.env, N8N_FOLDER: folder },
	});
	expect(stdout).toContain(`3.0.0 ${folder}`);
	expect(stdout).toContain(`The n8n in N8N_FOLDER=${folder} does not load`);
});
