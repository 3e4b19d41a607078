import { describe, expect, it } from 'vitest';
import { operations } from '../../hub/contract.mts';
import { expectRefusal, useHub } from './client.mts';
import { productFields } from '../../support/products.mts';

it('gives every operation of the contract the error body', () => {
	for (const operation of operations.values()) {
		expect(operation.checkAnswer(429, { error: 'x', details: ['y'] }), operation.id).toEqual([]);
		expect(operation.checkAnswer(429, { message: 'x' }), operation.id).not.toEqual([]);
	}
});

const price = { idCanalIntegracao: 11, skuProduto: 'X', precoDe: 2, precoPor: 1 };

describe('the hub', () => {
	const hub = useHub({ limits: false });

	it.each([...operations.values()].map(({ id, method, path }) => [id, method, path]))(
		'serves the operation %s',
		async (id, method, path) => {
			await hub.client.call(method, path.replace(/\{\w+\}/g, '1'), {
				body: method === 'GET' ? undefined : {},
				...(id === 'auth' && { headers: { authorization: undefined } }),
			});
			expect(hub.hub.log.at(-1)?.endpoint).toBe(id);
		},
	);

	/** A body that breaks a rule of its list, and what is said of it. */
	const lists: Array<[path: string, method: string, list: string, entry: object]> = [
		['/v1/products/batch', 'POST', 'produtos', productFields({ skuProduto: 'X' })],
		['/v1/products/stock-batch', 'PUT', 'estoques', { sku: 'X', estoque: 1 }],
		['/v1/products/price-batch', 'PUT', 'precos', { sku: 'X', precoDe: 2, precoPor: 1 }],
		['/v1/erp/products/customized-prices', 'PUT', 'precos', price],
		[
			'/v1/erp/marketplacex/items/customized-prices',
			'PUT',
			'precos',
			{ ...price, prefixoCanalIntegracao: 'CLA' },
		],
	];
	it.each(lists)('%s takes 1 to 100 entries, each by the contract', async (path, ...rest) => {
		const [method, list, entry] = rest;
		const send = (entries: unknown) => hub.client.call(method, path, { body: { [list]: entries } });
		const hundred = Array.from({ length: 100 }, () => entry);
		expect((await send(hundred)).status).toBeLessThan(300);
		for (const wrong of [[], [...hundred, entry], {}, undefined])
			expectRefusal(await send(wrong), 400, new RegExp(list));
		expectRefusal(await send([entry, {}]), 400, new RegExp(`${list}\\[1\\].*obrigatório`));
	});

	it.each([...operations.values()].filter(({ bodyRequired }) => bodyRequired))(
		'requires the body of $id',
		async ({ id, method, path }) => {
			const headers = id === 'auth' ? { authorization: undefined } : undefined;
			const at = path.replace(/\{\w+\}/g, '1');
			const answer = await hub.client.call(method, at, { body: {}, headers });
			expectRefusal(answer, 400);
		},
	);

	it('turns an answer that breaks the contract into a loud 500', async () => {
		const order = hub.hub.createOrder();
		Object.assign(order, { surpresa: true });
		const answer = await hub.client.get(`/v1/orders/${order.idPedido}`);
		expect(answer.status).toBe(500);
		expect(hub.hub.contractViolations).toHaveLength(1);
		expect(hub.hub.contractViolations[0]).toMatch(/surpresa/);
		hub.hub.contractViolations.length = 0;
	});
});
