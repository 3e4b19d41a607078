import { describe, expect, test } from 'vitest';
import { byId, op, shown } from '../../support/items.mts';
import { otherNode } from '../../support/otherNode.mts';
import { listen } from '../../support/otherServer.mts';
import { setup } from '../../support/setup.mts';

const statuses = [301, 302, 303, 307, 308];

/** A server that must not be asked for anything, and a hub that sends everyone there. */
async function redirected(status: number, endpoint: string) {
	const pair = await setup();
	const seen: string[] = [];
	const Location = await listen((request, response) => {
		seen.push(`${request.method} ${request.url}`);
		response.end('{"token":"foreign"}');
	});
	const headers = { Location: `${Location}/elsewhere` };
	pair.hub.faults.add({ kind: 'status', status, headers, endpoint, times: 20 });
	return { ...pair, seen };
}

describe.each(statuses)('a redirect with status %i is not followed', (status) => {
	test.each([
		['a reading request', 'orderGet', op('order get')],
		['a writing request', 'orderSent', op('order setAsSent')],
	])('by %s', async (_what, endpoint, operation) => {
		const { hub, n8n, seen } = await redirected(status, endpoint);
		const { idPedido } = hub.createOrder({ status: 'pago' });
		const { nodeError } = await n8n.run({ ...operation, idPedido: byId(idPedido) });
		expect(shown(nodeError)).toContain(`The hub answered ${status}`);
		expect(seen).toEqual([]);
	});

	test('by the token exchange', async () => {
		const { n8n, seen } = await redirected(status, 'auth');
		const { nodeError } = await n8n.run(op('connection ping'));
		expect(shown(nodeError)).toMatch(/Base URL/);
		expect(seen).toEqual([]);
	});

	test.each(['request', 'httpRequest'] as const)(
		"by n8n's helper %sWithAuthentication, whatever the other node asks for",
		async (helper) => {
			const { hub, seen } = await redirected(status, 'orderList');
			const url = `${hub.url}/v1/orders?offset=0&limit=1`;
			const follow = { followRedirect: true, followAllRedirects: true, maxRedirects: 5 };
			const options = { url, uri: url, disableFollowRedirect: false, ...follow };
			for (const method of ['GET', 'POST'])
				await (
					await otherNode(hub, helper, { ...options, method })
				)();
			expect(hub.count({ path: '/v1/orders' })).toBeGreaterThanOrEqual(2);
			expect(seen).toEqual([]);
		},
	);
});
