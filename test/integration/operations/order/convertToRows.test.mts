import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { go, itemOf, op } from '../../../support/items.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach();

const order = {
	...{ idPedido: 7, idPedidoCanal: 'ML-7', status: 'Faturado' },
	...{ dataEmissao: '28/11/2026 10:00:00', dataIntegracao: '2026-11-28 10:05:00' },
	canal: { canalIntegracao: 'Loja A' },
	valores: { total: '199,90' },
	cliente: {
		...{ nome: 'Ana', cpfCnpj: '111.444.777-35' },
		...{ email: 'ana@example.com', telefone: '1', celular: '2' },
	},
	entrega: { cidade: 'Recife', uf: 'PE' },
	itens: [
		{ sku: 'A', qtd: '1' },
		{ sku: 'B', qtd: 3 },
		{ sku: ' A ', qtd: 2 },
		{ nome: 'Gift wrap', qtd: 1 },
	],
};
const convert = async (orders: IDataObject[], parameters: object) =>
	await at.n8n.run(op('order convertToRows', { order: '={{ $json }}', ...parameters }), orders);

test('an order becomes a row with plain text, a date with its offset and how far it has come', async () => {
	const run = await convert([order], { rows: 'orders' });
	expect(run.json()).toEqual([
		{
			...{ idPedido: '7', idPedidoCanal: 'ML-7', canal: 'Loja A', status: 'Faturado' },
			...{ total: 199.9, dataEmissao: '2026-11-28T10:00:00.000-03:00', cpfCnpj: '11144477735' },
			...{ stopped: false, isReturned: false, reached: '3 faturado' },
		},
	]);
	expect(at.hub.log).toEqual([]);
});

test.each([
	[
		'paid, and has a tracking code',
		{ status: 'pago', entrega: { codigoRastreio: 'BR1' } },
		'3 faturado',
	],
	['delivered', { status: 'ENTREGUE', fiscal: { nfeNumero: '12' } }, '5 entregue'],
	[
		'new, with marks that stand for nothing',
		{ status: 'novo', entrega: { codigoRastreio: ' ' }, fiscal: { nfeNumero: '0', nfeChave: '-' } },
		'1 novo',
	],
	['of a word of its own', { status: 'em separação' }, '0'],
	['cancelled', { status: 'cancelado' }, '0'],
	['of a status and a channel that are no text', { status: { nome: 'pago' }, canal: [] }, '0'],
])('an order that is %s has come so far', async (_, changes, reached) => {
	for (const rows of ['orders', 'lines', 'customers']) {
		const run = await convert([{ ...order, ...changes }], { rows });
		if (rows === 'orders') expect(run.json()).toMatchObject([{ reached }]);
		const values = run.json().flatMap((row) => Object.values(row));
		expect(values.filter((value) => value !== null && typeof value === 'object')).toEqual([]);
		expect(values).not.toContain('[object Object]');
	}
});

test.each([
	['zeros alone', '0000-00-00 00:00:00', null],
	['a month before the day', '11/28/2026 10:00:00', null],
	['text', 'x', null],
	['no zone', ' 2026-11-28 10:00:00 ', '2026-11-28T10:00:00.000-03:00'],
	['nothing', '', null],
	['another offset', '2026-11-28T13:00:00Z', '2026-11-28T10:00:00.000-03:00'],
])('a date of %s is stored as the moment or as empty', async (_, dataEmissao, expected) => {
	const run = await convert([{ ...order, dataEmissao }], { rows: 'orders' });
	expect(run.json()).toMatchObject([{ dataEmissao: expected }]);
});

test('an order becomes a line for each SKU, with equal SKUs added up', async () => {
	const run = await convert([order, { ...order, idPedido: 8, itens: [{ sku: 'C', qtd: 1 }] }], {
		...{ rows: 'lines', readAt: '2026-11-28T10:06:00-03:00' },
	});
	const line = {
		...{ idPedido: '7', status: 'Faturado', cancelled: false, gone: true },
		...{
			integrated: '2026-11-28T10:05:00.000-03:00',
			read: '2026-11-28T10:06:00.000-03:00',
		},
	};
	expect(run.json()).toEqual([
		{ ...line, sku: 'A', quantity: 3 },
		{ ...line, sku: 'B', quantity: 3 },
		{ ...line, idPedido: '8', sku: 'C', quantity: 1 },
	]);
	expect(run.items().map(itemOf)).toEqual([0, 0, 1]);
	// read now, unless somebody says when
	const [now] = (await convert([order], { rows: 'lines' })).json();
	expect(Date.now() - Date.parse(String(now!.read))).toBeLessThan(60_000);
});

test('customers are one by their CPF or CNPJ, however it is written, and none without it', async () => {
	const cnpj = { ...order.cliente, cpfCnpj: '12.abc.345/01de-35', celular: ' ' };
	const run = await convert(
		[
			order,
			{ ...order, cliente: cnpj },
			{ ...order, cliente: { ...cnpj, cpfCnpj: '000.000.000-00' } },
			{ ...order, cliente: { ...cnpj, cpfCnpj: null } },
			{ idPedido: 9, status: 'novo' },
		],
		{ rows: 'customers' },
	);
	expect(run.json()).toEqual([
		{
			...{ cpfCnpj: '11144477735', nome: 'Ana', email: 'ana@example.com', telefone: '2' },
			...{ cidade: 'Recife', uf: 'PE' },
		},
		expect.objectContaining({ cpfCnpj: '12ABC34501DE35', telefone: '1' }),
	]);
});

// two buyers would become one customer
test.each([
	...['', ' ', '***', '***.982.247-**', '**.*22.333/0001-81', '529.982.247-**'],
	...['000.000.000-00', '00000000000000', '99999999999', '982247'],
])('a CPF or CNPJ such as %j is none', async (cpfCnpj) => {
	const given = [{ ...order, cliente: { ...order.cliente, cpfCnpj } }];
	expect((await convert(given, { rows: 'customers' })).json()).toEqual([]);
	expect((await convert(given, { rows: 'orders' })).json()).toMatchObject([{ cpfCnpj: null }]);
});

test('an item that is no order says so, and its neighbours come out', async () => {
	const parameters = op('order convertToRows', { order: '={{ $json }}', rows: 'orders' });
	const { json } = await at.n8n.run(parameters, [{ sku: 'A' }, order], go);
	expect(json()).toMatchObject([
		{ error: 'Order (`order`) is no order of the hub: it has no `idPedido`' },
		{ idPedido: '7' },
	]);
});

test('an order that another node holds stays as it was', async () => {
	const given = [structuredClone(order)];
	await convert(given, { rows: 'orders' });
	expect(given).toEqual([order]);
});
