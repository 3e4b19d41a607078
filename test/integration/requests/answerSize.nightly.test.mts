import { createDeferredPromise } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../hub/index.mts';
import { waitFor } from '../../server/wait.mts';
import { stock, stocks } from '../../support/batches.mts';
import { byId, op, split } from '../../support/items.mts';
import { timing } from '../../support/clock.mts';
import { addSkus } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';

const megabyte = 1024 * 1024;
/** Stated in docs/what-the-nodes-do.md and docs/production.md. */
const bound = 64 * megabyte;
/** What may be on its way when the node closes the connection. */
const underWay = 16 * megabyte;

const at = setupEach({ seed: { orders: 3 } });

const orders = op('order getMany', { returnAll: true });
const padAnswer = (endpoint: string, fault: Partial<Fault>) =>
	at.hub.faults.add({ times: Infinity, ...fault, endpoint, kind: 'padded' });

/** Bytes that the hub could send before the node closed the connection. */
async function bytesSent(): Promise<number> {
	const answer = () => at.hub.log.find(({ fault }) => fault === 'padded');
	await waitFor(() => answer()?.bytesSent !== undefined, { what: 'the end of the answer' });
	return answer()!.bytesSent!;
}

describe('an answer of more than 64 MB is refused and not requested again:', () => {
	test.each<[string, Partial<Fault>, number]>([
		['65 MB', { size: 65 * megabyte }, bound + underWay],
		['200 MB', { size: 200 * megabyte }, bound + underWay],
		[
			'200 MB, announced: nothing of it is read',
			{ size: 200 * megabyte, isAnnounced: true },
			underWay,
		],
		['200 MB that are small on the wire', { size: 200 * megabyte, compression: 'gzip' }, megabyte],
		['a byte more than 64 MB', { size: bound + 1 }, bound + underWay],
	])('%s', async (_what, fault, most) => {
		padAnswer('orderList', fault);
		const { nodeError, items } = await at.n8n.run(orders);
		expect(items()).toEqual([]);
		expect(nodeError?.message).toBe(
			'The hub gave an answer of more than 64 MB, which is not read [item 0]',
		);
		expect(nodeError?.description).toMatch(/lower Limit.*filters.*GET \/v1\/orders/);
		expect(at.hub.count({ endpoint: 'orderList' })).toBe(1);
		expect(await bytesSent()).toBeLessThan(most);
	});

	test('to a write: the change may have been made, and the record is read', async () => {
		padAnswer('orderSent', { size: 65 * megabyte });
		const { json } = await at.n8n.run(
			op('order setAsSent', { idPedido: byId(at.hub.createOrder({ status: 'pago' }).idPedido) }),
		);
		expect(json()).toMatchObject([{ status: 'enviado', outcome: 'done' }]);
		expect(at.hub.count({ endpoint: 'orderSent' })).toBe(1);
	});

	test('to a batch: the next batches are sent', async () => {
		addSkus(at.hub, 300);
		padAnswer('stockBatch', { size: 65 * megabyte, after: 1, times: 1 });
		const result = await at.n8n.run(stock, stocks(300), split);
		expect(result.items(0)).toHaveLength(200);
		expect(JSON.stringify(result.json(1)[0])).toContain('more than 64 MB');
		expect(at.hub.count({ endpoint: 'stockBatch' })).toBe(3);
	});

	test('to the token exchange: the message names the Base URL', async () => {
		padAnswer('auth', { size: 65 * megabyte });
		const { nodeError } = await at.n8n.run(orders);
		expect(nodeError?.message).toContain('gave an answer of more than 64 MB');
		expect(nodeError?.description).toContain('Base URL');
		expect(at.hub.count({ endpoint: 'auth' })).toBe(1);
		expect(await bytesSent()).toBeLessThan(bound + underWay);
	});
});

test.each<Partial<Fault>>([
	{ size: bound },
	{ size: bound, isAnnounced: true },
	{ size: bound, compression: 'gzip' },
	{ compression: 'deflate' },
	{ compression: 'br' },
])('an answer of exactly 64 MB is read, whatever its compression (%o)', async (fault) => {
	padAnswer('orderList', fault);
	padAnswer('auth', { compression: fault.compression });
	const { json } = await at.n8n.done(orders);
	expect(json()).toHaveLength(3);
});

test('other executions go on meanwhile, and memory stays within one and a half times the bound', async () => {
	await at.n8n.run(orders);
	const { promise: until, resolve: release } = createDeferredPromise();
	padAnswer('orderList', { size: 100 * megabyte, until });
	const buffers = () => process.memoryUsage().arrayBuffers;
	const before = buffers();
	let most = 0;
	const watch = setInterval(() => (most = Math.max(most, buffers() - before)), 5);
	const tooLarge = at.n8n.run(orders);
	// half of the answer is there
	await waitFor(() => buffers() - before > 40 * megabyte, { what: 'the first half' });
	await at.n8n.done(op('connection ping'));
	release();
	expect((await tooLarge).nodeError?.message).toContain('64 MB');
	clearInterval(watch);
	expect(most).toBeLessThan(1.5 * bound);
});

test('the rest of an answer is not read once nobody waits for it', async () => {
	timing.shortestTry = 100;
	addSkus(at.hub, 1);
	const { promise: until, resolve: release } = createDeferredPromise();
	padAnswer('batchGet', { size: 60 * megabyte, until });
	// of minutes
	const { nodeError } = await at.n8n.run({ ...stock, timeLimit: 0.02 }, stocks(1));
	expect(nodeError?.message).toMatch(/not processed within the time limit/);
	release();
	expect(await bytesSent()).toBeLessThan(50 * megabyte);
});
