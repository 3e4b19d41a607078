import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverDirectory } from '../server/install.mjs';
import { server } from './session.mts';

test('the host has everything that the nodes import from it at run time', () => {
	const host = createRequire(join(serverDirectory, 'node_modules', 'n8n', 'package.json'));
	const built = readdirSync(join(server.packageFolder, 'dist'), {
		recursive: true,
		encoding: 'utf8',
	}).filter((file) => file.endsWith('.js'));
	const modules = new Set(
		built.flatMap((file) =>
			[
				...readFileSync(join(server.packageFolder, 'dist', file), 'utf8').matchAll(
					/require\("([a-z][\w/-]*)"\)/g,
				),
			].map(([, module]) => module ?? ''),
		),
	);
	for (const module of modules) expect(() => host.resolve(module), module).not.toThrow();
	const missing = built.flatMap((file) => {
		const code = readFileSync(join(server.packageFolder, 'dist', file), 'utf8');
		return [...code.matchAll(/const (\w+) = require\("([a-z][\w/-]*)"\)/g)].flatMap(
			([, variable, module]) => {
				const used = [...code.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'))].map(
					([, name]) => name ?? '',
				);
				const provided = host(module ?? '') as Record<string, unknown>;
				return used
					.filter((name) => name !== 'default' && provided[name] === undefined)
					.map((name) => `${file}: ${module}.${name}`);
			},
		);
	});
	expect(built.length).toBeGreaterThan(50);
	expect(missing).toEqual([]);
});
