import { afterEach, beforeEach, expect, test } from 'vitest';
import { hubCredentials, packageName } from '../../engine/nodes.mts';
import { busiestMinute, ping, times } from '../../support/waits.mts';
import { setup, setupEach } from '../../support/setup.mts';
import { op } from '../../support/items.mts';

/** Minutes in which a busy machine has the time to send twenty requests. */
const at = setupEach({
	timeScale: 40,
	seed: { channels: 3, products: 30, securityStocks: 90, customizedPrices: 90 },
});

const items = (count: number) => Array.from({ length: count }, () => ({}));
beforeEach(async () => {
	// a token of the hub lives 45 real seconds here
	await at.n8n.run(ping);
});
afterEach(() => {
	expect(at.hub.count({ status: 429 })).toBe(0);
});

test.each([
	['channel', 'channels', 10, 25],
	['securityStock', 'securityStockList', 40, 90],
	['customizedPrice', 'customizedPriceList', 40, 90],
])('a limit is used and never exceeded: %s', async (resource, endpoint, perMinute, count) => {
	const { items: output } = await at.n8n.done(
		{ resource, operation: 'getMany', limit: 1 },
		items(count),
	);
	expect(output()).toHaveLength(count);
	expect(at.hub.count({ endpoint })).toBe(count);
	expect(busiestMinute(times(at.hub, endpoint))).toBeLessThanOrEqual(perMinute);
	expect(busiestMinute(times(at.hub, endpoint))).toBeGreaterThan(perMinute / 2);
});

test("pickers and workflows share one account's ten channel requests", async () => {
	const node = { type: `${packageName}.marketplaceHub`, credentials: hubCredentials };
	await Promise.all([
		at.n8n.run(op('channel getMany'), items(8)),
		at.n8n.run(op('channel getMany'), items(8)),
		at.n8n.method('loadOptions', 'getChannels', node),
		at.n8n.method('listSearch', 'searchChannels', node),
	]);
	expect(at.hub.count({ endpoint: 'channels' })).toBeLessThanOrEqual(17);
	expect(busiestMinute(times(at.hub, 'channels'))).toBeLessThanOrEqual(10);
});

test('lists without a documented limit are not slowed down', async () => {
	// the pause of a limit would be one of seconds
	const { hub, n8n } = await setup({ timeScale: 10 });
	await n8n.run(op('product getMany', { limit: 1 }), items(100));
	const reads = times(hub, 'productList');
	expect(reads).toHaveLength(100);
	const pauses = reads.slice(1).map((time, index) => time - reads[index]!);
	expect(Math.max(...pauses)).toBeLessThan(45_000);
});
