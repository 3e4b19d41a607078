import mapKeys from 'lodash/mapKeys.js';
import mapValues from 'lodash/mapValues.js';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect } from 'vitest';
import { byHand, columnsOf } from '../../support/columns.mts';
import { sandboxOrderFields } from '../../support/orders.mts';
import { bodies, byId, hintsOf, mapped, op } from '../../support/items.mts';
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

describe('sandbox order', () => {
	test.each(['automatically', 'by hand'])('is created from columns mapped %s', async (how) => {
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
});

describe('a sandbox order from a record that was read', () => {
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

	test('a hint names the fields that were filled in because the record lacks them', async () => {
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
