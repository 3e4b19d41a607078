import { randomUUID } from 'node:crypto';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHub, type Hub } from '../hub/index.mts';
import { outputOf, type Credential, type Execution, type N8nRest } from '../server/rest.mts';
import { asJson } from '../support/items.mts';
import { bySku } from '../support/locators.mts';
import { addProducts, addSkus, productFields } from '../support/products.mts';
import { hubNode, signIn, storeCredential } from './session.mts';

/** Leader and 99 others in the first batch, 20 children in the second. */
const products = [
	...Array.from({ length: 99 }, (_, index) => productFields({ skuProduto: `O${index}` })),
	productFields({ skuProduto: 'LEADER' }),
	...Array.from({ length: 20 }, (_, index) =>
		productFields({ skuProduto: `C${index}`, skuProdutoLider: 'LEADER' }),
	),
];

describe('a morning on which the hub falters, in a real n8n', () => {
	let hub: Hub;
	let n8n: N8nRest;
	let credential: Credential;

	beforeAll(async () => {
		[hub, n8n] = await Promise.all([startHub({ batchDuration: 0 }), signIn()]);
		credential = await storeCredential(n8n, hub);
		addSkus(hub, 2);
		addProducts(hub, [{ skuProduto: 'OLD' }]);
	});

	afterAll(async () => await hub.stop());

	const step = (name: string, parameters: INodeParameters): INode => ({
		...hubNode('marketplaceHub', parameters, credential),
		name,
		onError: 'continueErrorOutput',
	});

	/** What a step's error output holds. */
	const failed = (execution: Execution, name: string): IDataObject[] =>
		(execution.runData[name]?.[0]?.data?.main?.[1] ?? []).map(({ json }) => json);

	test('what went through, what is unknown and what was not sent can be told apart and acted on', async () => {
		const odd = hub.createOrder({ status: 'em-separacao' }).idPedido;
		const paid = hub.createOrder({ status: 'pago' }).idPedido;
		hub.faults.add({ kind: 'resetAfter', endpoint: 'productBatch' });
		hub.faults.add({ kind: 'resetAfter', endpoint: 'customizedPriceSet' });
		hub.faults.add({ kind: 'status', status: 503, applied: true, endpoint: 'productDelete' });
		const price = { idCanalIntegracao: 11, skuProduto: 'S0', precoDe: 20 };
		const steps = [
			step('Register', { resource: 'product', operation: 'createBatch', ...asJson(products) }),
			step('Stock', {
				resource: 'stock',
				operation: 'updateBatch',
				...asJson([1, 2, 3].map((estoque) => ({ sku: 'S0', estoque }))),
			}),
			step('Price', {
				resource: 'customizedPrice',
				operation: 'set',
				...asJson([10, 11].map((precoPor) => ({ ...price, precoPor }))),
			}),
			step('Delete', { resource: 'product', operation: 'delete', sku: bySku('OLD') }),
			step('Queue', {
				resource: 'orderQueue',
				operation: 'getMany',
				acknowledge: true,
				returnAll: true,
			}),
		];
		const start: INode = {
			id: randomUUID(),
			name: 'Start',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		};
		const isUnknown: INode = {
			id: randomUUID(),
			name: 'Is Unknown',
			type: 'n8n-nodes-base.if',
			typeVersion: 2.2,
			position: [440, 0],
			parameters: {
				conditions: {
					options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
					conditions: [
						{
							id: randomUUID(),
							leftValue: '={{ $json.outcome }}',
							rightValue: 'unknown',
							operator: { type: 'string', operation: 'equals' },
						},
					],
					combinator: 'and',
				},
			},
		};
		const look = step('Look', {
			resource: 'product',
			operation: 'get',
			sku: bySku('={{ $json.sku }}'),
		});
		const to = (...names: string[]) =>
			names.map((node) => ({ node, type: 'main' as const, index: 0 }));
		const workflow = await n8n.createWorkflow({
			name: `Morning ${randomUUID()}`,
			nodes: [start, ...steps, isUnknown, look],
			connections: {
				Start: { main: [to(...steps.map(({ name }) => name))] },
				Register: { main: [[], to('Is Unknown')] },
				'Is Unknown': { main: [to('Look'), []] },
			},
		});
		const execution = await n8n.run(workflow, 'Start');
		expect(execution.error?.message).toBeUndefined();

		// the batch whose answer was lost is unknown, its leader's children stayed here
		expect(hub.count({ endpoint: 'productBatch' })).toBe(1);
		const registered = failed(execution, 'Register');
		expect(registered.filter(({ outcome }) => outcome === 'unknown')).toHaveLength(100);
		const held = registered.filter(({ outcome }) => outcome === 'notSent');
		expect(held.map(({ sku }) => sku)).toEqual(
			products.slice(100).map(({ skuProduto }) => skuProduto),
		);
		expect(`${String(held[0]?.error)}`).toMatch(/^Not sent.*LEADER/);
		// whoever looks sees that the hub had taken it
		expect(outputOf(execution, 'Look')).toHaveLength(100);

		// the last value won
		expect(outputOf(execution, 'Stock').map(({ sucesso }) => sucesso)).toEqual([true, true, true]);
		expect(hub.state.products.get('S0')?.estoque).toBe(3);
		expect(outputOf(execution, 'Price').map(({ precoPor }) => precoPor)).toEqual([10, 11]);
		expect(hub.state.customizedPrices.get('11|S0')).toMatchObject({ precoPor: 11 });

		// gone after a 503: nobody knows by whom
		expect(failed(execution, 'Delete')).toMatchObject([{ httpStatus: 404, outcome: 'unknown' }]);

		// the odd one stays, and the editor says so
		expect(outputOf(execution, 'Queue').map(({ idPedido }) => idPedido)).toEqual([odd, paid]);
		expect([...hub.state.queue.keys()]).toEqual([odd]);
		expect(execution.runData.Queue?.[0]?.hints?.[0]?.message).toContain('Fallback Status');
		expect(hub.contractViolations).toEqual([]);
	});
});
