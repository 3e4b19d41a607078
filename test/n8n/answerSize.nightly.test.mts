import type { INodeParameters } from 'n8n-workflow';
import { expect, test } from 'vitest';
import type { Fault } from '../hub/index.mts';
import { outputOf, type Credential } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';
import { hubNode, runNodes, storeCredential, useN8n } from './session.mts';

const megabyte = 1024 * 1024;

const { hub, n8n } = await useN8n({ seed: { orders: 120 } });

const list = { resource: 'order', operation: 'getMany', returnAll: true };

async function run(parameters: INodeParameters, credential?: Credential) {
	const used = credential ?? (await storeCredential(n8n, hub));
	const node = hubNode('marketplaceHub', parameters, used);
	return outputOf(await runNodes(n8n, { ...node, onError: 'continueRegularOutput' }), 'Hub');
}

test.each<Partial<Fault>>([{ isAnnounced: true }, {}, { compression: 'gzip' }])(
	'a real n8n refuses an answer of 200 MB and does its other work meanwhile (%o)',
	async (fault) => {
		const credential = await storeCredential(n8n, hub);
		expect(await run(list, credential)).toHaveLength(120);
		let release = () => {};
		const until = new Promise<void>((resolve) => (release = resolve));
		hub.clearLog();
		hub.faults.add({
			...fault,
			kind: 'padded',
			endpoint: 'orderList',
			size: 200 * megabyte,
			until,
		});
		const refused = run(list, credential);
		await waitFor(() => hub.count({ endpoint: 'orderList' }) > 0, { what: 'the request' });
		const ping = { resource: 'connection', operation: 'ping' };
		expect(await run(ping, credential)).toHaveLength(1);
		release();
		const [said] = await refused;
		expect(said?.error).toContain('more than 64 MB');
		expect(hub.count({ endpoint: 'orderList' })).toBe(1);
		const sent = () => hub.log.find(({ fault }) => fault === 'padded')?.bytesSent;
		await waitFor(() => sent() !== undefined, { what: 'the end of the connection' });
		expect(sent()).toBeLessThan(80 * megabyte);
	},
);

test.each(['gzip', 'deflate', 'br'] as const)(
	'a real n8n reads answers compressed with %s',
	async (by) => {
		hub.clock.advance(31 * 60_000);
		for (const endpoint of ['auth', 'orderList'])
			hub.faults.add({ kind: 'padded', compression: by, endpoint });
		hub.clearLog();
		expect(await run(list)).toHaveLength(120);
		expect(hub.log.filter(({ fault }) => fault === 'padded')).toHaveLength(2);
	},
);

test('a real n8n refuses a token of 65 MB', async () => {
	hub.clock.advance(31 * 60_000);
	hub.faults.add({ kind: 'padded', endpoint: 'auth', size: 65 * megabyte });
	const [said] = await run(list);
	expect(said?.error).toContain('more than 64 MB');
});
