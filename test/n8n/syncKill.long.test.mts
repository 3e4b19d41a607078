import { describe, expect, test } from 'vitest';
import { outputOf } from '../server/rest.mts';
import { addSimple, heldBy } from '../support/sync.mts';
import {
	hubNode,
	manualWorkflow,
	signIn,
	storeCredential,
	useHub,
	useOwnServer,
} from './session.mts';

const hub = await useHub({ seed: { products: 0 }, batchDuration: 300 });
addSimple(hub, 250);
const server = await useOwnServer();
const list = Array.from({ length: 250 }, (_, index) => ({ sku: `P${index}`, estoque: 6 }));

describe('an n8n that is killed while it syncs', () => {
	/** Resolves when the hub has received `count` requests to an endpoint; it answers the last of them late. */
	const received = async (endpoint: string, count: number) => {
		hub.faults.add({ endpoint, after: count - 1, kind: 'slow', delay: 10_000 });
		await expect.poll(() => hub.count({ endpoint }), { timeout: 60_000, interval: 10 }).toBe(count);
	};

	test('between comparing and sending, and between two batches: running again ends in the right state', async () => {
		let n8n = await signIn(server);
		const parameters = {
			resource: 'stock',
			operation: 'sync',
			// all of it changes
			guardMode: 'off',
			inputMode: 'json',
			json: JSON.stringify(list),
		};
		const credential = await storeCredential(n8n, hub);
		const workflow = await manualWorkflow(n8n, hubNode('marketplaceHub', parameters, credential));

		await Promise.all([n8n.startRun(workflow, 'Start'), received('productList', 3)]);
		await server.kill();
		expect(hub.count({ endpoint: 'stockBatch' })).toBe(0);

		await server.start();
		n8n = await signIn(server);
		await Promise.all([n8n.startRun(workflow, 'Start'), received('stockBatch', 2)]);
		await server.kill();
		await expect.poll(() => heldBy(hub, 'P199')?.estoque, { timeout: 10_000 }).toBe(6);
		expect(heldBy(hub, 'P249')?.estoque).toBe(5);

		await server.start();
		n8n = await signIn(server);
		hub.faults.clear();
		const execution = await n8n.run(workflow, 'Start');
		expect(execution.error).toBeUndefined();
		expect(outputOf(execution, 'Hub')).toHaveLength(250);
		for (const { sku, estoque } of list) expect(heldBy(hub, sku)?.estoque).toBe(estoque);
		for (const { sku, status } of outputOf(execution, 'Hub').slice(0, 100))
			expect([sku, status]).toEqual([sku, 'unchanged']);
	});
});
