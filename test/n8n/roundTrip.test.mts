import { randomUUID } from 'node:crypto';
import type { INode, INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHub, type Hub } from '../hub/index.mts';
import { outputOf, type Credential, type Execution, type N8nRest } from '../server/rest.mts';
import { answer } from '../support/answers.mts';
import { bodies, mapped } from '../support/items.mts';
import { byId, bySku } from '../support/locators.mts';
import { hubNode, manualStart, signIn, storeCredential } from './session.mts';

describe('data that goes round in a real n8n', () => {
	let hub: Hub;
	let n8n: N8nRest;
	let credential: Credential;

	beforeAll(async () => {
		[hub, n8n] = await Promise.all([
			startHub({ seed: { orders: 4, queued: 4, customizedPrices: 2 }, batchDuration: 0 }),
			signIn(),
		]);
		hub.quirks.extraFields = true;
		credential = await storeCredential(n8n, hub);
	});

	afterAll(async () => await hub.stop());

	const named = (
		name: string,
		resource: string,
		operation: string,
		more: INodeParameters = {},
	) => ({
		...hubNode('marketplaceHub', { resource, operation, ...more }, credential),
		name,
	});

	/** Edit Fields: the item with these fields changed. */
	const edit = (name: string, changes: Record<string, string>): INode => ({
		id: randomUUID(),
		name,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		position: [0, 0],
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

	/** Runs the nodes one after the other. */
	async function runChain(...nodes: INode[]): Promise<Execution> {
		const start = manualStart();
		const all = [start, ...nodes];
		const connections = Object.fromEntries(
			nodes.map(({ name }, index) => [
				all[index]!.name,
				{ main: [[{ node: name, type: 'main' as const, index: 0 }]] },
			]),
		);
		const workflow = await n8n.createWorkflow({
			name: `Round trip ${randomUUID()}`,
			nodes: all,
			connections,
		});
		return await n8n.run(workflow, 'Start');
	}

	const hintsOf = ({ runData }: Execution, node: string) =>
		(runData[node]?.[0]?.hints ?? []).map(({ message }) => message).join();

	test('a product is read, edited and updated, its prices set in batch and the result read', async () => {
		const [sku] = hub.state.products.keys();
		const before = structuredClone(hub.state.products.get(sku!)!);
		const execution = await runChain(
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
		const execution = await runChain(
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
		const execution = await runChain(
			named('Queue', 'orderQueue', 'getMany', { limit: 4, simplify: false }),
			named('Copy', 'sandboxOrder', 'create', mapped),
		);
		expect(execution.error).toBeUndefined();
		expect(outputOf(execution, 'Copy')).toHaveLength(4);
		const invoiced = await runChain(
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
		const execution = await runChain({ ...label, onError: 'continueErrorOutput' });
		expect(outputOf(execution, 'Label')).toEqual([]);
		const failed = execution.runData.Label![0]!.data!.main![1]!;
		expect(String(failed[0]!.json.error)).toContain('is empty');
		expect(failed[0]!.binary).toBeUndefined();
	});
});
