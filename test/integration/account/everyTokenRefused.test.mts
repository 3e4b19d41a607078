import { expect, test } from 'vitest';
import { setup } from '../../support/setup.mts';
import { op, requests, go } from '../../support/items.mts';

test('the hub answers 401 whatever the token: only items whose request did not go out say that it was not sent', async () => {
	const { hub, n8n } = await setup();
	hub.faults.add({ endpoint: 'orderGet', kind: 'status', status: 401, times: 999 });
	const ids = Array.from({ length: 8 }, (_, index) => index + 1);
	const result = await n8n.run(
		op('order get', { idPedido: { __rl: true, mode: 'id', value: '={{ $json.id }}' } }),
		ids.map((id) => ({ id })),
		go,
	);
	const asked = new Set(
		requests(hub, 'orderGet').map(({ path }) => Number(path.split('/').at(-1))),
	);
	const notSent = result
		.json()
		.flatMap(({ error }, index) => (String(error).startsWith('Not sent') ? [index + 1] : []));
	expect(asked.size).toBeGreaterThan(0);
	expect(notSent).toEqual(ids.filter((id) => !asked.has(id)));
});
