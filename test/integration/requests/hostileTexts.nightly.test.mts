import isPlainObject from 'lodash/isPlainObject.js';
import set from 'lodash/set.js';
import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { answer, byId, bySku, go, op } from '../../support/items.mts';
import { sandboxOrderFields } from '../../support/orders.mts';
import { productFields } from '../../support/products.mts';
import { setup, type Setup } from '../../support/setup.mts';

/* A cell, a filter or an answer costs time in proportion to its length, whatever it holds. */

const patterns: Record<string, (length: number) => string> = {
	blanks: (length) => `a${' '.repeat(length)}b`,
	commas: (length) => ','.repeat(length),
	'blanks and commas': (length) => ' ,'.repeat(length / 2),
	'open tags': (length) => '<a'.repeat(length / 2),
	'open comments': (length) => '<!--'.repeat(length / 4),
	quotes: (length) => '"\\'.repeat(length / 2),
	brackets: (length) => '['.repeat(length),
	parentheses: (length) => '('.repeat(length),
	digits: (length) => '9'.repeat(length),
	'digits and dots': (length) => '1.'.repeat(length / 2),
	'digits and commas': (length) => '111,'.repeat(length / 4),
	slashes: (length) => '/'.repeat(length),
	bars: (length) => '|'.repeat(length),
	'line breaks': (length) => '\n'.repeat(length),
	'equal signs': (length) => '='.repeat(length),
	addresses: (length) => 'https://a.b '.repeat(length / 12),
	'empty JSON': (length) => `[${'{},'.repeat(length / 3)}]`,
};

type Run = (at: Setup, text: string) => Promise<unknown>;

const writing =
	(operation: string, entry: IDataObject, field: string): Run =>
	async ({ n8n }, text) =>
		await n8n.run(op(operation, { inputMode: 'auto' }), [{ ...entry, [field]: text }], go);

const product = productFields({ skuProduto: 'A' });
const fields = [...Object.keys(product), 'descricaoSimples', 'tags', 'caracteristicas', 'urlVideo'];
const price = { sku: 'A', precoDe: 2, precoPor: 1 };

const optionalOfOrder = [
	...['referenciaPedidoCanal', 'cliente.rgIe', 'cliente.sexo', 'cliente.telefone'],
	...['entrega.complemento', 'entrega.referencia', 'entrega.tipoFrete'],
];
/** A sandbox order as columns, those of a group behind its name and a point. */
const sandboxOrder = Object.fromEntries(
	Object.entries(sandboxOrderFields()).flatMap(([name, value]) =>
		isPlainObject(value)
			? Object.entries(value as IDataObject).map(([inner, one]) => [`${name}.${inner}`, one])
			: [[name, value]],
	),
) as IDataObject;

const calling =
	(operation: string, parameters: (text: string) => object): Run =>
	async ({ n8n }, text) =>
		await n8n.run(op(operation, parameters(text)), [{}], go);

const answered =
	(operation: string, endpoint: string, body: (text: string) => IDataObject): Run =>
	async ({ hub, n8n }, text) => {
		answer(hub, endpoint, body(text));
		await n8n.run(op(operation, { idPedido: byId(1), returnAll: false }), [{}], go);
		expect(hub.count({ endpoint })).toBeGreaterThan(0);
	};

const inOrder = (field: string) => (text: string) => set({ idPedido: 1 }, field, text);
const fieldsOfAnswer = [
	...['idPedidoCanal', 'idInterno', 'dataEmissao', 'status', 'canal', 'canal.canal'],
	...['cliente.nome', 'entrega.prazoEntrega', 'valores.total', 'fiscal.nfeChave'],
	...['itens', 'itens[0].qtd', 'pagamentos[0].valor'],
];

const ordersChannelsAndLabels: Array<[name: string, run: Run]> = [
	...[...Object.keys(sandboxOrder), ...optionalOfOrder].map((field): [string, Run] => [
		`sandboxOrder create, ${field}`,
		writing('sandboxOrder create', sandboxOrder, field),
	]),
	...['sku', 'nome', 'qtd', 'valor'].map((field): [string, Run] => [
		`sandboxOrder create, itens[0].${field}`,
		async ({ n8n }, text) => {
			const itens = [{ sku: 'A', nome: 'A', qtd: 1, valor: 1, [field]: text }];
			const order = { ...sandboxOrder, itens };
			return await n8n.run(op('sandboxOrder create', { inputMode: 'auto' }), [order], go);
		},
	]),
	...['idPedido', 'idPedidoCanal', 'idInterno', 'status', 'total'].map((field): [string, Run] => [
		`order reconcile, ${field}`,
		writing('order reconcile', { idPedido: '1' }, field),
	]),
	...['issuedAfter', 'days', 'lookback'].map((name): [string, Run] => [
		`order reconcile, ${name}`,
		calling('order reconcile', (text) => ({
			period: name === 'issuedAfter' ? name : 'lastDays',
			[name]: text,
		})),
	]),
	[
		'order getMany, issuedBefore',
		calling('order getMany', (issuedBefore) => ({ filters: { issuedBefore } })),
	],
	...['order get', 'order setAsSent', 'orderQueue acknowledge', 'shipmentLabel get'].map(
		(operation): [string, Run] => [
			`${operation}, idPedido`,
			calling(operation, (text) => ({ idPedido: byId(text) })),
		],
	),
	...['status', 'idInterno'].map((name): [string, Run] => [
		`orderQueue acknowledge, ${name}`,
		calling('orderQueue acknowledge', (text) => ({ idPedido: byId(1), [name]: text })),
	]),
	[
		'sandboxOrder simulatePayment, dataOcorrencia',
		calling('sandboxOrder simulatePayment', (text) => ({
			idPedido: byId(1),
			dataOcorrencia: text,
		})),
	],
	...fieldsOfAnswer.flatMap(
		(field): Array<[string, Run]> => [
			[`the answer of order get, ${field}`, answered('order get', 'orderGet', inOrder(field))],
			[
				`the answer of order getMany, ${field}`,
				answered('order getMany', 'orderList', (text) => ({
					pedidos: [inOrder(field)(text)],
					info: { total: 1 },
				})),
			],
		],
	),
	...['next', 'total', 'limit'].map((field): [string, Run] => [
		`the answer of order getMany, info.${field}`,
		answered('order getMany', 'orderList', (text) => ({
			pedidos: [{ idPedido: 1 }],
			info: { total: 1, [field]: text },
		})),
	]),
	...['idPedido', 'dataIntegracao', 'status'].map((field): [string, Run] => [
		`the answer of orderQueue getStatus, ${field}`,
		answered('orderQueue getStatus', 'queueList', (text) => ({
			pedidos: [{ idPedido: 1, [field]: text }],
			info: { total: 1 },
		})),
	]),
	...['id', 'hash', 'nome', 'ativo'].map((field): [string, Run] => [
		`the answer of channel getMany, ${field}`,
		answered('channel getMany', 'channels', (text) => ({
			canais: [{ id: 1, nome: 'Loja', [field]: text }],
			info: { total: 1 },
		})),
	]),
	...['conteudo', 'tipo', 'canal', 'idPedidoCanal'].map((field): [string, Run] => [
		`the answer of shipmentLabel get, ${field}`,
		answered('shipmentLabel get', 'shipmentLabels', (text) => ({
			etiquetas: [
				{ conteudo: 'XlhBXlha', tipo: 'zpl', canal: 'a', idPedidoCanal: 1, [field]: text },
			],
			info: { total: 1 },
		})),
	]),
	[
		'the file in a label',
		answered('shipmentLabel get', 'shipmentLabels', (text) => ({
			etiquetas: [{ conteudo: Buffer.from(text).toString('base64'), tipo: text }],
			info: { total: 1 },
		})),
	],
];

const runs: Array<[name: string, run: Run]> = [
	...fields.map((field): [string, Run] => [
		`product create, ${field}`,
		writing('product create', product, field),
	]),
	...['sku', 'precoDe', 'precoPor'].map((field): [string, Run] => [
		`price updateBatch, ${field}`,
		writing('price updateBatch', price, field),
	]),
	...['sku', 'estoque'].map((field): [string, Run] => [
		`stock sync, ${field}`,
		writing('stock sync', { sku: 'A', estoque: 1 }, field),
	]),
	...['status', 'otherStatus', 'canal', 'issuedAfter', 'marketplaceOrderId'].map(
		(name): [string, Run] => [
			`order getMany, ${name}`,
			async ({ n8n }, text) =>
				await n8n.run(op('order getMany', { filters: { [name]: text } }), [{}], go),
		],
	),
	...['sku', 'idCanalIntegracao'].map((name): [string, Run] => [
		`customizedPrice getMany, ${name}`,
		async ({ n8n }, text) =>
			await n8n.run(op('customizedPrice getMany', { filters: { [name]: text } }), [{}], go),
	]),
	...ordersChannelsAndLabels,
	[
		'an answer, redacted',
		async ({ hub, n8n }, text) => {
			answer(hub, 'productGet', `{"skuProduto":"A","nome":"${hub.secretKey} ${text}`);
			return await n8n.run(op('product get', { sku: bySku('A') }), [{}], go);
		},
	],
	[
		'the XML of a fiscal document',
		async ({ hub, n8n }, text) => {
			const chaveAcesso = '135260000000001';
			answer(hub, 'fiscalDocumentGet', { id: 1, chaveAcesso, xml: `${text}<nfe></nfe>` });
			return await n8n.run(op('fiscalDocument downloadXml', { chaveAcesso }), [{}], go);
		},
	],
];

/** ms of work of the least of some runs; under one counts as one. */
async function least(at: Setup, run: Run, text: string): Promise<number> {
	const times: number[] = [];
	for (let round = 0; round < 5; round++) {
		const began = process.cpuUsage();
		await run(at, text);
		const { user, system } = process.cpuUsage(began);
		times.push((user + system) / 1_000);
		if (round === 0 && times[0]! < 30) break;
	}
	return Math.max(1, ...[Math.min(...times)]);
}

/**
 * How much longer a text of ten times the length takes, where that is more than twenty times. A
 * garbage collection or another process can make one measurement so, not three in a row.
 */
async function timesOf(at: Setup, run: Run, of: (length: number) => string) {
	let times: string | undefined;
	for (let measured = 0; measured < 3; measured++) {
		const hundred = await least(at, run, of(100_000));
		if (hundred < 30) return undefined;
		const ten = await least(at, run, of(10_000));
		if (hundred <= 20 * ten) return undefined;
		times = `${hundred} ms, a tenth of it ${ten} ms`;
	}
	return times;
}

test.each(runs)(
	'%s',
	async (_name, run) => {
		const at = await setup({ seed: { products: 0, orders: 1 } });
		await run(at, 'warm');
		const slow: string[] = [];
		for (const [name, of] of Object.entries(patterns)) {
			const times = await timesOf(at, run, of);
			if (times !== undefined) slow.push(`${name}: ${times}`);
		}
		expect(slow).toEqual([]);
	},
	120_000,
);

test('an XML that begins with five million blanks is read like any other', async () => {
	const { hub, n8n } = await setup();
	const chaveAcesso = '135260000000001';
	answer(hub, 'fiscalDocumentGet', {
		id: 1,
		chaveAcesso,
		xml: ' '.repeat(5_000_000) + `<nfeProc>${chaveAcesso}</nfeProc>`,
	});
	const result = await n8n.run(op('fiscalDocument downloadXml', { chaveAcesso }), [{}], go);
	expect(result.items()[0]?.binary).toBeDefined();
});

test('the message about half a character in a SKU is plain', async () => {
	const { n8n } = await setup();
	const result = await n8n.run(op('product get', { sku: bySku('A\ud800') }), [{}], go);
	expect(String(result.json()[0]!.error)).toContain('holds half of a character');
});
