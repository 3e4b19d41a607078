import { expect, test } from 'vitest';
import { asJson, byId, bySku, hintsOf, op, shown } from '../../support/items.mts';
import { sandboxOrderFields } from '../../support/orders.mts';
import { setupEach } from '../../support/setup.mts';

/* A long number that a spreadsheet cut to powers of ten names nothing: it is refused before a request. */

const at = setupEach({ seed: { orders: 3, fiscalDocuments: 4 } });

const [key, long] = ['3,52608E+43', '1,12223E+13'];
const buyer = sandboxOrderFields().cliente as object;
const body = (value: string) => ({
	bodyMode: 'fields',
	bodyFields: { field: [{ name: 'nfeChave', value }] },
});

test.each<[string, ReturnType<typeof op>]>([
	['an access key to read', op('fiscalDocument get', { chaveAcesso: key })],
	['a protocol to read', op('fiscalDocument get', { chaveAcesso: '1.3526e+14' })],
	['an access key to download', op('fiscalDocument downloadXml', { chaveAcesso: ` ${key} ` })],
	['a round number', op('fiscalDocument get', { chaveAcesso: '4E+43' })],
	['an access key of an invoice', op('order setAsInvoiced', { idPedido: byId(1), ...body(key) })],
	[
		'an access key of an invoice in JSON',
		op('order setAsInvoiced', {
			...{ idPedido: byId(1), bodyMode: 'json' },
			bodyJson: JSON.stringify({ nota: { chave: key } }),
		}),
	],
	['a tracking code', op('order setAsSent', { idPedido: byId(1), ...body(long) })],
	[
		"a buyer's CNPJ",
		op('sandboxOrder create', asJson(sandboxOrderFields({ cliente: { ...buyer, cpfCnpj: long } }))),
	],
	[
		'a number of a marketplace',
		op('sandboxOrder create', asJson(sandboxOrderFields({ idPedidoCanal: '2,00001E+15' }))),
	],
	[
		"an item's SKU",
		op(
			'sandboxOrder create',
			asJson(
				sandboxOrderFields({ itens: [{ sku: '7,891E+12', nome: 'Caneca', qtd: 1, valor: 79.9 }] }),
			),
		),
	],
	[
		'a filter by the number of a marketplace',
		op('order getMany', { filters: { marketplaceOrderId: '123, 2,00001E+15' } }),
	],
	['a filter by SKUs', op('securityStock getMany', { filters: { sku: ['A-1', '7,891E+12'] } })],
	['a product to read', op('product get', { sku: bySku('7,891E+12') })],
	['an order to read', op('order get', { idPedido: byId('1,12223E+13') })],
])('%s', async (_what, parameters) => {
	const said = shown((await at.n8n.run(parameters)).nodeError);
	expect(said).toMatch(/E\+\d\d/i);
	expect(said).toMatch(/spreadsheet|1 to 18 digits/);
	expect(at.hub.log).toEqual([]);
});

test('an order with such a word among its texts goes out', async () => {
	const nome = 'Resistor 1,5E+10';
	const itens = [{ sku: '1E5', nome, qtd: 1, valor: 79.9 }];
	const result = await at.n8n.done(
		op('sandboxOrder create', asJson(sandboxOrderFields({ itens }))),
	);
	expect(result.json()).toMatchObject([{ itens: [{ sku: '1E5', nome }] }]);
	expect(hintsOf(result)).toEqual([]);
});
