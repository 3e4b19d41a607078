import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { hintsOf } from '../../support/hints.mts';
import { mapped, shown, op } from '../../support/items.mts';
import { byId } from '../../support/locators.mts';
import { setup } from '../../support/setup.mts';

const accepted = ({ nodeError }: { nodeError?: Error }) =>
	expect(shown(nodeError as never)).toBe('nothing was thrown');

describe('a sandbox order from an order that was read', () => {
	const create = (more: object) => op('sandboxOrder create', more);

	test.each<[string, object]>([
		['mapped automatically', mapped],
		['JSON from an expression', { inputMode: 'json', json: '={{ $json }}' }],
	])('%s: every order of the hub is accepted', async (_name, way) => {
		const pair = await setup({ seed: { orders: 30, queued: 30 }, limits: false });
		const queue = (
			await pair.n8n.run(op('orderQueue getMany', { limit: 100, simplify: false }))
		).json();
		expect(queue.some(({ cliente }) => (cliente as IDataObject).nascimento === '')).toBe(true);
		const copies = queue.map(
			(order, index): IDataObject => ({ ...order, idPedidoCanal: `COPY-${index}` }),
		);
		const result = await pair.n8n.run(create(way), copies);
		accepted(result);
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
		const full = (
			await pair.n8n.run(
				op('order get', { idPedido: byId(String(order!.idPedido)), simplify: false }),
			)
		).json()[0]!;
		const pagamentos = [{ metodo: 'saldo', descricao: '', valor: 10, qtdParcelas: null }];
		const cliente = { ...(full.cliente as IDataObject), nascimento: '' };
		const result = await pair.n8n.run(create(mapped), [{ ...full, pagamentos, cliente }]);
		accepted(result);
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
		const result = await pair.n8n.run(create(mapped), queue.json());
		accepted(result);
		expect(pair.hub.log.flatMap(({ unknownFields = [] }) => unknownFields)).toEqual([]);
		expect(hintsOf(result).join()).toMatch(/`campoNovo`.*`cliente.campoNovo`/);
		expect(hintsOf(result).join()).toContain('`itens.campoNovo`');
	});
});
