import { describe, expect, test } from 'vitest';
import type { FullOrder } from '../../hub/index.mts';
import { completeSeed, parametersOf } from '../../support/everyOperation.mts';
import { setupEach } from '../../support/setup.mts';
import { byId, go, mapped, op, requests, shown } from '../../support/items.mts';
import { productFields } from '../../support/products.mts';

const at = setupEach({ seed: { ...completeSeed, queued: 12 } });

const asText = /give it as text/i;
const firstOrder = (): FullOrder => [...at.hub.state.orders.values()][0]!;

describe('numbers as text become numbers, and other texts do not', () => {
	test.each([
		'channel getMany',
		'order getMany',
		'order get',
		'orderQueue getMany',
		'product getMany',
		'product get',
		'securityStock getMany',
		'customizedPrice getMany',
		'fiscalDocument getMany',
	])('%s: the same result, whether the hub writes numbers as text or not', async (name) => {
		const parameters = parametersOf(name, at.hub, { simplify: false });
		const plain = await at.n8n.done(parameters);
		expect(plain.json().length).toBeGreaterThan(0);
		at.hub.quirks.numbersAsStrings = true;
		const quirky = await at.n8n.run(parameters);
		expect(quirky.json()).toEqual(plain.json());
	});

	test('order amounts become numbers, and texts of the order stay texts', async () => {
		at.hub.quirks.numbersAsStrings = true;
		const { idPedido } = firstOrder();
		const [order] = (
			await at.n8n.run(op('order get', { idPedido: byId(idPedido), simplify: false }))
		).json();
		expect(order).toMatchObject({
			idPedido,
			idPedidoCanal: firstOrder().idPedidoCanal,
			valores: firstOrder().valores,
		});
		expect(typeof (order!.cliente as { cpfCnpj: unknown }).cpfCnpj).toBe('string');
		expect(typeof (order!.entrega as { numero: unknown }).numero).toBe('string');
	});
});

test.each([
	['1234,56', 1234.56],
	['1.234,56', 1234.56],
	['1.234.567,8', 1234567.8],
	['1.500', 1500],
	['1.500.000', 1500000],
	['0,01', 0.01],
	['199.90', 199.9],
	['79', 79],
	[12.5, 12.5],
	['sob consulta', 'sob consulta'],
	['', ''],
	[null, null],
])('a customized price written %j reads as %j', async (written, expected) => {
	const entry = {
		idProduto: 1,
		skuProduto: 'A',
		idCanalIntegracao: 11,
		precoDePersonalizado: written,
		precoPorPersonalizado: written,
	};
	const body = { produtosPrecoPersonalizado: { Loja: [entry] }, info: { total: 1 } };
	at.hub.faults.add({ endpoint: 'customizedPriceList', kind: 'status', status: 200, body });
	const [price] = (await at.n8n.run(op('customizedPrice getMany'))).json();
	expect(price).toEqual({
		canal: 'Loja',
		...entry,
		precoDePersonalizado: expected,
		precoPorPersonalizado: expected,
	});
});

test('fields that the reference does not name stay, at every depth', async () => {
	at.hub.quirks.extraFields = true;
	const idPedido = byId(firstOrder().idPedido);
	const [order] = (await at.n8n.run(op('order get', { idPedido, simplify: false }))).json();
	const novelty = { valor: 'novidade', lista: [1] };
	expect(order).toMatchObject({ campoNovo: novelty, cliente: { campoNovo: novelty } });
	expect((order!.itens as object[])[0]).toMatchObject({ campoNovo: novelty });
	const [price] = (await at.n8n.run(op('customizedPrice getMany'))).json();
	expect(price).toMatchObject({ campoNovo: novelty });
});

describe('integers beyond 2^53', () => {
	test.each(['999999999999999999', '9007199254740993', '9007199254740991', '1', ' 42 '])(
		'idInterno %j is acknowledged and read back with all its digits',
		async (given) => {
			const { idPedido } = firstOrder();
			const done = await at.n8n.done(
				op('orderQueue acknowledge', {
					idPedido: byId(idPedido),
					idInterno: given,
					status: 'pago',
				}),
			);
			const idInterno = given.trim();
			expect(done.json()).toEqual([
				{ idPedido: String(idPedido), idInterno, status: 'pago', acknowledged: true },
			]);
			const [request] = requests(at.hub, 'acknowledge');
			expect(request!.body).toBe(`{"idInterno":${idInterno},"status":"pago"}`);
			expect(at.hub.state.acknowledgements).toMatchObject([
				{ idPedido, idInterno, status: 'pago' },
			]);

			const value = Number.isSafeInteger(Number(idInterno)) ? Number(idInterno) : idInterno;
			for (const simplify of [true, false]) {
				const read = await at.n8n.run(op('order get', { idPedido: byId(idPedido), simplify }));
				expect(read.json()[0]!.idInterno).toBe(value);
				const list = await at.n8n.run(op('order getMany', { returnAll: true, simplify }));
				expect(list.json().find((order) => order.idPedido === idPedido)!.idInterno).toBe(value);
			}
		},
	);

	test.each(['0', '1000000000000000000', '-1', '1.5', 'abc', '1e3'])(
		'idInterno %s is refused before sending',
		async (idInterno) => {
			const done = await at.n8n.run(
				op('orderQueue acknowledge', {
					idPedido: byId(firstOrder().idPedido),
					idInterno,
					status: 'pago',
				}),
			);
			expect(done.nodeError?.message).toContain('idInterno');
			expect(done.nodeError?.message).toContain(`1 to 999999999999999999, got '${idInterno}'`);
			expect(at.hub.count({ endpoint: 'acknowledge' })).toBe(0);
		},
	);

	const setAsInvoiced = async (bodyJson: string) =>
		await at.n8n.run(
			op('order setAsInvoiced', {
				...{ idPedido: byId(firstOrder().idPedido), bodyMode: 'json', bodyJson },
			}),
		);
	const sentTo = (endpoint: string) => requests(at.hub, endpoint)[0]!.body;

	// other numbers are held by unit/exactJson.test.mts
	test('are sent with all digits from JSON', async () => {
		const digits = '-123456789012345678901234567890';
		await setAsInvoiced(`{"numero": ${digits}, "lista": [${digits}], "texto": "${digits}"}`);
		expect(sentTo('orderInvoiced')).toBe(
			`{"numero":${digits},"lista":[${digits}],"texto":"${digits}"}`,
		);
	});

	test('are sent with all digits in features and IDs of a product', async () => {
		const [ean, idCategoriaExterna] = ['12345678901234567890', '9007199254740993'];
		const entry = productFields({ ean, idCategoriaExterna, caracteristicas: { lote: ean } });
		// as numbers, not as texts
		const json = JSON.stringify(entry).replace(/"(\d{16,})"/g, '$1');
		await at.n8n.run(op('product create', { inputMode: 'json', json }));
		expect(sentTo('productCreate')).toContain('"idCategoriaExterna":9007199254740993');
		expect(sentTo('productCreate')).toContain('"lote":12345678901234567890');
		expect(sentTo('productCreate')).toContain('"ean":"12345678901234567890"');
	});

	test('are sent with all digits if given as text', async () => {
		const idCategoriaExterna = '9007199254740993';
		const entry = { ...productFields({ skuProduto: 'LONG' }), idCategoriaExterna };
		await at.n8n.run(op('product create', mapped), [entry]);
		expect(sentTo('productCreate')).toContain('"idCategoriaExterna":9007199254740993');
	});

	test.each(['={{ ({ numero: 9007199254740993 }) }}', '={{ ({ a: { lista: [1e21] } }) }}'])(
		'are refused from the expression %s, because they are no longer exact',
		async (bodyJson) => {
			expect(shown((await setAsInvoiced(bodyJson)).nodeError)).toMatch(asText);
			expect(at.hub.count({ endpoint: 'orderInvoiced' })).toBe(0);
		},
	);

	test('are refused in columns, at every depth', async () => {
		const items = [
			{ idCategoriaExterna: 9007199254740993 },
			{ caracteristicas: { lote: 9007199254740993 } },
			{ tags: [9007199254740993] },
		].map(productFields);
		const result = await at.n8n.run(op('product create', mapped), items, go);
		expect(result.json().map(({ error }) => error)).toEqual(
			items.map(() => expect.stringMatching(asText)),
		);
		expect(at.hub.count({ endpoint: 'productCreate' })).toBe(0);
	});
});
