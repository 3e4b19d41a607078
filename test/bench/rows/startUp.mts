import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { sum } from 'simple-statistics';
import { packageName } from '../../engine/credentialData.mts';
import { serverDirectory } from '../../server/install.mjs';
import { installPackage, packPackage } from '../../server/pack.mts';
import { N8nServer } from '../../server/server.mts';
import type { Part } from '../bench.mts';
import { middle, spread, times } from '../measure.mts';

const base = join(serverDirectory, 'node_modules', 'n8n-nodes-base/dist');
/** Two of n8n's own packages of nodes with products and orders: together about as much of an API. */
const others = [
	'nodes/WooCommerce/WooCommerce.node.js',
	'nodes/WooCommerce/WooCommerceTrigger.node.js',
	'nodes/Shopify/Shopify.node.js',
	'nodes/Shopify/ShopifyTrigger.node.js',
	'credentials/WooCommerceApi.credentials.js',
	'credentials/ShopifyApi.credentials.js',
].map((file) => join(base, file));

const lookAtLoads = new URL('../processes/loads.mjs', import.meta.url).href;

/** What n8n's start noted of its loading, see processes/loads.mjs. */
interface Load {
	side: 'ours' | 'others';
	ms: number;
	files: number;
}

/** What starts of n8n took for a side: n8n loads nodes and credentials one by one. */
const sumsOf = (starts: Load[][], side: Load['side'], figure: 'ms' | 'files'): number[] =>
	starts.map((loads) =>
		sum(loads.filter((load) => load.side === side).map((load) => load[figure])),
	);

/** Starts n8n so often, each time with a look at what it loads. */
async function loadsOf(
	server: N8nServer,
	env: NodeJS.ProcessEnv,
	times: number,
): Promise<Load[][]> {
	const starts: Load[][] = [];
	for (let round = 0; round < times; round++) {
		const notes = join(server.home, `loads-${round}`);
		Object.assign(env, { NODE_OPTIONS: `--import ${lookAtLoads}`, LOADS: notes });
		await startTime(server);
		const lines = (await readFile(notes, 'utf8')).trim().split('\n');
		starts.push(lines.map((line) => JSON.parse(line) as Load));
	}
	delete env.NODE_OPTIONS;
	return starts;
}

async function startTime(server: N8nServer): Promise<number> {
	const began = performance.now();
	await server.start();
	const ms = performance.now() - began;
	await server.stop();
	return ms;
}

export const startUp: Part = async (bench) => {
	const folder = await mkdtemp(join(tmpdir(), 'packed-'));
	const env: NodeJS.ProcessEnv = { OTHERS: others.join(delimiter) };
	const [withIt, without] = [new N8nServer({ env }), new N8nServer()];
	try {
		const tarball = await packPackage(folder);
		const { size: bytes } = await stat(tarball);
		env.PACKAGE = await installPackage(withIt.home, tarball);
		const loads = await loadsOf(withIt, env, bench.quick ? 1 : bench.rounds);
		const starts: Record<string, number[]> = { with: [], without: [] };
		// the first start of a home makes its database
		await startTime(without);
		for (let round = 0; round < (bench.quick ? 1 : bench.rounds); round++) {
			starts.with!.push(await startTime(withIt));
			starts.without!.push(await startTime(without));
		}
		const ours = middle(sumsOf(loads, 'ours', 'ms'));
		const files = (side: Load['side']) => String(middle(sumsOf(loads, side, 'files')));
		bench.goal({
			goal: 'packed under 150 kB',
			measured: `${(bytes / 1_000).toFixed(1)} kB`,
			met: bytes < 150_000,
			reason: "the texts for agents and for n8n's AI builder came beside those of the forms",
		});
		bench.goal({
			goal: "require under 30 ms beyond the host's own modules",
			measured: `${ours.toFixed(1)} ms`,
			met: ours < 30,
			reason: `${files('ours')} small files are found, read and compiled`,
		});
		return {
			title: 'Start-up',
			text: [
				"`require` of the nodes and credentials by n8n's own loader while n8n starts, so beyond all that n8n has loaded by then, and right after it that of n8n's own WooCommerce and Shopify nodes, which together cover about as much of an API and which n8n loads when they are used. n8n's start is timed until it takes requests.",
			],
			tables: [
				{
					head: ['package', 'require, ms', 'files'],
					rows: [
						[packageName, spread(sumsOf(loads, 'ours', 'ms')), files('ours')],
						[
							'WooCommerce and Shopify of n8n',
							spread(sumsOf(loads, 'others', 'ms')),
							files('others'),
						],
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
		await rm(folder, { recursive: true });
	}
};
