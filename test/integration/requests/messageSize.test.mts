import { describe, expect, test } from 'vitest';
import { asJson, shown } from '../../support/items.mts';
import { byId } from '../../support/locators.mts';
import { setup } from '../../support/setup.mts';

describe('the size of messages', () => {
	const huge = Array.from({ length: 5_000 }, (_, index) => `detalhe ${index} ${'x'.repeat(200)}`);

	test.each([400, 500, 503])('5,000 details of a %d are some kilobytes', async (status) => {
		const { hub, n8n } = await setup();
		hub.faults.add({
			kind: 'status',
			status,
			endpoint: 'orderGet',
			times: Infinity,
			body: { error: 'y'.repeat(100_000), details: huge },
			headers: { 'Request-Id': 'z'.repeat(5_000) },
		});
		const get = { resource: 'order', operation: 'get', idPedido: byId(1) };
		const stopped = await n8n.run(get);
		expect(shown(stopped.nodeError).length).toBeLessThan(6_000);
		expect(shown(stopped.nodeError)).toMatch(/detalhe 0/);
		for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
			const result = await n8n.run(get, [{}], { onError });
			expect(JSON.stringify([result.json(), result.json(1)]).length).toBeLessThan(12_000);
		}
	});

	test('of many refused entries, too, and of what a batch says of one', async () => {
		const { hub, n8n } = await setup();
		const notes = Array.from({ length: 100 }, (_, index) => ({
			idLista: String(index),
			identificador: `S${index}`,
			sucesso: false,
			error: 'e'.repeat(20_000),
			details: huge,
		}));
		const record = { batchId: 5001, status: 'processado', contemErros: true, observacoes: notes };
		hub.faults.add({ kind: 'status', status: 200, endpoint: 'batchGet', times: 9, body: record });
		const list = Array.from({ length: 100 }, (_, index) => ({ sku: `S${index}`, estoque: 1 }));
		const stock = { resource: 'stock', operation: 'updateBatch', ...asJson(list) };
		const stopped = await n8n.run(stock);
		expect(shown(stopped.nodeError).length).toBeLessThan(12_000);
		const going = await n8n.run(stock, [{}], { onError: 'continueRegularOutput' });
		for (const json of going.json()) expect(JSON.stringify(json).length).toBeLessThan(12_000);
	});

	test('mensagem of a price write', async () => {
		const { hub, n8n } = await setup();
		const erros = [{ idCanalIntegracao: 11, mensagem: 'm'.repeat(500_000) }];
		hub.faults.add({
			kind: 'status',
			status: 200,
			endpoint: 'customizedPriceSet',
			times: 2,
			body: { resultados: [{ skuProduto: 'S0', sucessos: [], erros }] },
		});
		const price = {
			resource: 'customizedPrice',
			operation: 'set',
			...asJson({ idCanalIntegracao: 11, skuProduto: 'S0', precoDe: 2, precoPor: 1 }),
		};
		expect(shown((await n8n.run(price)).nodeError).length).toBeLessThan(12_000);
		const going = await n8n.run(price, [{}], { onError: 'continueRegularOutput' });
		expect(JSON.stringify(going.json()).length).toBeLessThan(12_000);
	});

	test("the exchange's refusal", async () => {
		const { hub, n8n } = await setup();
		hub.faults.add({
			kind: 'status',
			status: 400,
			endpoint: 'auth',
			times: 9,
			body: { error: 'y'.repeat(1_000_000), details: huge },
		});
		const result = await n8n.run({ resource: 'connection', operation: 'ping' });
		expect(shown(result.nodeError).length).toBeLessThan(6_000);
		expect((await n8n.testCredential('c1')).message.length).toBeLessThan(6_000);
	});
});
