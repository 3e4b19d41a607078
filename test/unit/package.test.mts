import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { userAgent } from '../../nodes/MarketplaceHub/api/http/version.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as Record<
	string,
	unknown
> & { version: string };

function sources(folder: string): string[] {
	return readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => `${root}${folder}/${file}`);
}

test('the package is fit for verified community nodes', () => {
	expect(manifest.dependencies).toBeUndefined();
	expect(manifest.overrides).toBeUndefined();
	expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	expect(manifest.files).toEqual(['dist']);
	expect(manifest.license).toBe('MIT');
	expect(manifest.keywords).toContain('n8n-community-node-package');
	expect(manifest.n8n).toMatchObject({ strict: true, n8nNodesApiVersion: 1 });
	const lifecycle = /^(pre|post)?(install|publish|pack|prepare)|prepublishOnly/;
	expect(Object.keys(manifest.scripts as object).filter((name) => lifecycle.test(name))).toEqual(
		[],
	);
});

test('requests name the version of the package', () => {
	expect(userAgent).toBe(`n8n-nodes-marketplace-hub/${manifest.version}`);
});

test('only modules that every n8n host provides are imported at run time', () => {
	const allowed = /^(n8n-workflow|zod|luxon|crypto|lodash\/\w+|\.{1,2}\/.*|\.{1,2})$/;
	const foreign = [...sources('nodes'), ...sources('credentials')].flatMap((file) =>
		[...readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)]
			.map(([, module]) => module ?? '')
			.filter((module) => !allowed.test(module)),
	);
	expect(foreign).toEqual([]);
});

test('imports only go downwards through the layers', () => {
	const upwards = sources('nodes/MarketplaceHub/api').filter((file) =>
		/from '\.\.\/(\.\.\/)?(actions|methods|trigger)/.test(readFileSync(file, 'utf8')),
	);
	expect(upwards).toEqual([]);
});
