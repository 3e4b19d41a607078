import { Session } from 'node:inspector/promises';
import { setTimeout } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Hub } from '../../hub/index.mts';
import { completeSeed, parametersOf } from '../../support/everyOperation.mts';
import { asJson } from '../../support/items.mts';
import { setup, type Setup } from '../../support/setup.mts';
import { call, notificationOf, queueOf, triggerWorkflow } from '../../support/triggers.mts';

/** A file of the built package, below `dist`. */
const builtFile = /\/dist\/((?:nodes|credentials)\/.*)/;

const session = new Session();
beforeAll(async () => {
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
});
afterAll(() => session.disconnect());

/** The files of the package of which code has run since it was asked for them last. */
async function filesRun(): Promise<string[]> {
	const { result } = await session.post('Profiler.takePreciseCoverage');
	return result.flatMap(({ url, functions }) => {
		const file = builtFile.exec(url)?.[1];
		const ran = functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
		return file !== undefined && ran ? [file] : [];
	});
}

/** Runs an operation, which is expected to put something out. */
const operation =
	(name: string, changes: (hub: Hub) => INodeParameters = () => ({})) =>
	async ({ hub, n8n }: Setup) =>
		expect((await n8n.run(parametersOf(name, hub, changes(hub)))).json()).not.toEqual([]);

/** Three SKUs whose stock is not that of the hub. */
const changedStock = (hub: Hub) =>
	asJson(
		[...hub.state.products.values()]
			.flatMap(({ variacoes }) => variacoes)
			.slice(0, 3)
			.map(({ skuVariacao, estoque }) => ({ sku: skuVariacao, estoque: estoque + 1 })),
	);

/** A notification of an order that waits in the queue, until it is acknowledged. */
async function webhookCall({ hub, n8n }: Setup): Promise<void> {
	const { idPedido } = hub.createOrder({ status: 'novo' });
	const trigger = triggerWorkflow(n8n, 'marketplaceHubTrigger');
	const { items } = await call(n8n, trigger, notificationOf(hub, idPedido));
	expect(items).toHaveLength(1);
	await queueOf(hub);
}

test.each([
	['order.getMany', operation('order getMany')],
	['stock.updateBatch', operation('stock updateBatch', () => ({ waitForResult: true }))],
	['a webhook call', webhookCall],
	['stock.sync', operation('stock sync', changedStock)],
])('the report has the number of files that %s runs through', async (name, work) => {
	const at = await setup({ seed: completeSeed });
	for (const idPedido of at.hub.state.queue.keys()) at.hub.state.queue.delete(idPedido);
	// what is loaded or cached at the first run is no part of the path
	await work(at);
	// nor what an earlier test has left behind
	while ((await filesRun()).length > 0) await setTimeout(50);
	await work(at);
	const files = await filesRun();
	expect(files).toContain('nodes/MarketplaceHub/api/hub.js');
	console.log(`${name} runs code of ${files.length} files`);
});
