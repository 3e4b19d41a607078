import mapKeys from 'lodash/mapKeys.js';
import mapValues from 'lodash/mapValues.js';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect } from 'vitest';
import { byHand, columnsOf } from '../../support/columns.mts';
import { sandboxOrderFields } from '../../support/orders.mts';
import { asJson, bodies, byId, hintsOf, itemOf, mapped, op, shown } from '../../support/items.mts';
import { setup, test } from '../../support/setup.mts';

const create = op('sandboxOrder create');
/** Columns of the fields, those of a group behind its name and a point. */
const flatten = (fields: IDataObject): IDataObject =>
	Object.assign(
		{},
		...Object.entries(fields).map(([name, value]) =>
			typeof value === 'object'
				? mapKeys(value as object, (_, inner) => `${name}.${inner}`)
				: { [name]: value },
		),
	) as IDataObject;
const pay = (idPedido: number | string, more: object = {}) =>
	op('sandboxOrder simulatePayment', { idPedido: byId(idPedido), ...more });

describe('sandbox order', () => {
	test.each(['automatically', 'by hand'])('from columns mapped %s', async (how) => {
		const pair = await setup();
		const { hub, n8n } = pair;
		const { itens, pagamentos, ...fields } = sandboxOrderFields();
		const lists = { itens: JSON.stringify(itens), pagamentos: JSON.stringify(pagamentos) };
		const row = { ...flatten(fields), ...lists };
		const schema = await columnsOf(pair, 'getSandboxOrderFields');
		expect(schema.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(row)));
		const withCommas = mapValues(row, (value) =>
			typeof value === 'number' ? String(value).replace('.', ',') : value,
		);
		const result =
			how === 'by hand'
				? await n8n.done({ ...create, ...byHand(schema, row) })
				: await n8n.done({ ...create, ...mapped }, [withCommas]);
		expect(bodies(hub, 'sandboxOrderCreate')).toEqual([sandboxOrderFields()]);
		expect(result.json()).toEqual([
			expect.objectContaining({
				idPedido: expect.any(Number),
				status: 'novo',
				valores: { frete: 10, subtotal: 79.9, desconto: 0, total: 89.9 },
			}),
		]);
		expect(hub.state.queue.has(Number(result.json()[0]?.idPedido))).toBe(true);
	});

	test('a list as JSON makes several orders of one item', async ({ hub, n8n }) => {
		const result = await n8n.run({
			...create,
			...asJson(['A', 'B'].map((idPedidoCanal) => sandboxOrderFields({ idPedidoCanal }))),
		});
		expect(result.items().map((item) => [itemOf(item), item.json.idPedidoCanal])).toEqual([
			[0, 'A'],
			[0, 'B'],
		]);
		expect(hub.state.orders.size).toBe(2);
	});

	test('payment: from novo to pago, the moment as the hub writes it', async ({ hub, n8n }) => {
		const { idPedido } = hub.createOrder({ status: 'novo' });
		const result = await n8n.run(pay(idPedido, { dataOcorrencia: '2026-03-01T10:20:30' }));
		expect(result.json()).toEqual([
			{
				idPedido: String(idPedido),
				status: 'pago',
				dataOcorrencia: '2026-03-01 10:20:30',
				paid: true,
				outcome: 'done',
			},
		]);
		expect(bodies(hub, 'sandboxOrderPaid')).toEqual([{ dataOcorrencia: '2026-03-01 10:20:30' }]);
		expect(hub.state.orders.get(idPedido)?.status).toBe('pago');
		const again = await n8n.run(pay(idPedido));
		expect(again.json()).toMatchObject([{ status: 'pago', paid: true, outcome: 'unchanged' }]);
		hub.updateOrder(idPedido, { status: 'novo' });
		await n8n.run(pay(idPedido));
		expect(bodies(hub, 'sandboxOrderPaid')[1]).toEqual({
			dataOcorrencia: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
		});
	});

	test('in production both are refused with nothing sent at all', async () => {
		const { hub, n8n } = await setup({ environment: 'production' });
		for (const parameters of [{ ...create, ...asJson(sandboxOrderFields()) }, pay(1)]) {
			const result = await n8n.run(parameters);
			expect(shown(result.nodeError)).toMatch(
				/Sandbox orders do not exist in production[\s\S]*Environment/,
			);
		}
		expect(hub.log).toEqual([]);
	});
});

describe('a sandbox order from an order that was read', () => {
	const create = (more: object) => op('sandboxOrder create', more);

	test.each<[string, object]>([
		['mapped automatically', mapped],
		['JSON from an expression', { inputMode: 'json', json: '={{ $json }}' }],
	])('%s: every order of the hub is accepted', async (_name, way) => {
		const pair = await setup({ seed: { orders: 30, queued: 30 }, limits: false });
		const get = op('orderQueue getMany', { limit: 100, simplify: false });
		const queue = (await pair.n8n.run(get)).json();
		expect(queue.some(({ cliente }) => (cliente as IDataObject).nascimento === '')).toBe(true);
		const copies = queue.map(
			(order, index): IDataObject => ({ ...order, idPedidoCanal: `COPY-${index}` }),
		);
		const result = await pair.n8n.done(create(way), copies);
		expect(pair.hub.log.flatMap(({ unknownFields = [] }) => unknownFields)).toEqual([]);
		expect(result.json()).toHaveLength(30);
		result.json().forEach((order, index) => {
			const { itens, entrega, valores, dataEmissao, canal } = copies[index]!;
			const {
				freteMapeado: _mapped,
				codigoRastreio: _code,
				linkRastreio: _link,
				...address
			} = entrega as IDataObject;
			expect(order).toMatchObject({ itens, valores, dataEmissao, entrega: address });
			expect(order.canal).toMatchObject({ canal: (canal as IDataObject).canal });
		});
	});

	test('what the read lacks and the hub demands is filled in, and a hint says so', async () => {
		const pair = await setup({ seed: { orders: 1 } });
		const [order] = (await pair.n8n.run(op('order getMany'))).json();
		const get = op('order get', { idPedido: byId(String(order!.idPedido)), simplify: false });
		const [full] = (await pair.n8n.run(get)).json();
		const pagamentos = [{ metodo: 'saldo', descricao: '', valor: 10, qtdParcelas: null }];
		const cliente = { ...(full!.cliente as IDataObject), nascimento: '' };
		const result = await pair.n8n.done(create(mapped), [{ ...full, pagamentos, cliente }]);
		expect(result.json()[0]).toMatchObject({
			pagamentos: [{ metodo: 'saldo', descricao: 'saldo', qtdParcelas: 1, valor: 10 }],
		});
		expect(hintsOf(result).join()).toMatch(/pagamentos.*qtdParcelas/);
		expect(hintsOf(result).join()).toContain('cliente.nascimento');
	});

	test('fields that the reference does not know are left out and named', async () => {
		const pair = await setup({ seed: { orders: 1, queued: 1 } });
		pair.hub.quirks.extraFields = true;
		const queue = await pair.n8n.run(op('orderQueue getMany', { simplify: false }));
		const result = await pair.n8n.done(create(mapped), queue.json());
		expect(pair.hub.log.flatMap(({ unknownFields = [] }) => unknownFields)).toEqual([]);
		expect(hintsOf(result).join()).toMatch(/`campoNovo`.*`cliente.campoNovo`/);
		expect(hintsOf(result).join()).toContain('`itens.campoNovo`');
	});
});
