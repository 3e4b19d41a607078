import { beforeEach, describe, expect, test } from 'vitest';
import { asJson, bodies, mapped, shown } from '../../support/items.mts';
import { byId, bySku, fromList } from '../../support/locators.mts';
import { sandboxOrderFields } from '../../support/orders.mts';
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
				expect(shown(result.nodeError), value).toContain('idPedido');
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
			expect(shown(result.nodeError), batchId).toContain('batchId');
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

describe('long numbers in JSON', () => {
	const long = [
		'9007199254740993',
		'999999999999999999',
		'123456789012345678901234567890',
		'1234567890123456.78',
		'0.12345678901234567890',
		'1e400',
		'-9007199254740993',
	];

	test.each(long)('%s reaches the hub as a JSON number with all digits', async (digits) => {
		const [id] = at.hub.state.orders.keys();
		await at.n8n.run({
			resource: 'order',
			operation: 'setAsInvoiced',
			idPedido: byId(id!),
			bodyMode: 'json',
			bodyJson: `{"numero": ${digits}, "lista": [${digits}], "texto": "${digits}"}`,
		});
		const [request] = at.hub.log.filter(({ endpoint }) => endpoint === 'orderInvoiced');
		expect(request!.body).toBe(`{"numero":${digits},"lista":[${digits}],"texto":"${digits}"}`);
	});

	test('features and ids of a product', async () => {
		const entry = JSON.stringify({
			...productFields({ skuProduto: 'LONG' }),
			idCategoriaExterna: 1,
		})
			.replace(
				'"idCategoriaExterna":1',
				'"idCategoriaExterna":9007199254740993,"caracteristicas":{"lote":12345678901234567890}',
			)
			.replace('"ean":"7891000315507"', '"ean":12345678901234567890');
		await at.n8n.run({ resource: 'product', operation: 'create', inputMode: 'json', json: entry });
		const [request] = at.hub.log.filter(({ endpoint }) => endpoint === 'productCreate');
		expect(request!.body).toContain('"idCategoriaExterna":9007199254740993');
		expect(request!.body).toContain('"lote":12345678901234567890');
		expect(request!.body).toContain('"ean":"12345678901234567890"');
	});

	test('an id with many digits given as text is sent with all of them', async () => {
		const entry = {
			...productFields({ skuProduto: 'LONG' }),
			idCategoriaExterna: '9007199254740993',
		};
		await at.n8n.run({ resource: 'product', operation: 'create', ...mapped }, [entry]);
		const [request] = at.hub.log.filter(({ endpoint }) => endpoint === 'productCreate');
		expect(request!.body).toContain('"idCategoriaExterna":9007199254740993');
	});

	test.each(['={{ ({ numero: 9007199254740993 }) }}', '={{ ({ a: { lista: [1e21] } }) }}'])(
		'from the expression %s they are no longer exact: refused',
		async (bodyJson) => {
			const [id] = at.hub.state.orders.keys();
			const result = await at.n8n.run({
				resource: 'order',
				operation: 'setAsInvoiced',
				idPedido: byId(id!),
				bodyMode: 'json',
				bodyJson,
			});
			expect(shown(result.nodeError)).toMatch(asText);
			expect(at.hub.count({ endpoint: 'orderInvoiced' })).toBe(0);
		},
	);

	test('in columns they are refused, at every depth', async () => {
		const items = [
			{ ...productFields(), idCategoriaExterna: 9007199254740993 },
			{ ...productFields(), caracteristicas: { lote: 9007199254740993 } },
			{ ...productFields(), tags: [9007199254740993] },
		];
		const result = await at.n8n.run(
			{ resource: 'product', operation: 'create', ...mapped },
			items,
			{
				onError: 'continueRegularOutput',
			},
		);
		expect(result.json().map(({ error }) => error)).toEqual(
			items.map(() => expect.stringMatching(asText)),
		);
		expect(at.hub.count({ endpoint: 'productCreate' })).toBe(0);
	});

	test('order numbers and documents of a sandbox order keep their digits', async () => {
		const [first, second] = [9007199254740993, '9007199254740993'].map((idPedidoCanal) =>
			sandboxOrderFields({ idPedidoCanal }),
		);
		const create = { resource: 'sandboxOrder', operation: 'create', ...mapped };
		expect(shown((await at.n8n.run(create, [first!])).nodeError)).toMatch(asText);
		await at.n8n.run(create, [second!]);
		expect(bodies(at.hub, 'sandboxOrderCreate')).toEqual([second]);
	});
});

describe('access keys of NF-e', () => {
	const note = () =>
		[...at.hub.state.fiscalDocuments.values()].find(
			({ tipoDocumento }) => tipoDocumento === 'nfe',
		)!;
	const read = async (chaveAcesso: string) =>
		await at.n8n.run({ resource: 'fiscalDocument', operation: 'get', chaveAcesso });

	test.each<[string, (key: string) => string]>([
		['NFe in front', (key) => `NFe${key}`],
		['nfe and a blank', (key) => ` nfe ${key} `],
		['NF-e', (key) => `NF-e: ${key}`],
		['groups of four', (key) => key.replace(/(\d{4})/g, '$1 ')],
		['dots', (key) => key.replace(/(\d{4})/g, '$1.')],
		['dashes and slashes', (key) => `${key.slice(0, 2)}-${key.slice(2, 6)}/${key.slice(6)}`],
		['other blanks and dashes', (key) => `\u00a0${key.slice(0, 9)}\u2013${key.slice(9)}\u200b`],
	])('%s', async (_name, decorate) => {
		const { chaveAcesso } = note();
		const result = await read(decorate(chaveAcesso));
		expect(shown(result.nodeError)).toBe('nothing was thrown');
		expect(result.json()[0]).toMatchObject({ chaveAcesso });
		expect(at.hub.log.at(-1)!.path).toBe(`/v1/erp/fiscal-documents/${chaveAcesso}`);
	});

	test('the check digit is verified afterwards', async () => {
		const { chaveAcesso } = note();
		const wrong = `${chaveAcesso.slice(0, 43)}${(Number(chaveAcesso[43]) + 1) % 10}`;
		expect(shown((await read(`NFe ${wrong}`)).nodeError)).toMatch(/check digit/);
		expect(shown((await read(`NFe${chaveAcesso.slice(1)}`)).nodeError)).toMatch(/44 digits.*43/);
		expect(at.hub.log).toEqual([]);
	});

	test.each(['={{ 35260312345678000195550010000001231000001234 }}', '={{ 3.5e43 }}'])(
		'given as a number (%s) it has lost its digits: refused',
		async (chaveAcesso) => {
			expect(shown((await read(chaveAcesso)).nodeError)).toMatch(asText);
			expect(at.hub.log).toEqual([]);
		},
	);

	test('the protocol of an event is looked up as it is', async () => {
		const event = [...at.hub.state.fiscalDocuments.values()].find(
			({ tipoDocumento }) => tipoDocumento === 'evento-cancelamento',
		)!;
		for (const value of [
			event.chaveAcesso,
			` ${event.chaveAcesso} `,
			`={{ ${event.chaveAcesso} }}`,
		])
			expect((await read(value)).json()[0]).toMatchObject({ chaveAcesso: event.chaveAcesso });
	});

	test('blanks only', async () => {
		expect(shown((await read(' . ')).nodeError)).toContain('chaveAcesso');
		expect(at.hub.log).toEqual([]);
	});
});
