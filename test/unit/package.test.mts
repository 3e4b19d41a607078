import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { userAgent } from '../../nodes/MarketplaceHub/api/http/send.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as Record<
	string,
	unknown
> & { version: string };

test('the package meets the rules for verified community nodes', () => {
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

test('requests name the package, the same in all releases: a firewall reacts when that changes', () => {
	expect(userAgent).toBe('n8n-nodes-marketplace-hub');
});
