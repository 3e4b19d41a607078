import { stocks } from '../../support/batches.mts';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect } from 'vitest';
import type { Hub } from '../../hub/index.mts';
import { answer, asJson, byId, go, mapped, op, respond, shown } from '../../support/items.mts';
import { channelPrice } from '../../support/products.mts';
import { setup, type Setup, test } from '../../support/setup.mts';
type OperationParameters = Parameters<Setup['n8n']['run']>[0];

/** What a terminal or a browser would act on: bell, escape, another direction, no width, lines. */
const hidden = 'Erro\u0007\u001b[31m \u202Edala\u200B fim\r\nlinha\u2028 \ud800';
const readable = 'Erro\ufffd\ufffd[31m \ufffddala\ufffd fim linha  \ufffd';

const notShown = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const refuseAs = (hub: Hub, endpoint: string) =>
	respond(hub, endpoint, 400, {
		body: { error: hidden, details: [hidden] },
		headers: { 'Request-Id': 'req\u00851' },
	});

const stock = op('stock updateBatch', mapped);
const order = op('order get', { idPedido: byId('100001') });

interface Case {
	parameters: OperationParameters;
	items?: IDataObject[];
	arrange?: (hub: Hub) => void;
}

describe('a message shows no invisible characters of the hub or of an item', () => {
	const cases: Record<string, Case> = {
		'a refusal': { parameters: order, arrange: (hub) => refuseAs(hub, 'orderGet') },
		'a write that was refused': {
			parameters: { ...stock },
			items: [{ sku: 'S0', estoque: 1 }],
			arrange: (hub) => refuseAs(hub, 'stockBatch'),
		},
		'entries that were not accepted': {
			parameters: stock,
			items: [
				{ sku: `A${hidden}`, estoque: 1 },
				{ sku: `B${hidden}`, estoque: 1 },
			],
		},
		'a value that breaks a rule': {
			parameters: stock,
			items: [{ sku: 'S0', estoque: hidden }],
		},
		'a column that the hub does not know': {
			parameters: stock,
			items: [{ sku: 'S0', estoque: 1, [`col${hidden}`]: 1 }],
		},
		'an identifier that is not there': {
			parameters: op('product get', { sku: { __rl: true, mode: 'sku', value: `X${hidden}` } }),
		},
		'a status that cannot be acknowledged': {
			parameters: op('orderQueue getAndAcknowledge'),
			arrange: (hub) => void hub.createOrder({ status: hidden }),
		},
		'a JSON parameter that is none': {
			parameters: { ...stock, ...asJson([]), json: `{"${hidden}"` },
		},
	};

	test.each(Object.entries(cases))('%s', async (_name, { parameters, items, arrange }) => {
		const { hub, n8n } = await setup({ skus: 1 });
		arrange?.(hub);
		const said: unknown[] = [];
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const { run, nodeError, json } = await n8n.run(parameters, items ?? [{}], { onError });
			const [task] = run.data.resultData.runData.Node!;
			const failed = json().filter(({ error }) => error !== undefined);
			said.push(
				...(task!.hints ?? []).map(({ message }) => message),
				nodeError?.message,
				nodeError?.description,
				...failed.flatMap(({ error, description, details, requestId }) => [
					error,
					description,
					requestId,
					...((details ?? []) as string[]),
				]),
			);
			arrange?.(hub);
		}
		const texts = said.filter((text) => typeof text === 'string');
		expect(texts.length).toBeGreaterThan(0);
		expect(texts.filter((text) => notShown.test(text))).toEqual([]);
	});

	test('a mark takes the place of each invisible character', async ({ hub, n8n }) => {
		refuseAs(hub, 'orderGet');
		const { nodeError } = await n8n.run(order);
		expect(nodeError?.message).toContain(readable);
	});
});

describe('the size of messages', () => {
	const huge = Array.from({ length: 5_000 }, (_, index) => `detalhe ${index} ${'x'.repeat(200)}`);

	test.each([400, 500, 503])('5,000 details of a %d stay within some kilobytes', async (status) => {
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

	test('the message about many refused entries stays short, and so does each entry', async ({
		hub,
		n8n,
	}) => {
		const notes = Array.from({ length: 100 }, (_, index) => ({
			idLista: String(index),
			identificador: `S${index}`,
			sucesso: false,
			error: 'e'.repeat(20_000),
			// within the 64 MB of an answer
			details: huge.slice(0, 500),
		}));
		const record = { batchId: 5001, status: 'processado', contemErros: true, observacoes: notes };
		answer(hub, 'batchGet', record, 200, 9);
		const stock = op('stock updateBatch', asJson(stocks(100)));
		const stopped = await n8n.run(stock);
		expect(shown(stopped.nodeError).length).toBeLessThan(12_000);
		expect(shown(stopped.nodeError)).toMatch(/100 refused.*S0: e+/s);
		const going = await n8n.run(stock, [{}], go);
		for (const json of going.json()) expect(JSON.stringify(json).length).toBeLessThan(12_000);
	});

	test('the mensagem of a price write stays short', async ({ hub, n8n }) => {
		const erros = [{ idCanalIntegracao: 11, mensagem: 'm'.repeat(500_000) }];
		const resultados = [{ skuProduto: 'S0', sucessos: [], erros }];
		answer(hub, 'customizedPriceSet', { resultados }, 200, 2);
		const price = op('customizedPrice set', asJson(channelPrice('S0')));
		expect(shown((await n8n.run(price)).nodeError).length).toBeLessThan(12_000);
		const going = await n8n.run(price, [{}], go);
		expect(JSON.stringify(going.json()).length).toBeLessThan(12_000);
	});

	test('the message about a refused token exchange stays short', async ({ hub, n8n }) => {
		answer(hub, 'auth', { error: 'y'.repeat(1_000_000), details: huge }, 400, 9);
		const result = await n8n.run(op('connection ping'));
		expect(shown(result.nodeError).length).toBeLessThan(6_000);
		expect((await n8n.testCredential('c1')).message.length).toBeLessThan(6_000);
	});
});
