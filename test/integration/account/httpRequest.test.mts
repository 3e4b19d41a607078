import { describe, expect } from 'vitest';
import type { Hub } from '../../hub/index.mts';
import { shown } from '../../support/items.mts';
import { otherNode } from '../../support/otherNode.mts';
import { setup, test } from '../../support/setup.mts';
import { stopwatch } from '../../support/stopwatch.mts';

const orders = ({ url }: Hub) => `${url}/v1/orders?offset=0&limit=1`;

/** Both ways in which it sends with a predefined credential type. */
describe.each([
	['httpRequest', 'url'],
	['request', 'uri'],
] as const)("n8n's HTTP Request node, by %sWithAuthentication", (helper, field) => {
	const asking = async (hub: Hub, url = orders(hub)) =>
		await otherNode(hub, helper, { [field]: url, json: true });

	test('reads from the hub with the credential', async () => {
		const { hub } = await setup({ seed: { orders: 2 } });
		const result = await (await asking(hub))();
		expect(result.json('Node')).toMatchObject([{ pedidos: [expect.any(Object)] }]);
	});

	test('ten at once without a token: one exchange of the keys, all succeed', async () => {
		const { hub } = await setup({ seed: { orders: 1 }, latency: 30 });
		const results = await Promise.all(Array.from({ length: 10 }, await asking(hub)));
		for (const result of results)
			expect(result.json('Node')).toMatchObject([{ pedidos: [expect.any(Object)] }]);
		expect(hub.count({ endpoint: 'auth' })).toBe(1);
	});

	test('never takes the credential to another origin', async ({ hub }) => {
		const { hub: other } = await setup();
		const result = await (await asking(hub, orders(other)))();
		expect(shown(result.nodeError('Node') ?? result.error)).toContain(
			`The credential is for ${hub.url} and is not sent to ${other.url}`,
		);
		expect(other.log).toEqual([]);
	});
});

// n8n's older form, by uri, takes no signal
test('a request of another node ends at the deadline when its answer trickles', async () => {
	const { hub } = await setup({ seed: { orders: 1 }, timing: { requestTimeout: 800 } });
	const run = await otherNode(hub, 'httpRequest', { url: orders(hub), json: true });
	await run();
	hub.faults.add({ kind: 'trickle', delay: 250, endpoint: 'orderList' });
	const passed = stopwatch();
	const result = await run();
	expect(passed()).toBeLessThan(10_000);
	expect(result.nodeError('Node') ?? result.error).toBeDefined();
});
