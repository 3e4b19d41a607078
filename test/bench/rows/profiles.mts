import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { Profiler } from 'node:inspector/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pMap from 'p-map';
import { webhookUrl } from '../../server/rest.mts';
import type { Bench, Part } from '../bench.mts';
import { shares, timeByOwner } from '../cpuProfile.mts';
import type { HubAddress } from '../processes/hub.mts';
import { RealN8n, triggerStep } from '../realN8n.mts';
import { parameters } from './listing.mts';
import { atOnce, notify } from './webhook.mts';

/** Listing orders in n8n-core, after a run that does not count. */
async function listing(bench: Bench, size: number): Promise<Array<[string, number]>> {
	await bench.startHub({ seed: { orders: size } });
	await bench.engine.run(parameters);
	return timeByOwner(await bench.engine.profile(parameters));
}

/** Notifications to our trigger, many at once, in a real n8n of its own. */
async function notifications(hub: HubAddress, orders: number[]): Promise<Array<[string, number]>> {
	const folder = await mkdtemp(join(tmpdir(), 'profiles-'));
	const n8n = await RealN8n.start({ NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` });
	try {
		const trigger = triggerStep(await n8n.credential(hub));
		await n8n.publish([trigger, { name: 'Next', type: 'n8n-nodes-base.noOp' }]);
		const url = webhookUrl(n8n.server.url, trigger);
		const send = async () =>
			await pMap(orders, async (id) => await notify(url, hub.url, id), { concurrency: atOnce });
		await send();
		const began = performance.now();
		await send();
		const last = performance.now() - began;
		await n8n.server.stop();
		return timeByOwner(await largestProfile(folder), last);
	} finally {
		await n8n.server.remove();
		await rm(folder, { recursive: true, force: true });
	}
}

/** n8n's main process is the one that did most. */
async function largestProfile(folder: string): Promise<Profiler.Profile> {
	const files = (await readdir(folder)).filter((file) => file.endsWith('.cpuprofile'));
	const texts = await Promise.all(
		files.map(async (file) => await readFile(join(folder, file), 'utf8')),
	);
	const [largest = '{}'] = texts.sort((one, other) => other.length - one.length);
	return JSON.parse(largest) as Profiler.Profile;
}

/** `require` of the nodes and credentials, in a process of its own. */
async function loading(): Promise<Array<[string, number]>> {
	const script = fileURLToPath(new URL('../processes/loading.mjs', import.meta.url));
	const { stdout } = await promisify(execFile)(process.execPath, [script], {
		maxBuffer: 1e8,
	});
	return timeByOwner(JSON.parse(stdout) as Profiler.Profile);
}

/** Where CPU time goes, for the goals that the work of others keeps from being met. */
export const profiles: Part = async (bench) => {
	const size = bench.quick ? 1_000 : 10_000;
	const listed = await listing(bench, size);
	const count = bench.quick ? 50 : 200;
	const hub = await bench.startHub({ seed: { orders: count } });
	const notified = await notifications(hub, await bench.hub.orders(count));
	return {
		title: 'Where CPU time goes',
		text: [
			`V8's CPU profiles, by what the running code belongs to: ${size.toLocaleString('en')} orders listed in n8n-core, ${count} notifications to our trigger in a real n8n, ${atOnce} at once, and \`require\` of the nodes and credentials. Time spent inside n8n's request helper counts for the packages that it calls.`,
		],
		tables: [
			{ head: ['listing orders', 'share'], rows: shares(listed) },
			{ head: ['notifications', 'share'], rows: shares(notified) },
			{ head: ['require', 'share'], rows: shares(await loading()) },
		],
	};
};
