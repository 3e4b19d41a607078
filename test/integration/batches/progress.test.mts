import { expect, onTestFinished, test, vi } from 'vitest';
import { engineLogger } from '../../engine/engine.mts';
import { stock, stocks } from '../../support/batches.mts';
import { passTime } from '../../support/passTime.mts';
import { byId, bySku, op } from '../../support/items.mts';
import { addSkus } from '../../support/products.mts';
import { setup } from '../../support/setup.mts';
import { customizedSync, securitySync } from '../../support/sync.mts';

/** The lines of n8n's log, while each batch takes so many ms. */
function watchLog(msOfBatch: number): () => string[] {
	const log = vi.spyOn(engineLogger(), 'info').mockImplementation((message) => {
		if (message.startsWith('The hub took batch')) passTime(msOfBatch);
	});
	onTestFinished(() => log.mockRestore());
	return () => log.mock.calls.map(([message]) => message);
}

test('long work says each ten seconds in the log how far it is and what is left', async () => {
	const { hub, n8n } = await setup({ timing: { progressLine: 10_000 } });
	addSkus(hub, 250);
	const lines = watchLog(11_000);
	await n8n.done(stock, stocks(250));
	const told = lines().filter((line) => line.includes(' of 250 sent'));
	expect(told[0]).toMatch(/^100 of 250 sent, \d+ processed, some (1[6-9]|2\d) s of sending left$/);
	expect(told.at(-1)).toMatch(/^250 of 250 sent, \d+ processed, waiting for the hub$/);
	expect(told.length).toBeLessThanOrEqual(4);
});

const setEach = op('securityStock set', {
	...{ idCanalIntegracao: byId(11), sku: bySku('={{ $json.sku }}'), estoqueSeguranca: 2 },
});

test.each([
	['prices of a channel, 100 in a request', customizedSync, 250, ['100', '200']],
	['security stock, one after another', securitySync, 3, ['1', '2']],
	['items, each a request of its own', setEach, 3, ['1', '2']],
])('so do %s', async (_what, parameters, count, sent) => {
	const { hub, n8n } = await setup({
		...{ seed: { products: 0, channels: 3 }, timing: { progressLine: 0 } },
	});
	const skus = addSkus(hub, count);
	const lines = watchLog(0);
	const values = { idCanalIntegracao: 11, precoDe: 99.9, precoPor: 79.9, estoqueSeguranca: 2 };
	const rows = skus.map((sku) => ({ sku, skuProduto: sku, ...values }));
	await n8n.done({ ...parameters, guardMode: 'off' }, rows);
	const told = lines().filter((line) => line.includes(` of ${count} sent`));
	const line = (rowsSent: string) =>
		expect.stringMatching(
			new RegExp(`^${rowsSent} of ${count} sent, some \\d+ s of sending left$`),
		);
	expect(told).toEqual(sent.map(line));
});

test('a wait for the limit of the hub is told once when it begins', async () => {
	const { n8n } = await setup({ seed: { channels: 1 }, timing: { progressLine: 500 } });
	const lines = watchLog(0);
	const items = Array.from({ length: 12 }, () => ({}));
	await n8n.done(op('channel getMany'), items);
	const told = lines().filter((line) => line.includes('limit'));
	expect(told).toEqual([
		expect.stringMatching(/^Channels: waiting \d+ seconds? for the hub's limit$/),
	]);
});

test('so is a wait after a 429, however many requests wait', async () => {
	const { hub, n8n } = await setup({ seed: { products: 0 }, timing: { progressLine: 500 } });
	const skus = addSkus(hub, 4);
	hub.faults.add({
		kind: 'status',
		status: 429,
		endpoint: 'productGet',
		headers: { 'Retry-After': '1' },
	});
	const lines = watchLog(0);
	await n8n.done(
		op('product get', { sku: bySku('={{ $json.sku }}') }),
		skus.map((sku) => ({ sku })),
	);
	expect(lines().filter((line) => line.includes('waiting'))).toEqual([
		expect.stringMatching(/^Product: waiting \d+ seconds? for the hub's limit$/),
	]);
});

test('short work says nothing about that', async () => {
	const { hub, n8n } = await setup({ timing: { progressLine: 10_000 } });
	addSkus(hub, 250);
	const lines = watchLog(0);
	await n8n.done(stock, stocks(250));
	expect(lines().filter((line) => line.includes(' of 250 sent'))).toEqual([]);
});
