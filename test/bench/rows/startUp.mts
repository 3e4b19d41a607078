import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packageName } from '../../engine/credentialData.mts';
import { serverDirectory, serverNode } from '../../server/install.mjs';
import { installPackage, packPackage } from '../../server/pack.mts';
import { N8nServer } from '../../server/server.mts';
import type { Part } from '../bench.mts';
import { middle, spread, times } from '../measure.mts';

const execute = promisify(execFile);
const modules = join(serverDirectory, 'node_modules');

/** Loads what n8n has loaded by then, then the files, in a fresh process; prints ms and files. */
const script = `
for (const host of ['n8n-workflow', 'zod', 'luxon', 'lodash', 'crypto']) require(host);
const before = Object.keys(require.cache).length;
const began = performance.now();
for (const file of process.argv.slice(1)) require(file);
console.log(JSON.stringify({ ms: performance.now() - began, files: Object.keys(require.cache).length - before }));
`;

async function load(files: string[]): Promise<{ ms: number; files: number }> {
	const { stdout } = await execute(serverNode, ['-e', script, ...files], {
		env: { ...process.env, NODE_PATH: modules },
	});
	return JSON.parse(stdout) as { ms: number; files: number };
}

const base = join(modules, 'n8n-nodes-base/dist');
/** Two of n8n's own packages of nodes with products and orders: together about as much of an API. */
const others = [
	'nodes/WooCommerce/WooCommerce.node.js',
	'nodes/WooCommerce/WooCommerceTrigger.node.js',
	'nodes/Shopify/Shopify.node.js',
	'nodes/Shopify/ShopifyTrigger.node.js',
	'credentials/WooCommerceApi.credentials.js',
	'credentials/ShopifyApi.credentials.js',
].map((file) => join(base, file));

async function startTime(server: N8nServer): Promise<number> {
	const began = performance.now();
	await server.start();
	const ms = performance.now() - began;
	await server.stop();
	return ms;
}

async function packedBytes(folder: string): Promise<number> {
	const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
	return (await readFile(join(folder, name))).byteLength;
}

export const startUp: Part = async (bench) => {
	const [withIt, without] = [new N8nServer(), new N8nServer()];
	try {
		const folder = await installPackage(withIt.home, await packPackage(withIt.home));
		const { n8n } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
			n8n: { nodes: string[]; credentials: string[] };
		};
		const own = [...n8n.nodes, ...n8n.credentials].map((file) => join(folder, file));
		const loads: Record<string, number[]> = { ours: [], others: [] };
		const files = { ours: 0, others: 0 };
		for (let round = 0; round < bench.rounds; round++) {
			for (const [name, list] of [
				['ours', own],
				['others', others],
			] as const) {
				const { ms, files: count } = await load(list);
				loads[name]!.push(ms);
				files[name] = count;
			}
		}
		const starts: Record<string, number[]> = { with: [], without: [] };
		// the first start of a home makes its database
		for (const server of [withIt, without]) await startTime(server);
		for (let round = 0; round < (bench.quick ? 1 : bench.rounds); round++) {
			starts.with!.push(await startTime(withIt));
			starts.without!.push(await startTime(without));
		}
		const bytes = await packedBytes(dirname(withIt.logFile));
		const own99 = middle(loads.ours!);
		bench.goal({
			goal: 'packed under 150 kB',
			measured: `${(bytes / 1_000).toFixed(1)} kB`,
			met: bytes < 150_000,
		});
		bench.goal({
			goal: "require under 30 ms beyond the host's own modules",
			measured: `${own99.toFixed(1)} ms`,
			met: own99 < 30,
			reason: own99 < 30 ? '' : `${files.ours} small files are found, read and compiled`,
		});
		return {
			title: 'Start-up',
			text: [
				"`require` of all nodes and credentials in a fresh process of n8n's Node.js, after what they share with n8n is loaded (n8n-workflow, zod, luxon, lodash, crypto), against n8n's own WooCommerce and Shopify nodes, which together cover about as much of an API. n8n's start is timed until it takes requests.",
			],
			tables: [
				{
					head: ['package', 'require, ms', 'files'],
					rows: [
						[packageName, spread(loads.ours!), String(files.ours)],
						['WooCommerce and Shopify of n8n', spread(loads.others!), String(files.others)],
					],
				},
				{
					head: ['n8n', 'start, ms', 'with : without'],
					rows: [
						[
							'with the package',
							spread(starts.with!),
							times(middle(starts.with!) / middle(starts.without!)),
						],
						['without', spread(starts.without!), '1'],
					],
				},
			],
		};
	} finally {
		await withIt.remove();
		await without.remove();
	}
};
