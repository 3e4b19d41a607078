import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fetch } from 'undici';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { N8nRest } from '../server/rest.mts';

interface Manifest {
	dependencies?: Record<string, string>;
	n8n: { nodes: string[]; credentials: string[] };
}

const { url, packageFolder } = inject('n8nServer');
const n8n = new N8nRest(url);
const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as Manifest;
const nodeNames = manifest.n8n.nodes.map((file) => typeName(file));
const credentialNames = manifest.n8n.credentials.map((file) => typeName(file));

describe('the packed tarball in a real n8n', () => {
	beforeAll(async () => await n8n.signIn());

	test('n8n offers all its nodes, the action node also as a tool', async () => {
		const offered = (await n8n.nodeTypes()).map(({ name }) => name);
		expect(offered.filter((name) => name.startsWith('n8n-nodes-marketplace-hub.')).sort()).toEqual(
			[...nodeNames, 'marketplaceHubTool']
				.map((name) => `n8n-nodes-marketplace-hub.${name}`)
				.sort(),
		);
	});

	test('n8n serves the icons of every node and of the credential', async () => {
		const nodes = await n8n.request<WithIcon[]>('GET', '/types/nodes.json');
		const credentials = await n8n.request<WithIcon[]>('GET', '/types/credentials.json');
		const wanted = [
			...nodeNames.map((name) =>
				nodes.find((node) => node.name === `n8n-nodes-marketplace-hub.${name}`),
			),
			...credentialNames.map((name) => credentials.find((credential) => credential.name === name)),
		];
		for (const type of wanted) {
			const { light, dark } = type!.iconUrl!;
			expect(await contentType(light)).toContain('svg');
			expect(await contentType(dark)).toContain('svg');
		}
	});

	test('it brings no packages of its own: zod and n8n-workflow are those of n8n', () => {
		expect(manifest.dependencies ?? {}).toEqual({});
		const files = readdirSync(packageFolder, { recursive: true, encoding: 'utf8' });
		expect(files.filter((file) => /(^|\/)(node_modules|test)(\/|$)/.test(file))).toEqual([]);
		expect(files).toEqual(
			expect.arrayContaining([...manifest.n8n.nodes, ...manifest.n8n.credentials]),
		);
	});
});

interface WithIcon {
	name: string;
	iconUrl?: { light: string; dark: string };
}

async function contentType(icon: string): Promise<string | null> {
	const response = await fetch(`${url}/${icon}`);
	await response.body?.cancel();
	return response.status === 200
		? response.headers.get('content-type')
		: `${icon} answered ${response.status}`;
}

/** `dist/nodes/X/MarketplaceHub.node.js` holds the type `marketplaceHub`. */
function typeName(file: string): string {
	const name = basename(file).split('.')[0]!;
	return name.charAt(0).toLowerCase() + name.slice(1);
}
