import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, test } from 'vitest';
import { answer, asJson, go, mapped, op, shown } from '../../support/items.mts';
import { sandboxOrderFields } from '../../support/orders.mts';
import { addSkus, productFields } from '../../support/products.mts';
import { completeSeed, parametersOf } from '../../support/everyOperation.mts';
import { setupEach } from '../../support/setup.mts';

const at = setupEach({ seed: completeSeed });
const answers = (...told: [string, unknown, number?, number?]) => answer(at.hub, ...told);
const create = async (skuProduto: string) =>
	await at.n8n.run(op('product create', mapped), [productFields({ skuProduto })], go);

describe('an answer without the requested record is not a success', () => {
	const reads: Array<[string, string]> = [
		['order get', 'orderGet'],
		['product get', 'productGet'],
		['product getVariation', 'variationGet'],
		['fiscalDocument get', 'fiscalDocumentGet'],
		['fiscalDocument downloadXml', 'fiscalDocumentGet'],
		['batch get', 'batchGet'],
		['batch wait', 'batchGet'],
	];

	describe.each(reads)('%s', (name, endpoint) => {
		beforeEach(async () => {
			addSkus(at.hub, 1);
			await at.n8n.run(op('stock updateBatch', asJson({ sku: 'S0', estoque: 1 })));
		});

		test.each<[string, unknown]>([
			['{}', {}],
			['[]', []],
			['null', 'null'],
			['a message', { error: 'Registro não encontrado' }],
			['a message with details', { error: 'Registro não encontrado', details: ['x'] }],
			['another form', { data: { idPedido: 1 } }],
			[
				'an empty id',
				{ idPedido: '', skuProduto: null, skuVariacao: '', chaveAcesso: '', batchId: null },
			],
		])('%s', async (_form, body) => {
			answers(endpoint, body);
			const result = await at.n8n.run(parametersOf(name, at.hub));
			expect(result.items()).toEqual([]);
			expect(result.nodeError?.message).toMatch(/^The hub/);
			if (typeof body === 'object' && body !== null && 'error' in body)
				expect(result.nodeError?.message).toContain('Registro não encontrado');
		});
	});

	test('the record of another product or order leaves the outcome unknown', async () => {
		answers('productCreate', { skuProduto: 'X' }, 201);
		const created = await create('L');
		expect(created.json()).toMatchObject([{ skuProduto: 'L', outcome: 'unknown' }]);
		expect(String(created.json()[0]!.description)).toContain('about X, not about L');
		for (const [name, endpoint, other] of [
			['product update', 'productUpdate', { skuProduto: 'Z' }],
			['order setAsSent', 'orderSent', { idPedido: 7 }],
		] as const) {
			answers(endpoint, other);
			const result = await at.n8n.run(parametersOf(name, at.hub), [{}], go);
			expect(result.json(), name).toEqual([expect.objectContaining({ outcome: 'unknown' })]);
		}
		expect(at.hub.count({ endpoint: 'productCreate' })).toBe(1);
	});

	test('a SKU of digits may come back as a number', async () => {
		answers('productCreate', { ...productFields(), skuProduto: 123 }, 201);
		const created = await create('123');
		expect(created.json()[0]).toMatchObject({ skuProduto: 123, nome: 'Camiseta azul' });
	});

	test.each<[string, string]>([
		['order setAsInvoiced', 'orderInvoiced'],
		['sandboxOrder simulatePayment', 'sandboxOrderPaid'],
		['orderQueue acknowledge', 'acknowledge'],
		['product update', 'productUpdate'],
		['product delete', 'productDelete'],
		['customizedPrice delete', 'customizedPriceDelete'],
		['securityStock set', 'securityStockSet'],
		['customizedPrice set', 'customizedPriceSet'],
	])('%s: a 200 with a message is a failure', async (name, endpoint) => {
		answers(endpoint, { error: 'Não foi possível', details: ['motivo'] });
		const result = await at.n8n.run(parametersOf(name, at.hub));
		expect(shown(result.nodeError)).toContain('Não foi possível');
		expect(result.items()).toEqual([]);
		expect(at.hub.count({ endpoint })).toBe(1);
	});

	test.each<[unknown, RegExp]>([
		[500, /Não foi possível/],
		[true, /Não foi possível/],
		['500', /500/],
		[{ code: 7 }, /code/],
	])('a 200 whose `error` is %j is a failure, too', async (error, told) => {
		answers('productDelete', { error, message: 'Não foi possível' });
		const result = await at.n8n.run(parametersOf('product delete', at.hub));
		expect(shown(result.nodeError)).toMatch(told);
		expect(result.items()).toEqual([]);
	});

	test.each([0, false, null, ''])('a 200 whose `error` is %j is none', async (error) => {
		answers('productDelete', { error, message: 'Excluído' });
		const result = await at.n8n.run(parametersOf('product delete', at.hub));
		expect(result.json()).toMatchObject([{ deleted: true }]);
	});

	test.each([{}, [], 'null'])(
		'a status change answered with %j, which is no record, is done',
		async (body) => {
			answers('orderInvoiced', body);
			const parameters = parametersOf('order setAsInvoiced', at.hub);
			const id = (parameters.idPedido as unknown as { value: string }).value;
			const result = await at.n8n.run(parameters);
			expect(result.json()).toEqual([
				{ idPedido: String(id), status: 'faturado', outcome: 'done' },
			]);
		},
	);

	test('security stock is not set if the hub names no entry', async () => {
		answers('securityStockSet', { ProdutoEstoqueSeguranca: [] });
		const result = await at.n8n.run(parametersOf('securityStock set', at.hub));
		expect(result.nodeError?.message).toMatch(/^The hub/);
	});

	test.each([{}, { error: 'x' }, { skuProduto: '' }, []])(
		'a product or an order may have been created if the 201 holds %j',
		async (body) => {
			answers('productCreate', body, 201);
			const product = await create('NEW');
			expect(product.json()[0]).toMatchObject({ skuProduto: 'NEW' });
			expect(String(product.json()[0]!.error)).toMatch(/unknown/);
			answers('sandboxOrderCreate', body, 201);
			const order = await at.n8n.run(op('sandboxOrder create', mapped), [sandboxOrderFields()], go);
			expect(String(order.json()[0]!.error)).toMatch(/unknown/);
			expect(at.hub.count({ endpoint: 'productCreate' })).toBe(1);
			expect(at.hub.count({ endpoint: 'sandboxOrderCreate' })).toBe(1);
		},
	);
});

test('an order without an ID is not acknowledged', async () => {
	answers('queueList', { pedidos: [{ status: 'pago' }], info: { total: 1 } });
	answers('queueList', { pedidos: [], info: { total: 0 } });
	await at.n8n.run(op('orderQueue getAndAcknowledge', { returnAll: true }));
	expect(at.hub.log.map(({ method }) => method)).not.toContain('PUT');
});

test.each<[operation: string, endpoint: string, other: IDataObject]>([
	['order get', 'orderGet', { idPedido: 424242 }],
	['product get', 'productGet', { skuProduto: 'OTHER' }],
	['product getVariation', 'variationGet', { skuVariacao: 'OTHER', skuProduto: 'O' }],
	['batch get', 'batchGet', { batchId: 424242, status: 'processado' }],
	['batch wait', 'batchGet', { batchId: 424242, status: 'processado' }],
	['fiscalDocument get', 'fiscalDocumentGet', { chaveAcesso: '424242' }],
])('%s does not accept the record of another ID', async (name, endpoint, other) => {
	if (name.startsWith('batch ')) await at.n8n.run(parametersOf('stock updateBatch', at.hub));
	const parameters = parametersOf(name, at.hub);
	answers(endpoint, other, 200, Infinity);
	const result = await at.n8n.run(parameters);
	expect(shown(result.nodeError)).toMatch(/the answer is about (424242|OTHER), not about/);
	expect(result.json()).toEqual([]);
});
