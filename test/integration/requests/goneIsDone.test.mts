import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import type { OperationParameters } from '../../engine/nodes.mts';
import type { Fault, Hub } from '../../hub/index.mts';
import { addSkus } from '../../support/products.mts';
import { shown } from '../../support/items.mts';
import { byId, bySku } from '../../support/locators.mts';
import { setup } from '../../support/setup.mts';

const go = { onError: 'continueRegularOutput' as const };

interface Removal {
	endpoint: string;
	/** Puts something into the hub and says how it is removed. */
	prepare(hub: Hub): OperationParameters;
	isThere(hub: Hub): boolean;
	done: INodeParameters;
}

const channelAndSku = { idCanalIntegracao: byId(11), sku: bySku('S0') };
const removals: Removal[] = [
	{
		endpoint: 'productDelete',
		prepare: () => ({ resource: 'product', operation: 'delete', sku: bySku('S0') }),
		isThere: (hub) => hub.state.products.has('S0'),
		done: { deleted: true },
	},
	{
		endpoint: 'customizedPriceDelete',
		prepare: (hub) => {
			const price = { idProduto: 1, skuProduto: 'S0', idCanalIntegracao: 11 };
			hub.state.customizedPrices.set('11|S0', { ...price, precoDe: 20, precoPor: 10 });
			return { resource: 'customizedPrice', operation: 'delete', ...channelAndSku };
		},
		isThere: (hub) => hub.state.customizedPrices.has('11|S0'),
		done: { deleted: true },
	},
	{
		endpoint: 'listingPriceDelete',
		prepare: (hub) => {
			const place = { idCanalIntegracao: 11, prefixoCanalIntegracao: 'CLA', skuProduto: 'S0' };
			const preco = { precoDe: 20, precoPor: 10 };
			hub.state.listings.set('11|CLA|S0', { ...place, codigoMkt: 'M', preco });
			return {
				resource: 'listingPrice',
				operation: 'delete',
				prefixoCanalIntegracao: 'CLA',
				...channelAndSku,
			};
		},
		isThere: (hub) => hub.state.listings.get('11|CLA|S0')?.preco !== undefined,
		done: { deleted: true },
	},
	{
		endpoint: 'acknowledge',
		prepare: (hub) => {
			const { idPedido } = hub.createOrder({ status: 'pago' });
			return {
				resource: 'orderQueue',
				operation: 'acknowledge',
				idPedido: byId(idPedido),
				status: 'pago',
			};
		},
		isThere: (hub) => hub.state.queue.size > 0,
		done: { acknowledged: true },
	},
];

const answered: Array<Partial<Fault> & Pick<Fault, 'kind'>> = [
	{ kind: 'status', status: 500, applied: true },
	{ kind: 'status', status: 503, applied: true },
	{ kind: 'html', applied: true },
];

describe.each(removals)('$endpoint', ({ endpoint, prepare, isThere, done }) => {
	test.each(answered)(
		'gone after a try that was answered ($kind $status): not called done, the outcome is unknown',
		async (fault) => {
			const { hub, n8n } = await setup();
			addSkus(hub, 1);
			const parameters = prepare(hub);
			hub.faults.add({ ...fault, endpoint });
			const result = await n8n.run(parameters, [{}], go);
			expect(hub.log.filter((request) => request.endpoint === endpoint).at(-1)?.status).toBe(404);
			expect(isThere(hub)).toBe(false);
			expect(result.json()).toEqual([
				expect.objectContaining({ httpStatus: 404, outcome: 'unknown' }),
			]);
			expect(result.json()[0]).not.toMatchObject(done);
		},
	);

	test('gone after a 503 that did nothing, since it never was there: the same', async () => {
		const { hub, n8n } = await setup({ seed: { products: 0 } });
		const parameters = prepare(hub);
		hub.state.products.clear();
		hub.state.customizedPrices.clear();
		hub.state.listings.clear();
		hub.state.queue.clear();
		hub.faults.add({ kind: 'status', status: 503, endpoint });
		const result = await n8n.run(parameters);
		expect(shown(result.nodeError)).toMatch(/404/);
	});

	test.each([
		[['resetAfter']],
		[['resetBefore', 'resetAfter']],
		[['status', 'resetAfter']],
		[['resetAfter', 'status']],
	] as Array<[Array<Fault['kind']>]>)(
		'gone after %j, in which an answer was lost: done',
		async (faults) => {
			const { hub, n8n } = await setup();
			addSkus(hub, 1);
			const parameters = prepare(hub);
			for (const kind of faults) hub.faults.add({ kind, status: 503, endpoint });
			const result = await n8n.run(parameters);
			expect(shown(result.nodeError)).toBe('nothing was thrown');
			expect(result.json()).toEqual([expect.objectContaining(done)]);
			expect(isThere(hub)).toBe(false);
		},
	);

	test('gone at the first try, also after a 429: not done', async () => {
		const { hub, n8n } = await setup();
		addSkus(hub, 1);
		const parameters = prepare(hub);
		await n8n.run(parameters);
		hub.faults.add({ kind: 'status', status: 429, endpoint, headers: { 'Retry-After': '0' } });
		const result = await n8n.run(parameters, [{}], go);
		expect(result.json()).toEqual([expect.objectContaining({ httpStatus: 404 })]);
		expect(result.json()[0]).not.toHaveProperty('outcome');
	});
});
