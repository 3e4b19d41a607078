import { eachSent, longestWait } from '../../support/waits.mts';
import { addSimple } from '../../support/sync.mts';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect } from 'vitest';
import type { Fault } from '../../hub/index.mts';
import { said } from '../../support/batches.mts';
import { answer, asJson, go, mapped, op, respond } from '../../support/items.mts';
import { sandboxOrderFields } from '../../support/orders.mts';
import { channelPrice, productFields } from '../../support/products.mts';
import { setup, test } from '../../support/setup.mts';

/* What docs/faults.md says of each request, trouble by trouble, is held by faultTable.nightly.test.mts. */

describe('a price write without a clear answer', () => {
	const set = op('customizedPrice set', asJson(channelPrice('S0')));
	const always = { times: 1_000 };

	test.each<[string, Fault[], tries: number, IDataObject?]>([
		['an answer without a body', [{ kind: 'empty' }], 1],
		[
			'an answer of another form',
			[{ kind: 'status', status: 200, applied: true, body: { ok: true } }],
			1,
		],
		['lost connections to the end', [{ kind: 'resetAfter', ...always }], 5],
		['503 to the end', [{ kind: 'status', status: 503, applied: true, ...always }], 5],
		[
			'a refusal after a try whose answer was lost',
			[{ kind: 'resetAfter' }, { kind: 'status', status: 400 }],
			2,
			{ httpStatus: 400 },
		],
	])('%s: unknown, not refused', async (_what, faults, tries, more = {}) => {
		const { hub, n8n } = await setup({ skus: 1 });
		for (const fault of faults) hub.faults.add({ ...fault, endpoint: 'customizedPriceSet' });
		const result = await n8n.run(set, [{}], go);
		expect(hub.count({ endpoint: 'customizedPriceSet' })).toBe(tries);
		expect(hub.state.customizedPrices.size).toBe(1);
		expect(result.json()).toMatchObject([
			{ skuProduto: 'S0', sucesso: false, outcome: 'unknown', ...more },
		]);
		expect(said(result.json()[0]!)).toMatch(/unknown/);
	});

	test.each([true, false])(
		'a hub that does not listen, token %s: nothing was sent, and the item says so',
		async (hasToken) => {
			const { hub, n8n } = await setup();
			if (hasToken) await n8n.run(op('connection ping'));
			await hub.stop();
			const result = await n8n.run(set, [{}], go);
			expect(result.json()).toMatchObject([{ outcome: 'notSent' }]);
		},
	);
});

test("the message of a 503 to a write that is sent once has the hub's words, and nothing about an earlier try", async ({
	hub,
	n8n,
}) => {
	const body = { error: 'Fora do ar.', details: ['Volte logo.'] };
	respond(hub, 'productCreate', 503, { body });
	const create = op('product create', asJson(productFields({ skuProduto: 'NEW' })));
	const [json] = (await n8n.run(create, [{}], go)).json();
	expect(json).toMatchObject({ outcome: 'unknown', httpStatus: 503, details: body.details });
	expect(json!.error).toMatch(/Fora do ar.*whether it carried the request out is unknown/);
});

test('the message of a 200 that reports an error to a write that is sent once says nothing about an earlier try', async ({
	hub,
	n8n,
}) => {
	answer(hub, 'productCreate', { error: 'Falhou.' });
	const create = op('product create', asJson(productFields({ skuProduto: 'NEW' })));
	const [json] = (await n8n.run(create, [{}], go)).json();
	expect(json).toMatchObject({ outcome: 'unknown', httpStatus: 200 });
	expect(json!.error).toMatch(/Falhou; whether it carried the request out is unknown/);
	expect(hub.count({ endpoint: 'productCreate' })).toBe(1);
});

test('sandbox orders beside one with an unknown outcome have their results', async ({
	hub,
	n8n,
}) => {
	const orders = ['A', 'B', 'C'].map((idPedidoCanal) => sandboxOrderFields({ idPedidoCanal }));
	hub.faults.add({ kind: 'resetAfter', endpoint: 'sandboxOrderCreate', after: 1 });
	const result = await n8n.run(op('sandboxOrder create', asJson(orders)), [{}], go);
	expect(result.json().map(({ idPedidoCanal, outcome }) => [idPedidoCanal, outcome])).toEqual([
		['A', undefined],
		['B', 'unknown'],
		['C', undefined],
	]);
	expect(hub.count({ endpoint: 'sandboxOrderCreate' })).toBe(3);
});

/** What was not sent because the hub is gone is not called refused. */

const skus = Array.from({ length: 250 }, (_, index) => `P${index}`);
const stocks = skus.map((sku): IDataObject => ({ sku, estoque: 6 }));
const prices = skus.map((skuProduto): IDataObject => {
	return { idCanalIntegracao: 11, skuProduto, precoDe: 99.9, precoPor: 79.9 };
});
const writes = [
	['stock sync', 'stockBatch', stocks],
	['stock updateBatch', 'stockBatch', stocks],
	['customizedPrice set', 'customizedPriceSet', prices],
	['customizedPrice sync', 'customizedPriceSet', prices],
] as const;
const troubles = [
	['429', { kind: 'status', status: 429 }, undefined],
	['503', { kind: 'status', status: 503 }, 'unknown'],
	['silence', { kind: 'resetAfter' }, 'unknown'],
] as const;

test.each(writes.flatMap((write) => troubles.map((trouble) => [...write, ...trouble] as const)))(
	'%s: entries after a first %s without an answer (%#) are not sent',
	async (name, endpoint, items, _trouble, fault, first) => {
		const { hub, n8n } = await setup({ seed: { products: 0 } });
		addSimple(hub, 250);
		hub.faults.add({ ...fault, endpoint, times: 10_000 });
		const result = await n8n.run(
			op(name, { ...mapped, guardMode: 'off', ...longestWait(0.001) }),
			[...items],
			go,
		);
		const json = result.json();
		expect(json).toHaveLength(items.length);
		const [tried, rest] = [json.slice(0, 100), json.slice(100)];
		for (const { outcome } of tried) expect(outcome).toBe(first);
		for (const { outcome, status = 'notSent' } of rest)
			expect([outcome, status]).toEqual(['notSent', 'notSent']);
	},
);

test('orders after a first one without an answer are not sent', async ({ hub, n8n }) => {
	const ids = [1, 2, 3].map(() => ({ id: hub.createOrder({ status: 'pago' }).idPedido }));
	hub.faults.add({ kind: 'status', status: 429, endpoint: 'orderSent', times: 10_000 });
	const result = await n8n.run({ ...eachSent, ...longestWait(0.001) }, ids, go);
	expect(result.json().map(({ outcome }) => outcome)).toEqual([undefined, 'notSent', 'notSent']);
});
