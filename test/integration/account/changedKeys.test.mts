import { expect, test } from 'vitest';
import { byId } from '../../support/locators.mts';
import { setup } from '../../support/setup.mts';
import { op } from '../../support/items.mts';

test('other keys in the same credential: the stored token is not theirs, so it is not used', async () => {
	const { hub, n8n } = await setup();
	const { idPedido } = hub.createOrder({});
	const order = op('order get', { idPedido: byId(idPedido) });
	expect((await n8n.run(order)).status).toBe('success');
	hub.clearLog();
	// n8n's own dialog would exchange the keys; its public API and external secrets do not
	Object.assign(n8n.stored(), { apiKey: 'the key of another seller' });
	expect((await n8n.run(order)).status).toBe('error');
	expect(hub.count({ endpoint: 'auth' })).toBe(1);
	expect(hub.count({ endpoint: 'orderGet' })).toBe(0);
});
