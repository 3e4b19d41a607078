import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../hub/index.mts';
import { addSkus, productFields } from '../../support/products.mts';
import { asJson } from '../../support/items.mts';
import { bySku, byId } from '../../support/locators.mts';
import { sandboxOrderFields } from '../../support/orders.mts';
import { setup } from '../../support/setup.mts';

const go = { onError: 'continueRegularOutput' as const };

/** Error and description of an item. */
const said = ({ error, description }: IDataObject) => `${String(error)} ${String(description)}`;

describe('other writes whose answer says nothing', () => {
	const price = { idCanalIntegracao: 11, skuProduto: 'S0', precoDe: 20, precoPor: 10 };
	test.each([
		['customizedPrice set', { ...asJson(price) }, 'customizedPriceSet'],
		[
			'listingPrice set',
			{ ...asJson({ ...price, prefixoCanalIntegracao: 'CLA' }) },
			'listingPriceSet',
		],
		[
			'securityStock set',
			{ idCanalIntegracao: byId(11), sku: bySku('S0'), estoqueSeguranca: 3 },
			'securityStockSet',
		],
		['product create', asJson(productFields({ skuProduto: 'NEW' })), 'productCreate'],
	])('%s: unknown, sent once', async (name, parameters, endpoint) => {
		const [resource = '', operation = ''] = name.split(' ');
		const formless = { kind: 'status', status: 200, applied: true, body: { ok: true } } as const;
		for (const fault of [{ kind: 'empty' } as const, ...(operation === 'set' ? [formless] : [])]) {
			const { hub, n8n } = await setup();
			addSkus(hub, 1);
			hub.faults.add({ ...fault, endpoint });
			const result = await n8n.run({ resource, operation, ...parameters }, [{}], go);
			expect(hub.count({ endpoint }), fault.kind).toBe(1);
			expect(result.json(), fault.kind).toEqual([expect.objectContaining({ outcome: 'unknown' })]);
			expect(said(result.json()[0]!), fault.kind).toMatch(/unknown/);
		}
	});

	const lasting: Array<[string, Partial<Fault>]> = [
		['lost connections', { kind: 'resetAfter' }],
		['503', { kind: 'status', status: 503, applied: true }],
	];
	test.each(lasting)(
		'%s to the end: a write that was repeated is unknown, not refused',
		async (_name, fault) => {
			const { hub, n8n } = await setup();
			addSkus(hub, 1);
			const endpoint = 'customizedPriceSet';
			hub.faults.add({ kind: 'status', ...fault, endpoint, times: 1_000 });
			const result = await n8n.run(
				{ resource: 'customizedPrice', operation: 'set', ...asJson(price) },
				[{}],
				go,
			);
			expect(hub.state.customizedPrices.size).toBe(1);
			expect(result.json()).toEqual([
				expect.objectContaining({ skuProduto: 'S0', sucesso: false, outcome: 'unknown' }),
			]);
		},
	);

	test('a 503 to a write that is sent once: the words of the hub, and none about an earlier try', async () => {
		const { hub, n8n } = await setup();
		const body = { error: 'Fora do ar.', details: ['Volte logo.'] };
		hub.faults.add({ kind: 'status', status: 503, endpoint: 'productCreate', body });
		const result = await n8n.run(
			{ resource: 'product', operation: 'create', ...asJson(productFields({ skuProduto: 'NEW' })) },
			[{}],
			go,
		);
		const [json] = result.json();
		expect(json).toMatchObject({ outcome: 'unknown', httpStatus: 503, details: body.details });
		expect(json!.error).toMatch(/Fora do ar.*whether it carried the request out is unknown/);
	});

	test('a refusal after a try whose answer was lost: that try may have done it', async () => {
		const { hub, n8n } = await setup();
		addSkus(hub, 1);
		hub.faults.add({ kind: 'resetAfter', endpoint: 'customizedPriceSet' });
		hub.faults.add({ kind: 'status', status: 400, endpoint: 'customizedPriceSet' });
		const result = await n8n.run(
			{ resource: 'customizedPrice', operation: 'set', ...asJson(price) },
			[{}],
			go,
		);
		expect(result.json()).toEqual([
			expect.objectContaining({ outcome: 'unknown', httpStatus: 400 }),
		]);
	});

	test.each([
		['with a token', { resource: 'connection', operation: 'ping' }],
		['without one', undefined],
	])(
		'a hub that nothing listens at, %s: nothing was sent, and it says so',
		async (_how, before) => {
			const { hub, n8n } = await setup();
			if (before !== undefined) await n8n.run(before);
			await hub.stop();
			const result = await n8n.run(
				{ resource: 'customizedPrice', operation: 'set', ...asJson(price) },
				[{}],
				go,
			);
			expect(result.json()).toEqual([expect.objectContaining({ outcome: 'notSent' })]);
		},
	);

	test('a list of sandbox orders of which one is unknown: the others are told, too', async () => {
		const { hub, n8n } = await setup();
		const orders = ['A', 'B', 'C'].map((idPedidoCanal) => sandboxOrderFields({ idPedidoCanal }));
		hub.faults.add({ kind: 'resetAfter', endpoint: 'sandboxOrderCreate', after: 1 });
		const result = await n8n.run(
			{ resource: 'sandboxOrder', operation: 'create', ...asJson(orders) },
			[{}],
			go,
		);
		expect(result.json().map(({ idPedidoCanal, outcome }) => [idPedidoCanal, outcome])).toEqual([
			['A', undefined],
			['B', 'unknown'],
			['C', undefined],
		]);
		expect(hub.count({ endpoint: 'sandboxOrderCreate' })).toBe(3);
	});
});
