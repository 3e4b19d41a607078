import { randomUUID } from 'node:crypto';
import type { INode, INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { outputOf, type Execution } from '../server/rest.mts';
import { answer, bodies, byId, bySku, mapped } from '../support/items.mts';
import { hubNode, nodeOf, runNodes, useN8n } from './session.mts';

const seed = { orders: 4, queued: 4, customizedPrices: 2 };
const { hub, n8n, credential } = await useN8n({ seed, batchDuration: 0 });
hub.quirks.extraFields = true;

describe('data that goes round in a real n8n', () => {
	const named = (name: string, resource: string, operation: string, more: INodeParameters = {}) =>
		hubNode('marketplaceHub', { resource, operation, ...more }, credential, name);

	/** Edit Fields: the item with these fields changed. */
	const edit = (name: string, changes: Record<string, string>): INode =>
		nodeOf(name, 'set', {
			typeVersion: 3.4,
			parameters: {
				includeOtherFields: true,
				assignments: {
					assignments: Object.entries(changes).map(([field, value]) => ({
						id: randomUUID(),
						name: field,
						type: 'string',
						value,
					})),
				},
			},
		});

	const hintsOf = ({ runData }: Execution, node: string) =>
		(runData[node]?.[0]?.hints ?? []).map(({ message }) => message).join();

	test('a product is read, edited and updated, its prices set in batch and the result read', async () => {
		const [sku] = hub.state.products.keys();
		const before = structuredClone(hub.state.products.get(sku!)!);
		const execution = await runNodes(
			n8n,
			named('Read', 'product', 'get', { sku: bySku(sku!), simplify: false }),
			edit('Edit', { nome: 'Outro nome', precoDe: '2.500', precoPor: '1.999,90' }),
			named('Update', 'product', 'update', { sku: bySku(sku!), ...mapped }),
			named('Price', 'price', 'updateBatch', mapped),
			named('Read Again', 'product', 'get', { sku: bySku(sku!), simplify: false }),
		);
		expect(execution.error).toBeUndefined();
		expect(outputOf(execution, 'Read')[0]).toHaveProperty('campoNovo');
		expect(hub.log.flatMap(({ unknownFields = [] }) => unknownFields)).toEqual([]);
		expect(hintsOf(execution, 'Update')).toContain('`campoNovo`');
		expect(hintsOf(execution, 'Update')).not.toContain('1.999,90');
		expect(outputOf(execution, 'Price')).toMatchObject([{ sku, sucesso: true }]);
		expect(outputOf(execution, 'Read Again')).toMatchObject([
			{ nome: 'Outro nome', precoDe: 2500, precoPor: 1999.9, marca: before.marca },
		]);
		expect(hub.state.products.get(sku!)!.variacoes).toEqual(before.variacoes);
	});

	test('customized prices are read, changed and set', async () => {
		const execution = await runNodes(
			n8n,
			named('Read', 'customizedPrice', 'getMany', { returnAll: true }),
			edit('Edit', { precoPorPersonalizado: '7,50' }),
			named('Set', 'customizedPrice', 'set', mapped),
		);
		expect(execution.error).toBeUndefined();
		expect(outputOf(execution, 'Set').map(({ sucesso }) => sucesso)).toEqual([true, true]);
		expect([...hub.state.customizedPrices.values()].map(({ precoPor }) => precoPor)).toEqual([
			7.5, 7.5,
		]);
	});

	test('waiting orders become sandbox orders; one is set as invoiced with a number of many digits', async () => {
		const [id] = hub.state.orders.keys();
		const execution = await runNodes(
			n8n,
			named('Queue', 'orderQueue', 'getMany', { limit: 4, simplify: false }),
			named('Copy', 'sandboxOrder', 'create', mapped),
		);
		expect(execution.error).toBeUndefined();
		expect(outputOf(execution, 'Copy')).toHaveLength(4);
		const invoiced = await runNodes(
			n8n,
			named('Invoiced', 'order', 'setAsInvoiced', {
				idPedido: byId(String(id)),
				bodyMode: 'json',
				bodyJson: '{"numeroNota": 123456789012345678901}',
			}),
			named('Wrong', 'order', 'get', { idPedido: byId('queue') }),
		);
		expect(invoiced.error?.message).toContain("got 'queue'");
		const [request] = hub.log.filter(({ endpoint }) => endpoint === 'orderInvoiced');
		expect(request!.body).toBe('{"numeroNota":123456789012345678901}');
		expect(bodies(hub, 'sandboxOrderCreate')).toHaveLength(4);
	});

	test('a label that is no file goes to the error output with its reason', async () => {
		const order = [...hub.state.orders.values()].at(-1)!;
		const etiqueta = { conteudo: '', tipo: 'pdf', canal: 'x', idPedidoCanal: 1 };
		answer(hub, 'shipmentLabels', { etiquetas: [etiqueta], info: { total: 1 } });
		const label = named('Label', 'shipmentLabel', 'get', {
			idPedido: byId(String(order.idPedido)),
		});
		const execution = await runNodes(n8n, { ...label, onError: 'continueErrorOutput' });
		expect(outputOf(execution, 'Label')).toEqual([]);
		const failed = execution.runData.Label![0]!.data!.main![1]!;
		expect(String(failed[0]!.json.error)).toContain('is empty');
		expect(failed[0]!.binary).toBeUndefined();
	});
});
