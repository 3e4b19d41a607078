import { beforeEach, describe, expect, test } from 'vitest';
import { asJson, bodies, mapped, shown } from '../../support/items.mts';
import { byId, bySku, fromList } from '../../support/locators.mts';
import { addProducts, productFields } from '../../support/products.mts';
import { setup, type Setup } from '../../support/setup.mts';

let at: Setup;
beforeEach(async () => {
	at = await setup({ seed: { orders: 3, queued: 3, fiscalDocuments: 8 } });
});

/** A number that JavaScript no longer keeps exactly, and one that it writes with an exponent. */
const inexact = ['={{ 9007199254740993 }}', '={{ 1e21 }}', '={{ 12345678901234567890 }}'];
const asText = /give it as text/i;

describe('orders', () => {
	test.each([
		['order', 'get'],
		['order', 'setAsInvoiced'],
		['order', 'setAsSent'],
		['order', 'setAsDelivered'],
		['orderQueue', 'acknowledge'],
		['sandboxOrder', 'simulatePayment'],
		['shipmentLabel', 'get'],
	])('%s %s: an order id is 1 to 18 digits, exact', async (resource, operation) => {
		const refused = [
			...['queue', 'abc', '-1', '1.5', '1 2', '1'.repeat(19), '１２', '1e3', '+1', '0x1'],
			...[
				'={{ "" }}',
				'={{ " " }}',
				'={{ -1 }}',
				'={{ 1.5 }}',
				'={{ null }}',
				'={{ true }}',
				'={{ [1] }}',
				'={{ ({}) }}',
			],
		];
		for (const value of refused) {
			for (const idPedido of [byId(value), fromList(value)]) {
				const result = await at.n8n.run({ resource, operation, idPedido });
				expect(shown(result.nodeError), value).toMatch(/`id(Pedido)?`/);
			}
		}
		for (const value of inexact) {
			const result = await at.n8n.run({ resource, operation, idPedido: byId(value) });
			expect(shown(result.nodeError), value).toMatch(asText);
		}
		expect(at.hub.log).toEqual([]);
	});

	test('an internal id that is no longer exact is refused', async () => {
		const [id] = at.hub.state.queue.keys();
		for (const idInterno of inexact) {
			const result = await at.n8n.run({
				resource: 'orderQueue',
				operation: 'acknowledge',
				idPedido: byId(id!),
				idInterno,
			});
			expect(shown(result.nodeError), idInterno).toMatch(asText);
		}
		expect(at.hub.count({ endpoint: 'acknowledge' })).toBe(0);
	});
});

describe('batches and channels', () => {
	test.each(['get', 'wait'])('batch %s: an id is digits, exact', async (operation) => {
		for (const batchId of ['products', '1.5', '-1', ' ', '={{ 1.5 }}', ...inexact]) {
			const result = await at.n8n.run({ resource: 'batch', operation, batchId });
			expect(shown(result.nodeError), batchId).toMatch(/`(batchId|id)`/);
		}
		expect(at.hub.log).toEqual([]);
	});

	test.each([
		['customizedPrice', 'delete', {}],
		['listingPrice', 'delete', { prefixoCanalIntegracao: 'CLA' }],
		['securityStock', 'set', { estoqueSeguranca: 1 }],
	])('%s %s: a channel is a whole number from 1', async (resource, operation, more) => {
		for (const channel of ['Loja', '0', '-1', '1.5', ' ', '={{ 1.5 }}', ...inexact]) {
			const result = await at.n8n.run({
				resource,
				operation,
				idCanalIntegracao: byId(channel),
				sku: bySku('CANECA-1'),
				...more,
			});
			expect(shown(result.nodeError), channel).toContain('idCanalIntegracao');
		}
		expect(at.hub.log).toEqual([]);
	});

	test.each(['customizedPrice', 'fiscalDocument', 'securityStock'])(
		'%s getMany: a channel to filter by, too',
		async (resource) => {
			const wrong = ['abc', '0', '-1', '1.5', '11, abc', '={{ [11, 0] }}', '={{ 1.5 }}', '11|12'];
			for (const idCanalIntegracao of wrong) {
				const run = { resource, operation: 'getMany', filters: { idCanalIntegracao } };
				const result = await at.n8n.run(run);
				expect(shown(result.nodeError), idCanalIntegracao).toContain(
					'`idCanalIntegracao` must be a whole number from 1',
				);
			}
			expect(at.hub.log).toEqual([]);
		},
	);

	test('several channels to filter by come as a list or as text', async () => {
		for (const idCanalIntegracao of ['11, 12', '={{ [11, " 12"] }}', '={{ ["11", 12] }}'])
			await at.n8n.run({
				resource: 'securityStock',
				operation: 'getMany',
				filters: { idCanalIntegracao },
			});
		const queries = at.hub.log
			.filter(({ endpoint }) => endpoint === 'securityStockList')
			.map(({ query }) => query.idCanalIntegracao);
		expect(queries).toEqual(['11|12', '11|12', '11|12']);
	});

	test('a filter with a number that is no longer exact is refused', async () => {
		const result = await at.n8n.run({
			resource: 'customizedPrice',
			operation: 'getMany',
			filters: { idCanalIntegracao: '={{ [9007199254740993] }}' },
		});
		expect(shown(result.nodeError)).toMatch(/idCanalIntegracao/);
		expect(shown(result.nodeError)).toMatch(asText);
		expect(at.hub.log).toEqual([]);
	});
});

describe('SKUs', () => {
	const blanks = ['', ' ', '\t', '\u00a0', '\u200b', ' \u2003 '].map(
		(value) => `={{ "${value}" }}`,
	);

	test.each([
		['product', 'get', 'sku'],
		['product', 'delete', 'sku'],
		['product', 'update', 'sku'],
		['product', 'getVariation', 'skuVariacao'],
		['customizedPrice', 'delete', 'sku'],
		['listingPrice', 'delete', 'sku'],
		['securityStock', 'set', 'sku'],
	])(
		'%s %s: only blanks, or a number that is no longer exact, is no SKU',
		async (resource, operation, name) => {
			for (const value of [...blanks, ...inexact]) {
				const result = await at.n8n.run({
					resource,
					operation,
					idCanalIntegracao: byId(11),
					prefixoCanalIntegracao: 'CLA',
					estoqueSeguranca: 1,
					...asJson({ nome: 'Novo' }),
					[name]: name === 'sku' ? bySku(value) : value,
				});
				expect(shown(result.nodeError), JSON.stringify(value)).toMatch(/sku/i);
				if (inexact.includes(value)) expect(shown(result.nodeError)).toMatch(asText);
			}
			expect(at.hub.log).toEqual([]);
		},
	);

	test.each([
		['stock', 'updateBatch', 'sku', { estoque: 1 }],
		['price', 'updateBatch', 'sku', { precoDe: 2, precoPor: 1 }],
		['customizedPrice', 'set', 'skuProduto', { idCanalIntegracao: 11, precoDe: 2, precoPor: 1 }],
		['product', 'create', 'skuProduto', productFields()],
		['product', 'createBatch', 'skuProdutoLider', productFields()],
	])('%s %s: as a column, too', async (resource, operation, field, entry) => {
		const values = [' ', '\u00a0', 9007199254740993, 1e21];
		const result = await at.n8n.run(
			{ resource, operation, ...mapped },
			values.map((value) => ({ ...entry, [field]: value })),
			{ onError: 'continueRegularOutput' },
		);
		expect(result.json().map(({ error }) => error)).toEqual([
			expect.stringContaining(`\`${field}\` is required`),
			expect.stringContaining(`\`${field}\` is required`),
			expect.stringMatching(asText),
			expect.stringMatching(asText),
		]);
		expect(at.hub.log).toEqual([]);
	});

	test('numbers in columns stay the SKUs and codes that they are', async () => {
		addProducts(at.hub, [{ skuProduto: '123456789012345' }]);
		await at.n8n.run({ resource: 'stock', operation: 'updateBatch', ...mapped }, [
			{ sku: 123456789012345, estoque: 1 },
			{ sku: '90071992547409931234', estoque: 2 },
		]);
		expect(bodies(at.hub, 'stockBatch')).toEqual([
			{
				estoques: [
					{ sku: '123456789012345', estoque: 1 },
					{ sku: '90071992547409931234', estoque: 2 },
				],
			},
		]);
	});
});
