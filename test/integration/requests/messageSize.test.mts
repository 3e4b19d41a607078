import { describe, expect, test } from 'vitest';
import { asJson, shown, op, go } from '../../support/items.mts';
import { byId } from '../../support/locators.mts';
import { stocks } from '../../support/batches.mts';
import { channelPrice } from '../../support/products.mts';
import { setup } from '../../support/setup.mts';
import { answer, respond } from '../../support/answers.mts';

describe('the size of messages', () => {
	const huge = Array.from({ length: 5_000 }, (_, index) => `detalhe ${index} ${'x'.repeat(200)}`);

	test.each([400, 500, 503])('5,000 details of a %d are some kilobytes', async (status) => {
		const { hub, n8n } = await setup();
		respond(hub, 'orderGet', status, {
			times: Infinity,
			body: { error: 'y'.repeat(100_000), details: huge },
			headers: { 'Request-Id': 'z'.repeat(5_000) },
		});
		const get = op('order get', { idPedido: byId(1) });
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
		answer(hub, 'batchGet', record, 200, 9);
		const stock = op('stock updateBatch', asJson(stocks(100)));
		const stopped = await n8n.run(stock);
		expect(shown(stopped.nodeError).length).toBeLessThan(12_000);
		const going = await n8n.run(stock, [{}], go);
		for (const json of going.json()) expect(JSON.stringify(json).length).toBeLessThan(12_000);
	});

	test('mensagem of a price write', async () => {
		const { hub, n8n } = await setup();
		const erros = [{ idCanalIntegracao: 11, mensagem: 'm'.repeat(500_000) }];
		const resultados = [{ skuProduto: 'S0', sucessos: [], erros }];
		answer(hub, 'customizedPriceSet', { resultados }, 200, 2);
		const price = op('customizedPrice set', asJson(channelPrice('S0')));
		expect(shown((await n8n.run(price)).nodeError).length).toBeLessThan(12_000);
		const going = await n8n.run(price, [{}], go);
		expect(JSON.stringify(going.json()).length).toBeLessThan(12_000);
	});

	test("the exchange's refusal", async () => {
		const { hub, n8n } = await setup();
		answer(hub, 'auth', { error: 'y'.repeat(1_000_000), details: huge }, 400, 9);
		const result = await n8n.run(op('connection ping'));
		expect(shown(result.nodeError).length).toBeLessThan(6_000);
		expect((await n8n.testCredential('c1')).message.length).toBeLessThan(6_000);
	});
});
