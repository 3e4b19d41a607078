import { describe, expect, test } from 'vitest';
import { startN8n } from '../../engine/nodes.mts';
import { asJson, shown, op } from '../../support/items.mts';
import { byId } from '../../support/locators.mts';
import { setup } from '../../support/setup.mts';

const batch = op('stock updateBatch', {
	waitForResult: false,
	...asJson({ sku: 'S0', estoque: 1 }),
});
const acknowledge = op('orderQueue acknowledge', { idPedido: byId(1), idInterno: '5' });

describe('a route of the credential', () => {
	test.each(['PUT /v1/stocks/{id}', 'POST //evil.example/stocks', 'POST /v1/%2e%2e/stocks'])(
		'%j is refused with the form to write, and nothing is sent to it',
		async (route) => {
			const { hub, n8n } = await setup({}, { customizeRoutes: true, routeStockBatch: route });
			const result = await n8n.run(batch);
			expect(shown(result.nodeError)).toMatch(/Stock Batch[\s\S]*POST \/v1\/batch\/stocks/);
			expect(hub.log.filter(({ endpoint }) => endpoint !== 'auth')).toEqual([]);
		},
	);

	// which routes are none is held by unit/route.test.mts
	test.each(['PUT /v1/queue', 'PUT /v1/queue/{sku}'])('%j has other {parts}', async (route) => {
		const { hub, n8n } = await setup({}, { customizeRoutes: true, routeAcknowledge: route });
		expect(shown((await n8n.run(acknowledge)).nodeError)).toMatch(/Queue Acknowledgement/);
		expect(hub.log.filter(({ endpoint }) => endpoint !== 'auth')).toEqual([]);
	});

	test('that holds a secret is not repeated in the message', async () => {
		const { n8n, hub } = await setup();
		const other = await startN8n(hub, {
			customizeRoutes: true,
			routeStockBatch: `POST /v1/stocks?key=${hub.secretKey}`,
		});
		expect(shown((await other.run(batch)).nodeError)).not.toContain(hub.secretKey);
		expect((await n8n.run(op('connection ping'))).status).toBe('success');
	});
});

describe('the App Token of sandbox in production', () => {
	test.each(['homologacao', ' homologacao ', 'Homologacao', 'HOMOLOGACAO'])(
		'%j is refused with the reason, before anything is sent',
		async (appToken) => {
			const { hub } = await setup({ environment: 'production' });
			const n8n = await startN8n(hub, { appToken });
			const result = await n8n.run(op('connection ping'));
			expect(shown(result.nodeError)).toMatch(/App Token[\s\S]*homologacao[\s\S]*[Ss]andbox/);
			const tested = await n8n.testCredential('c1');
			expect(tested.message).toMatch(/App Token/);
			expect(hub.log).toEqual([]);
		},
	);

	test('in sandbox it is sent whatever the field holds', async () => {
		const { hub } = await setup();
		const n8n = await startN8n(hub, { appToken: 'homologacao' });
		expect((await n8n.run(op('connection ping'))).status).toBe('success');
	});
});
