import { describe, expect } from 'vitest';
import { startN8n } from '../../engine/nodes.mts';
import { oneStock } from '../../support/batches.mts';
import { byId, op, shown } from '../../support/items.mts';
import { setup, test } from '../../support/setup.mts';

const acknowledge = op('orderQueue acknowledge', { idPedido: byId(1), idInterno: '5' });

describe('a route of the credential', () => {
	test.each(['PUT /v1/stocks/{id}', 'POST //evil.example/stocks', 'POST /v1/%2e%2e/stocks'])(
		'%j is refused with the right form, and nothing is sent to it',
		async (route) => {
			const { hub, n8n } = await setup({}, { customizeRoutes: true, routeStockBatch: route });
			const result = await n8n.run(oneStock);
			expect(shown(result.nodeError)).toMatch(/Stock Batch[\s\S]*PUT \/v1\/products\/stock-batch/);
			expect(hub.log.filter(({ endpoint }) => endpoint !== 'auth')).toEqual([]);
		},
	);

	// which routes are none is held by unit/route.test.mts
	test.each(['PUT /v1/queue', 'PUT /v1/queue/{sku}'])(
		'%j is refused, because its {parts} differ',
		async (route) => {
			const { hub, n8n } = await setup({}, { customizeRoutes: true, routeAcknowledge: route });
			expect(shown((await n8n.run(acknowledge)).nodeError)).toMatch(/Queue Acknowledgement/);
			expect(hub.log.filter(({ endpoint }) => endpoint !== 'auth')).toEqual([]);
		},
	);

	test('with a secret in it is not repeated in the message', async ({ n8n, hub }) => {
		const other = await startN8n(hub, {
			customizeRoutes: true,
			routeStockBatch: `POST /v1/stocks?key=${hub.secretKey}`,
		});
		expect(shown((await other.run(oneStock)).nodeError)).not.toContain(hub.secretKey);
		await n8n.done(op('connection ping'));
	});
});

test.each(['homologacao', ' homologacao ', 'Homologacao', 'HOMOLOGACAO'])(
	'the App Token of sandbox, %j, is refused in production with the reason, before anything is sent',
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

test.each(['app\ntoken', 'app‑token', 'app😀'])(
	'an App Token that no header can carry, %j, is refused by name, before anything is sent',
	async (appToken) => {
		const { hub } = await setup({ environment: 'production' });
		const n8n = await startN8n(hub, { appToken });
		const result = await n8n.run(op('connection ping'));
		expect(shown(result.nodeError)).toContain('App Token of the credential holds a character');
		expect(hub.log).toEqual([]);
	},
);
