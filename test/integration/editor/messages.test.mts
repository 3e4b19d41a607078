import uniq from 'lodash/uniq.js';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect } from 'vitest';
import type { OperationParameters } from '../../engine/nodes.mts';
import { operations } from '../../support/built.mts';
import {
	bodies,
	byId,
	bySku,
	go,
	hintsOf as hintsIn,
	mapped,
	op,
	requests,
	respond,
	shown,
} from '../../support/items.mts';
import { addSkus, productFields } from '../../support/products.mts';
import { setup, type Setup, test } from '../../support/setup.mts';
import { custom } from '../../support/sync.mts';

const update = op('stock updateBatch', mapped);
const known = { sku: 'S0', estoque: 1 };
const missing = { sku: 'NAO-EXISTE', estoque: 1 };

/** The hints of a run that throws nothing. */
async function hintsOf(
	{ n8n }: Setup,
	parameters: OperationParameters,
	items: IDataObject[] = [{}],
) {
	const result = await n8n.done(parameters, items, go);
	return hintsIn(result).join('\n');
}

describe('a message about a record that the hub does not have', () => {
	test('names a product by its SKU, and does not doubt a documented route', async ({ n8n }) => {
		const get = op('product get', { sku: bySku('NAO-EXISTE') });
		const said = shown((await n8n.run(get)).nodeError);
		expect(said).toMatch(/^The hub answered 404: .*\(NAO-EXISTE\)/);
		expect(said).not.toContain('Customize Routes');
	});

	test('names an order by its ID, and says that an assumed route may be wrong', async ({
		hub,
		n8n,
	}) => {
		const { idPedido } = hub.createOrder({ status: 'pago' });
		respond(hub, 'orderSent', 404);
		const set = op('order setAsSent', { idPedido: byId(idPedido) });
		const said = shown((await n8n.run(set)).nodeError);
		expect(said).toContain(String(idPedido));
		expect(said).toContain('Customize Routes');
	});
});

test('several refused entries are each named with their SKU, and the first with its item', async () => {
	const pair = await setup({ skus: 1 });
	const { nodeError } = await pair.n8n.run(update, [
		known,
		missing,
		{ ...missing, sku: 'TAMBEM-NAO' },
	]);
	expect(shown(nodeError)).toContain('NAO-EXISTE: SKU não encontrado');
	expect(shown(nodeError)).toContain('; TAMBEM-NAO: SKU não encontrado');
	expect(shown(nodeError)).toContain('The other items were sent.');
	expect(nodeError?.message).toMatch(
		/^1 of 3 succeeded \(2 refused\); first: NAO-EXISTE: SKU não encontrado.* \[item 1\]$/,
	);
});

test('a single refused entry is named with its item and SKU, the count, and how to go on', async () => {
	const pair = await setup({ skus: 1 });
	const { nodeError } = await pair.n8n.run(update, [known, missing]);
	expect(nodeError?.message).toMatch(
		/^1 of 2 succeeded; NAO-EXISTE: SKU não encontrado.* \[item 1\]$/,
	);
	expect(shown(nodeError)).toContain('To go on with them, set On Error to continue.');
});

test.each([
	['refused', { status: 400, estoque: 1 }],
	['not sent', { status: 200, estoque: 2.5 }],
])(
	'the message about items that are all %s does not say that others were sent',
	async (said, { status, estoque }) => {
		const pair = await setup();
		pair.hub.faults.add({ kind: 'status', status, endpoint: 'stockBatch' });
		const items = ['A', 'B'].map((sku) => ({ sku, estoque }));

		const { nodeError } = await pair.n8n.run(update, items);
		expect(nodeError?.message).toContain(`0 of 2 succeeded (2 ${said})`);
		expect(shown(nodeError)).not.toContain('were sent');
		expect(shown(nodeError)).toContain('set On Error to continue');
	},
);

describe('hints', () => {
	test('count the failed entries', async () => {
		const pair = await setup({ skus: 1 });
		expect(await hintsOf(pair, update, [known, missing])).toContain('1 of 2 entries failed');
		expect(await hintsOf(pair, update, [known])).toBe('');
	});

	test('count the failed entries without waiting for results, too', async ({ pair }) => {
		const skus = addSkus(pair.hub, 3);
		const items = [...skus.map((sku) => ({ sku, estoque: 1 })), { sku: 'BAD', estoque: 2.5 }];
		const sent = { ...update, waitForResult: false };
		expect(await hintsOf(pair, sent, items)).toContain('1 of 4 entries failed');
	});

	test('name a batch that the hub still works on', async () => {
		const pair = await setup({ skus: 1 });
		const said = await hintsOf(pair, { ...update, waitForResult: false }, [known]);
		const [batchId] = pair.hub.state.batches.keys();
		expect(said).toContain(`The hub still works on batch ${batchId}`);
	});

	test('say why a list may be empty', async () => {
		const pair = await setup({ seed: { orders: 2 } });
		const orders = op('order getMany');
		expect(await hintsOf(pair, orders)).toBe('');
		const filters = { status: ['cancelado'], otherStatus: 'nenhum-assim' };
		expect(await hintsOf(pair, { ...orders, filters })).toMatch(/No results[^]*Filters are set/);
		const queue = await hintsOf(pair, op('orderQueue getMany'));
		expect(queue).toContain('Every new or changed order was acknowledged');
		expect(queue).not.toContain('Filters');
	});

	test('give the duration of a wait for a limit, and the limit', async () => {
		const pair = await setup({ seed: { channels: 1 } });
		const items = Array.from({ length: 12 }, () => ({}));
		const said = await hintsOf(pair, op('channel getMany'), items);
		expect(said).toMatch(
			/^Channels: 12 requests waited [\d.]+ (second|minute)s? for their turn\. The hub takes 10 of them a minute/,
		);
		const few = await setup({ seed: { channels: 1 }, timeScale: 1 });
		expect(await hintsOf(few, op('channel getMany'))).toBe('');
	});

	test('do not call a slow hub a limit', async () => {
		const pair = await setup({ seed: { channels: 1 }, timeScale: 10 });
		pair.hub.faults.add({ kind: 'slow', delay: 700, endpoint: 'channels' });
		expect(await hintsOf(pair, op('channel getMany'))).toBe('');
	});
});

test('a sandbox order starts with JSON, and the hub takes its example as it is', async () => {
	const { operation } = operations.find(({ name }) => name === 'sandboxOrder create')!;
	const [mode] = operation.properties.filter(({ name }) => name === 'inputMode');
	expect(mode).toMatchObject({
		default: 'json',
		options: [{ value: 'json' }, { value: 'auto' }, { value: 'fields' }],
	});
	const pair = await setup({ skus: 1 });
	await pair.n8n.done(op('sandboxOrder create'));
	expect(bodies(pair.hub, 'sandboxOrderCreate')).toHaveLength(1);
});

test.each([
	['setAsInvoiced', 'nfeChave'],
	['setAsSent', 'codigoRastreio'],
	['setAsDelivered', 'data'],
])('%s says that its body is not public, and shows an example', (value, field) => {
	const { operation } = operations.find(({ name }) => name === `order ${value}`)!;
	const notice = operation.properties.find(({ type }) => type === 'notice')!.displayName;
	expect(notice).toContain('public reference');
	expect(notice).toContain(`Hubs often take ${field} (`);
	expect(notice).toContain('add them below');
});

test('Fiscal Document: Get Many covers the last seven days by default', async () => {
	const pair = await setup({ seed: { orders: 5, fiscalDocuments: 2 } });
	await pair.n8n.done(op('fiscalDocument getMany'));
	const [request] = requests(pair.hub, 'fiscalDocumentList');
	const [from, until] = ['dataEmissaoInicial', 'dataEmissaoFinal'].map((name) =>
		Date.parse(request!.query[name] ?? ''),
	);
	const days = (until! - from!) / 86_400_000;
	expect(days).toBeGreaterThanOrEqual(7);
	expect(days).toBeLessThan(8.1);
	expect(Math.abs(until! - Date.now())).toBeLessThan(120_000);
});

describe('a message about an unusable value has its name and advice', () => {
	const setAsSent = op('order setAsSent', { idPedido: byId('1') });
	const products = op('product getMany');
	const fiscal = op('fiscalDocument getMany');
	const acknowledge = op('orderQueue acknowledge', { idPedido: byId('1') });

	test.each([
		[{ ...update, timeLimit: '={{ "soon" }}' }, '`timeLimit`', 'Enter a number'],
		[{ ...update, options: { longestWait: '={{ -1 }}' } }, 'Longest Wait', 'under Options'],
		[{ ...update, operation: 'sell' }, "'sell'", 'from their lists'],
		[{ ...products, limit: '={{ 0 }}' }, '`limit`', 'Return All'],
		[{ ...acknowledge, status: '={{ [1] }}' }, '`status`', 'Let its expression give text'],
		[{ ...acknowledge, status: '={{ "new" }}' }, '`status`', 'Give the status'],
		[{ ...acknowledge, idInterno: 'A1' }, '`idInterno`', "order's number in your system"],
		[{ ...setAsSent, bodyMode: 'json', bodyJson: '{"a":1' }, '`bodyJson`', 'Check its commas'],
		[{ ...setAsSent, bodyMode: 'json', bodyJson: '[{},{}]' }, '`bodyJson`', 'square brackets'],
		[
			{ ...fiscal, dataEmissaoInicial: '2026-03-02', dataEmissaoFinal: '2026-03-01' },
			'`dataEmissaoFinal`',
			'Exchange Start Date and End Date',
		],
		[
			{
				...update,
				resource: 'price',
				operation: 'sync',
				...custom({ priceChange: '={{ "half" }}' }),
			},
			'`Price Change (%)`',
			'0 switches the guard off',
		],
	])('%j', async (parameters, name, advice) => {
		const { hub, n8n } = await setup();
		const said = shown((await n8n.run(parameters, [{ sku: 'A' }])).nodeError);
		expect(said.split('\n')[0]).toContain(name);
		expect(said.split('\n')[1]).toContain(advice);
		expect(hub.log).toEqual([]);
	});
});

test('the collections of one form have different titles', () => {
	for (const { name, operation } of operations) {
		const titles = operation.properties
			.filter(({ type }) => type === 'collection')
			.map(({ displayName }) => displayName);
		expect(uniq([...titles, 'Options']), name).toHaveLength(titles.length + 1);
	}
});

describe('a value in a message has the label of the form, and the name of its column', () => {
	test('of a field of an entry', async () => {
		const { n8n } = await setup();
		const row = { sku: 'A', precoDe: 10, precoPor: 20 };
		const said = shown((await n8n.run(op('price updateBatch', mapped), [row])).nodeError);
		expect(said).toContain(
			'Sale Price (BRL) (`precoPor`) must not be above List Price (BRL) (`precoDe`), which is 10,00, got 20',
		);
	});

	test('of a variation that a row gives', async () => {
		const { n8n } = await setup();
		const row = productFields({ skuProduto: 'K1', skuVariacao: 'K1-A' });
		const rows = [{ ...row, precoDe: 10, precoPor: '' }];
		const result = await n8n.run(op('product createBatch', mapped), rows);
		expect(shown(result.nodeError)).toContain('Sale Price (BRL) (`precoPor`) of K1-A is required');
	});
});

test.each([
	['a 404 with an identifier', 404, op('product update', { sku: bySku('A'), ...mapped }), true],
	['a 405', 405, op('product update', { sku: bySku('A'), ...mapped }), false],
	['a 404 without one', 404, op('product createBatch', mapped), false],
])('%s at an assumed route names Check Routes', async (_what, status, parameters, isFirst) => {
	const { hub, n8n } = await setup();
	for (const name of ['productUpdate', 'productBatch'])
		respond(hub, name, status, { body: { error: 'Recusado' } });
	const { nodeError } = await n8n.run(parameters, [productFields({ skuProduto: 'B' })]);
	const said = String(nodeError?.description);
	expect(said).toMatch(/Connection: Check Routes, with a sandbox credential[^]*Customize Routes/);
	expect(said.includes('Check the identifier')).toBe(isFirst);
	if (isFirst) expect(said).toMatch(/Check the identifier[^]*Check Routes/);
});

test.each([
	[403, 'App Token'],
	[403, 'fixed outgoing IP address'],
	[403, 'the user-agent n8n-nodes-marketplace-hub'],
	[405, 'Customize Routes'],
	[413, 'give fewer entries'],
	[422, 'Correct the values'],
	[451, "Ask the hub's support"],
	[200, "Ask the hub's support"],
])('an answer %i says what to do next', async (status, advice) => {
	const { hub, n8n } = await setup();
	respond(hub, 'productUpdate', status, { body: { error: 'Recusado' } });
	const product = { sku: bySku('A'), ...mapped };
	const { nodeError } = await n8n.run(op('product update', product), [{ nome: 'B' }]);
	expect(nodeError?.message).toContain(`The hub answered ${status}: Recusado`);
	expect(nodeError?.description).toContain(advice);
});

test.each([
	['order get', { idPedido: byId('={{ $json.no }}') }, 'Order (`id`) is empty'],
	['order setAsSent', { idPedido: byId('={{ $json.no }}') }, 'Order (`id`) is empty'],
	['shipmentLabel get', { idPedido: byId('={{ $json.no }}') }, 'Order (`id`) is empty'],
	['sandboxOrder simulatePayment', { idPedido: byId(' ') }, 'Order (`id`) is empty'],
	['batch get', { batchId: '={{ $json.no }}' }, 'Batch ID (`id`) is empty'],
	['product get', { sku: bySku('={{ $json.no }}') }, 'Product (`sku`) is empty'],
	['product delete', { sku: bySku('={{ [1] }}') }, 'Product (`sku`) must be text, got [1]'],
	['product delete', { sku: bySku('..') }, "Product (`sku`) must not be '..'"],
	['product getVariation', { skuVariacao: '={{ $json.no }}' }, 'Variation SKU (`sku`) is empty'],
	[
		'listingPrice delete',
		{ idCanalIntegracao: byId(11), prefixoCanalIntegracao: 'CLA', sku: bySku(' ') },
		'Product (`skuProduto`) is empty',
	],
	[
		'securityStock set',
		{ idCanalIntegracao: byId(11), sku: bySku('A'), estoqueSeguranca: 'x' },
		'Security Stock (Pieces) (`estoqueSeguranca`) must be a number',
	],
])(
	'%s names a parameter that it cannot use by its label in the form: %j',
	async (name, given, said) => {
		const { hub, n8n } = await setup();
		expect((await n8n.run(op(name, given))).nodeError?.message).toContain(said);
		expect(hub.log).toEqual([]);
	},
);

describe('many missing fields are counted and named once, by their labels', () => {
	const rows = [{ skuProduto: 'NEW', nome: 'Sem o resto' }];
	const labels =
		'Description, EAN, List Price (BRL), Sale Price (BRL), Active, Production (Days), Height (cm), Width (cm), Length (cm), Weight (kg), Categories, Brand, Images.';

	test.each(['product create', 'product createBatch', 'product sync'])('%s', async (name) => {
		const { n8n } = await setup();
		const [json] = (await n8n.done(op(name, mapped), rows, go)).json();
		expect(json?.error).toBe('13 fields are missing for a new product');
		expect(String(json?.description).toLowerCase()).toContain(`give: ${labels}`.toLowerCase());
		expect(json?.missingFields).toEqual(labels.slice(0, -1).split(', '));
		expect(JSON.stringify(json)).not.toContain('skuProdutoLider');
		expect(json).not.toHaveProperty('details');
	});

	test('several new products: the advice says whose the fields are', async () => {
		const { n8n } = await setup();
		const two = [...rows, { ...productFields({ skuProduto: 'NEW-2' }), marca: '' }];
		const said = shown((await n8n.run(op('product sync', mapped), two)).nodeError);
		expect(said).toContain('NEW: Nothing was sent for this entry. The hub does not have this SKU');
	});
});

test('one message for what is no channel, which says where the IDs are', async () => {
	const { n8n } = await setup({ seed: { channels: 2 } });
	const rule =
		'Channel (`idCanalIntegracao`) must be the ID of a channel (Channel > Get Many shows';
	const entry = { idCanalIntegracao: 'Mercado', sku: 'A', estoqueSeguranca: 1 };
	const parameters = { idCanalIntegracao: byId('Mercado'), sku: bySku('A') };
	const runs = [
		await n8n.run(op('securityStock sync', mapped), [entry]),
		await n8n.run(op('securityStock set', parameters)),
		await n8n.run(op('customizedPrice delete', parameters)),
	];
	for (const { nodeError } of runs) expect(shown(nodeError)).toContain(rule);
});

test("the hub's words end with one stop, and advice begins a sentence of its own", async () => {
	const { hub, n8n } = await setup();
	const error = 'Dados inválidos.';
	respond(hub, 'productGet', 400, { body: { error, details: ['skuProduto: já cadastrado'] } });
	const said = shown((await n8n.run(op('product get', { sku: bySku('A') }))).nodeError);
	expect(said).toMatch(/^The hub answered 400: Dados inválidos( \[item 0\])?\n/);
	expect(said).toContain('skuProduto: já cadastrado. Correct the values');
	const { idPedido } = hub.createOrder({ status: 'pago' });
	respond(hub, 'orderSent', 503, { body: { error: 'Serviço indisponível.' } });
	const sent = await n8n.run(op('order setAsSent', { idPedido: byId(idPedido) }));
	expect(shown(sent.nodeError)).toContain('503: Serviço indisponível; whether it');
});

test('the guards say their default in a sentence of its own', () => {
	const { operation } = operations.find(({ name }) => name === 'stock sync')!;
	const { options } = operation.options!.find(({ name }) => name === 'customGuards')!;
	for (const { description } of options as Array<{ description: string }>)
		expect(description).toMatch(/[^.]\. Not set: /);
});

test('a form of stock says how pieces are read, one of prices how prices are', () => {
	const noticeOf = (name: string) =>
		operations
			.find((operation) => operation.name === name)!
			.operation.properties.find(({ name: is }) => is === 'manualNotice')!.displayName;
	for (const name of ['stock sync', 'stock updateBatch', 'securityStock sync'])
		expect(noticeOf(name)).toMatch(/^Whole pieces: 1\.500 is read as 1500; 2,5 is refused/);
	for (const name of ['price sync', 'product sync', 'listingPrice set'])
		expect(noticeOf(name)).toMatch(/^Prices: 39,90 or 1\.199,90/);
});
