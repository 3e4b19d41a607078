import { describe, expect, it } from 'vitest';
import type { FullOrder } from '../../hub/index.mts';
import { expectRefusal, useHub } from './client.mts';
import { changed, sandboxOrder } from './samples.mts';

const t = useHub({ limits: false });
const long = (length: number): string => 'x'.repeat(length);

describe('sandbox order creation', () => {
	it('creates a full record in status novo and puts it into the queue', async () => {
		const answer = await t.client.post('/v1/orders', sandboxOrder());
		expect(answer.status).toBe(201);
		const order = answer.json as FullOrder;
		expect(order).toMatchObject({
			...sandboxOrder({ canal: expect.anything() as unknown }),
			status: 'novo',
			idInterno: null,
			canal: {
				canal: 'Mercado Azul',
				canalIntegracao: 'Mercado Azul - Loja Oficial',
				hashCanal: 'canal-11',
			},
		});
		expect(t.hub.state.queue.has(order.idPedido)).toBe(true);
		expect((await t.client.get(`/v1/orders/${order.idPedido}`)).json).toEqual(order);
	});

	const text250 = [
		'idPedidoCanal',
		'referenciaPedidoCanal',
		'canal',
		'cliente.nome',
		'cliente.email',
		'cliente.cpfCnpj',
		'cliente.rgIe',
		'cliente.nascimento',
		'cliente.telefone',
		'cliente.celular',
		'entrega.destinatario',
		'entrega.endereco',
		'entrega.bairro',
		'entrega.cidade',
		'entrega.complemento',
		'entrega.referencia',
		'entrega.tipoFrete',
		'itens.0.sku',
		'itens.0.nome',
		'pagamentos.0.metodo',
		'pagamentos.0.descricao',
	].map((path): [string, unknown[], unknown[]] => [path, [long(250)], ['', long(251), 1]]);
	const amounts = [
		'valores.frete',
		'valores.subtotal',
		'valores.desconto',
		'valores.total',
		'itens.0.valor',
		'pagamentos.0.valor',
	].map((path): [string, unknown[], unknown[]] => [path, [0, 999999.99], [-0.01, 1_000_000, '1']]);
	const rules: [path: string, good: unknown[], bad: unknown[]][] = [
		...text250,
		...amounts,
		[
			'dataEmissao',
			['2024-02-29 23:59:59'],
			['2024-05-06', '2024-05-06T07:08:09', '2024-02-30 00:00:00', ''],
		],
		['moeda', ['USD'], ['R$', 'real', 'brl']],
		['cliente.sexo', ['m', 'f', 'j', 'ni'], ['x', '']],
		['cliente.pessoa', ['f', 'j'], ['m', '']],
		['entrega.cep', ['1', '04101-000'], ['', '04101-0000']],
		['entrega.uf', ['RJ'], ['R', 'RIO', '']],
		['entrega.numero', ['S/N', long(50)], ['', long(51)]],
		['entrega.prazoEntrega', [1, 365], [0, 366, '5']],
		['itens', [], [[], {}]],
		['pagamentos', [], [[], {}]],
		['itens.0.qtd', [1, 99999], [0, 100000, '1']],
		['pagamentos.0.qtdParcelas', [1, 99999], [0, 100000]],
	];

	it.each(rules)('%s', async (path, good, bad) => {
		for (const value of good) {
			const answer = await t.client.post('/v1/orders', changed(sandboxOrder(), path, value));
			expect(answer.status, JSON.stringify(value)).toBe(201);
		}
		const place = new RegExp(path.replace('.0', '\\[0\\]').split('.').join('\\.'));
		for (const value of bad) {
			expectRefusal(
				await t.client.post('/v1/orders', changed(sandboxOrder(), path, value)),
				400,
				place,
			);
		}
	});

	const required = [
		'idPedidoCanal',
		'canal',
		'dataEmissao',
		'moeda',
		'cliente',
		'cliente.nome',
		'cliente.email',
		'cliente.cpfCnpj',
		'cliente.pessoa',
		'cliente.nascimento',
		'entrega',
		'entrega.cep',
		'entrega.destinatario',
		'entrega.endereco',
		'entrega.bairro',
		'entrega.cidade',
		'entrega.uf',
		'entrega.numero',
		'entrega.prazoEntrega',
		'valores',
		'valores.frete',
		'valores.subtotal',
		'valores.desconto',
		'valores.total',
		'itens',
		'itens.0.sku',
		'itens.0.nome',
		'itens.0.qtd',
		'itens.0.valor',
		'pagamentos',
		'pagamentos.0.metodo',
		'pagamentos.0.descricao',
		'pagamentos.0.qtdParcelas',
		'pagamentos.0.valor',
	];

	it.each(required)('needs %s', async (path) => {
		const answer = await t.client.post('/v1/orders', changed(sandboxOrder(), path, undefined));
		expectRefusal(answer, 400, 'obrigatório');
		expect((answer.json as { details: string[] }).details).toHaveLength(1);
	});

	it('lists every broken rule', async () => {
		const broken = changed(changed(sandboxOrder(), 'moeda', 'x'), 'entrega.uf', 'x');
		const answer = await t.client.post('/v1/orders', broken);
		expect((answer.json as { details: string[] }).details).toHaveLength(2);
	});
});

describe('sandbox payment', () => {
	it('moves novo to pago and enqueues, once', async () => {
		const { idPedido } = t.hub.createOrder();
		t.hub.state.queue.delete(idPedido);
		const body = { dataOcorrencia: '2024-05-06 08:00:00' };
		expect(await t.client.put(`/v1/orders/${idPedido}/paid`, body)).toMatchObject({
			status: 204,
			text: '',
		});
		expect(t.hub.state.orders.get(idPedido)?.status).toBe('pago');
		expect(t.hub.state.queue.has(idPedido)).toBe(true);
		expectRefusal(await t.client.put(`/v1/orders/${idPedido}/paid`, body), 400);
	});

	it('needs no body, and an order', async () => {
		const { idPedido } = t.hub.createOrder();
		expect((await t.client.put(`/v1/orders/${idPedido}/paid`)).status).toBe(204);
		expectRefusal(await t.client.put('/v1/orders/1/paid'), 404);
		for (const status of ['pago', 'faturado', 'enviado', 'entregue', 'cancelado']) {
			const other = t.hub.createOrder({ status });
			expectRefusal(await t.client.put(`/v1/orders/${other.idPedido}/paid`), 400);
		}
	});
});
