import { beforeEach, describe, expect, test } from 'vitest';
import { waitFor } from '../../server/wait.mts';
import { timing } from '../../support/clock.mts';
import { byId, op, shown } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';
import { eachOrder, ping } from '../../support/waits.mts';
import { call, notificationOf, triggerWorkflow } from '../../support/triggers.mts';

/** Of the time that a request has, as 20 s are of a minute, and a little more. */
const slow = 700;
const requestTimeout = 2_000;

const at = setupEach({ timing: { requestTimeout } });

describe('a hub that takes a third of the request timeout for each answer', () => {
	beforeEach(() => {
		at.hub.faults.add({ kind: 'slow', delay: slow, path: /./, times: Infinity });
	});

	test('all requests succeed after one exchange of the keys', async () => {
		const { idPedido } = at.hub.createOrder();
		const order = op('order get', { idPedido: byId(idPedido) });
		const results = await Promise.all([at.n8n.run(ping), at.n8n.run(order), at.n8n.run(order)]);
		for (const { nodeError } of results) expect(shown(nodeError)).toBe('nothing was thrown');
		expect(at.hub.count({ endpoint: 'auth' })).toBe(1);
	});

	test('the test of the credential succeeds', async () => {
		expect(await at.n8n.testCredential('c1')).toMatchObject({ status: 'OK' });
		expect(at.hub.count({ endpoint: 'auth' })).toBe(1);
	});
});

test('a token that arrives after its request gave up is used by the next request', async () => {
	const { idPedido } = at.hub.createOrder();
	const settings = { readTimeLimit: 1 };
	const workflow = triggerWorkflow(at.n8n, 'marketplaceHubTrigger', { settings });
	at.hub.faults.add({ kind: 'slow', delay: 1_500, endpoint: 'auth' });
	const late = await call(at.n8n, workflow, notificationOf(at.hub, idPedido));
	expect(late.items).toMatchObject([{ reason: expect.stringContaining('1 seconds') }]);
	await waitFor(() => at.hub.count({ endpoint: 'auth', status: 201 }) === 1, { what: 'the token' });
	const unhurried = triggerWorkflow(at.n8n, 'marketplaceHubTrigger');
	const { items } = await call(at.n8n, unhurried, notificationOf(at.hub, idPedido));
	expect(items).toMatchObject([{ idPedido }]);
	expect(at.hub.count({ endpoint: 'auth' })).toBe(1);
	expect(at.hub.count({ status: 401 })).toBe(0);
});
test('the other requests follow together if the first one with a new token takes long', async () => {
	timing.goAhead = 300;
	const orders = Array.from({ length: 10 }, () => at.hub.createOrder());
	at.hub.faults.add({ kind: 'slow', delay: 1_500, endpoint: 'orderGet', times: Infinity });
	const items = orders.map(({ idPedido }) => ({ id: idPedido }));
	const running = at.n8n.run(eachOrder, items);
	await waitFor(() => at.hub.count({ endpoint: 'orderGet' }) === 10, {
		what: 'all requests to be under way',
		every: 5,
	});
	expect(at.hub.count({ endpoint: 'orderGet', status: 200 })).toBe(0);
	expect((await running).json()).toHaveLength(10);
	expect(at.hub.count({ endpoint: 'auth' })).toBe(1);
});
