import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { loadBuiltPackage } from '../../engine/engine.mts';
import { callAsTool, fromModel } from '../../support/agent.mts';
import { operations } from '../../support/built.mts';
import { parametersOf, completeSeed } from '../../support/everyOperation.mts';
import { setupEach } from '../../support/setup.mts';
import { byId, bySku, op } from '../../support/items.mts';

const at = setupEach({ seed: completeSeed, batchDuration: 0 });

test('n8n offers the node as a tool', async () => {
	const { nodes } = await loadBuiltPackage();
	const node = nodes.find(({ description }) => description.name === 'marketplaceHub');
	expect(node!.description.usableAsTool).toBe(true);
});

// refused to agents: its own tests hold that
test.each(operations.filter(({ name }) => name !== 'connection checkRoutes'))(
	'a model reads of $name: a description that says what the tool does',
	async ({ name, operation }) => {
		if (name.startsWith('batch ')) await at.n8n.run(parametersOf('stock updateBatch', at.hub));
		const { description, answer, message } = await callAsTool(at.hub, parametersOf(name, at.hub));
		expect(message).toBeUndefined();
		expect(answer).toBeInstanceOf(Array);
		expect(description.toLowerCase()).toContain(operation.option.action.toLowerCase());
		expect(description).toContain('Marketplace Hub');
	},
);

describe('every parameter can be left to a model', () => {
	const plain = new Set(
		'string number boolean options dateTime json resourceLocator multiOptions'.split(' '),
	);

	/** Parameters that an expression of text, number, boolean or JSON cannot give, without another that can. */
	const stuck = (properties: INodeProperties[]): string[] =>
		properties.flatMap((property) => {
			// what a list holds, and which steps a workflow has, the person says who builds the tool
			if (['fields', 'steps'].includes(property.name)) return [];
			if (property.type === 'collection') return stuck(property.options as INodeProperties[]);
			const alternative = (mode: string, name: string) =>
				properties.some(
					(other) =>
						other.name === mode &&
						(other.options as Array<{ value: unknown }>).some(({ value }) => value === 'json'),
				) && properties.some((other) => other.name === name && other.type === 'json');
			if (property.type === 'resourceMapper' || property.type === 'fixedCollection')
				return alternative('inputMode', 'json') || alternative('bodyMode', 'bodyJson')
					? []
					: [property.name];
			const typed =
				property.type !== 'resourceLocator' ||
				property.modes!.some(({ type }) => type === 'string');
			return plain.has(property.type) && typed && property.noDataExpression !== true
				? []
				: [property.name];
		});

	test.each(operations)('$name', ({ operation }) => {
		// a notice holds no value, and what is hidden is of workflows that have it already
		const properties = [...operation.properties, ...(operation.options ?? [])].filter(
			({ type }) => type !== 'notice' && type !== 'hidden',
		);
		expect(stuck(properties)).toEqual([]);
		const shown = properties.flatMap((property) =>
			property.type === 'collection' ? (property.options as INodeProperties[]) : [property],
		);
		for (const { displayName, description } of shown) {
			expect((description ?? '').length, `description of ${displayName}`).toBeGreaterThan(10);
		}
	});
});

describe('calls by a model', () => {
	const orders = () => at.hub.state.ordersByIssueDate();

	test('an order by its ID, as text or as a number', async () => {
		const { idPedido } = orders()[0]!;
		for (const [type, value] of [
			['string', String(idPedido)],
			['number', idPedido],
		] as const) {
			const call = await callAsTool(
				at.hub,
				op('order get', { idPedido: byId(fromModel('order', type)) }),
				{ order: value },
			);
			expect(call.arguments).toEqual(['order']);
			expect(call.answer).toMatchObject([{ idPedido }]);
		}
	});

	test('orders with a limit and statuses as text', async () => {
		const call = await callAsTool(
			at.hub,
			op('order getMany', {
				returnAll: false,
				limit: fromModel('limit', 'number'),
				filters: { status: fromModel('statuses') },
			}),
			{ limit: 3, statuses: 'pago, novo' },
		);
		expect(call.answer).toHaveLength(3);
		expect(at.hub.log.find(({ endpoint }) => endpoint === 'orderList')!.query).toMatchObject({
			limit: '3',
			status: 'pago|novo',
		});
	});

	test('an order with as many fields as Output says', async () => {
		const { idPedido, status, cliente, itens } = orders()[0]!;
		const get = op('order get', { idPedido: byId(String(idPedido)) });
		const simplified = (await callAsTool(at.hub, get)).answer as object[];
		expect(simplified[0]).toMatchObject({ idPedido, status });
		expect(simplified[0]).not.toHaveProperty('pagamentos');
		const raw = (await callAsTool(at.hub, { ...get, output: 'raw' })).answer as object[];
		expect(raw[0]).toMatchObject({ idPedido, pagamentos: expect.any(Array) as unknown });
		expect(raw[0]).toMatchObject({
			itens: itens.map(({ sku, qtd, valor }) => ({ sku, qtd, valor })),
		});
		const selected = { ...get, output: 'selected', outputFields: 'status, cliente.nome' };
		const { answer } = await callAsTool(at.hub, selected);
		expect(answer).toEqual([{ idPedido, status, cliente: { nome: cliente.nome } }]);
		const none = await callAsTool(at.hub, { ...get, output: 'selected' });
		expect(none.message).toContain('must name at least one field');
		const other = await callAsTool(at.hub, { ...get, output: 'Raw' });
		expect(other.message).toContain("Output (`output`) must be one of the list, got 'Raw'");
	});

	test('an unusable Output is refused before an order of the queue is acknowledged', async () => {
		const { hub } = at;
		const order = hub.createOrder();
		hub.clearLog();
		const drain = op('orderQueue getAndAcknowledge');
		const none = await callAsTool(hub, { ...drain, returnAll: true, output: 'selected' });
		expect(none.message).toContain('must name at least one field');
		expect(hub.count({ endpoint: 'acknowledge' })).toBe(0);
		expect(hub.state.queue.has(order.idPedido)).toBe(true);
	});

	test('stock as JSON: one entry, a list, or JSON text', async () => {
		const parameters = op('stock updateBatch', {
			inputMode: 'json',
			json: fromModel('stock', 'json'),
		});
		const entry = { sku: 'CANECA-1', estoque: 31 };
		const one = await callAsTool(at.hub, parameters, { stock: entry });
		expect(one.answer).toMatchObject([{ sku: 'CANECA-1', sucesso: true }]);
		expect(at.hub.state.products.get('CANECA-1')!.estoque).toBe(31);
		const text = await callAsTool(
			at.hub,
			{ ...parameters, json: fromModel('stock') },
			{ stock: JSON.stringify([entry, { ...entry, estoque: 32 }]) },
		);
		expect(text.answer).toMatchObject([{ sucesso: true }, { sucesso: true }]);
	});

	test('a failed call gets a message with advice', async () => {
		const call = await callAsTool(at.hub, op('product get', { sku: bySku(fromModel('sku')) }), {
			sku: 'NADA',
		});
		expect(call.message).toMatch(/404: Produto não encontrado/);
		expect(call.message).toMatch(/Check the identifier/);
	});

	test('a label comes as data without its bytes', async () => {
		const { idPedido } = orders().find(({ status }) => status === 'pago')!;
		const call = await callAsTool(
			at.hub,
			op('shipmentLabel get', { idPedido: byId(fromModel('order')) }),
			{ order: String(idPedido) },
		);
		expect(JSON.stringify(call.answer).length).toBeLessThan(600);
	});
});
