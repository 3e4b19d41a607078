import { describe, expect, test } from 'vitest';
import { sandboxOrderFields } from '../../support/orders.mts';
import { asJson, bodies, itemOf, mapped, shown } from '../../support/items.mts';
import { byId } from '../../support/locators.mts';
import { setup } from '../../support/setup.mts';

const create = { resource: 'sandboxOrder', operation: 'create' };
const pay = (idPedido: number | string, more: object = {}) => ({
	resource: 'sandboxOrder',
	operation: 'simulatePayment',
	idPedido: byId(idPedido),
	...more,
});
const setStatus = (operation: string, idPedido: number | string, more: object = {}) => ({
	resource: 'order',
	operation,
	idPedido: byId(idPedido),
	...more,
});
const acknowledge = (idPedido: number | string, idInterno: unknown, status = 'pago') => ({
	resource: 'orderQueue',
	operation: 'acknowledge',
	idPedido: byId(idPedido),
	idInterno: idInterno as string,
	status,
});

describe('sandbox order', () => {
	test('from columns named like the fields, nested by a point', async () => {
		const { hub, n8n } = await setup();
		const { cliente, entrega, valores, itens, pagamentos, ...head } =
			sandboxOrderFields() as Record<string, object>;
		const flat = Object.entries({ cliente, entrega, valores }).flatMap(([group, fields]) =>
			Object.entries(fields!).map(
				([name, value]) =>
					[
						`${group}.${name}`,
						typeof value === 'number' ? String(value).replace('.', ',') : value,
					] as const,
			),
		);
		const row = {
			...head,
			...Object.fromEntries(flat),
			itens: JSON.stringify(itens),
			pagamentos: JSON.stringify(pagamentos),
		};
		const result = await n8n.run({ ...create, ...mapped }, [row]);
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

	test('a list as JSON makes several orders of one item', async () => {
		const { hub, n8n } = await setup();
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

	test.each(['resetBefore', 'resetAfter'] as const)(
		'%s: not repeated, outcome unknown',
		async (kind) => {
			const { hub, n8n } = await setup();
			hub.faults.add({ kind, endpoint: 'sandboxOrderCreate' });
			const result = await n8n.run({ ...create, ...asJson(sandboxOrderFields()) });
			expect(shown(result.nodeError)).toMatch(/unknown[\s\S]*not sent again/);
			expect(hub.count({ endpoint: 'sandboxOrderCreate' })).toBe(1);
		},
	);

	test("payment: from novo to pago, with the moment in the hub's form; not twice", async () => {
		const { hub, n8n } = await setup();
		const { idPedido } = hub.createOrder({ status: 'novo' });
		const result = await n8n.run(pay(idPedido, { dataOcorrencia: '2026-03-01T10:20:30' }));
		expect(result.json()).toEqual([
			{
				idPedido: String(idPedido),
				status: 'pago',
				dataOcorrencia: '2026-03-01 10:20:30',
				paid: true,
			},
		]);
		expect(bodies(hub, 'sandboxOrderPaid')).toEqual([{ dataOcorrencia: '2026-03-01 10:20:30' }]);
		expect(hub.state.orders.get(idPedido)?.status).toBe('pago');
		const again = await n8n.run(pay(idPedido));
		expect(shown(again.nodeError)).toMatch(/400: O pedido deve estar com status novo/);
		expect(bodies<object>(hub, 'sandboxOrderPaid')[1]).toEqual({
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

describe('status of an order', () => {
	const operations = [
		['setAsInvoiced', 'invoiced', 'faturado', 'orderInvoiced'],
		['setAsSent', 'sent', 'enviado', 'orderSent'],
		['setAsDelivered', 'delivered', 'entregue', 'orderDelivered'],
	] as const;

	test.each(operations)(
		'%s without a body, with fields, with JSON',
		async (operation, path, status, endpoint) => {
			const { hub, n8n } = await setup();
			const { idPedido } = hub.createOrder({ status: 'pago' });
			const fields = {
				field: [
					{ name: 'nfeChave', value: '123' },
					{ name: 'nfeSerie', value: '1' },
				],
			};
			const plain = await n8n.run(setStatus(operation, idPedido));
			await n8n.run(setStatus(operation, idPedido, { bodyMode: 'fields', bodyFields: fields }));
			await n8n.run(
				setStatus(operation, idPedido, {
					bodyMode: 'json',
					bodyJson: '{"volumes":[{"codigo":999999999999999999}]}',
				}),
			);
			expect(plain.json()).toEqual([expect.objectContaining({ idPedido, status })]);
			const requests = hub.log.filter((request) => request.endpoint === endpoint);
			expect(requests.map(({ method, path: sent }) => [method, sent])).toEqual(
				Array.from({ length: 3 }, () => ['PUT', `/v1/orders/${idPedido}/${path}`]),
			);
			expect(requests[0]?.body).toBe('');
			expect(requests[0]?.headers['content-type']).toBeUndefined();
			expect(JSON.parse(requests[1]!.body)).toEqual({ nfeChave: '123', nfeSerie: '1' });
			expect(requests[2]?.status).toBe(200);
		},
	);

	test.each(operations)(
		'%s: 503 and lost answers are not repeated',
		async (operation, _path, _status, endpoint) => {
			const { hub, n8n } = await setup();
			const { idPedido } = hub.createOrder({});
			for (const fault of [
				{ kind: 'status', status: 503, applied: true },
				{ kind: 'resetAfter' },
			] as const) {
				hub.clearLog();
				hub.faults.add({ ...fault, endpoint });
				const result = await n8n.run(setStatus(operation, idPedido));
				expect(shown(result.nodeError)).toMatch(/unknown/);
				expect(hub.count({ endpoint })).toBe(1);
			}
		},
	);

	test('a list as body, and an order that does not exist', async () => {
		const { hub, n8n } = await setup();
		const list = await n8n.run(
			setStatus('setAsSent', 1, { bodyMode: 'json', bodyJson: '[{"a":1},{"b":2}]' }),
		);
		expect(shown(list.nodeError)).toMatch(/one object/);
		expect(hub.log).toEqual([]);
		expect(shown((await n8n.run(setStatus('setAsSent', 1))).nodeError)).toMatch(/404: Pedido/);
	});
});

describe('acknowledge', () => {
	test.each(['1', '9007199254740993', '999999999999999999', ' 42 '])(
		'idInterno %j reaches the hub as exactly that JSON number',
		async (idInterno) => {
			const { hub, n8n } = await setup();
			const { idPedido } = hub.createOrder({});
			const digits = idInterno.trim();
			const result = await n8n.run(acknowledge(idPedido, idInterno, 'faturado'));
			expect(
				hub.log.filter(({ endpoint }) => endpoint === 'acknowledge').map(({ body }) => body),
			).toEqual([`{"idInterno":${digits},"status":"faturado"}`]);
			expect(hub.state.acknowledgements).toEqual([
				expect.objectContaining({ idPedido, idInterno: digits, status: 'faturado' }),
			]);
			expect(result.json()).toEqual([
				{ idPedido: String(idPedido), idInterno: digits, status: 'faturado', acknowledged: true },
			]);
			const read = await n8n.run({
				resource: 'order',
				operation: 'get',
				idPedido: byId(idPedido),
				simplify: false,
			});
			expect(String(read.json()[0]?.idInterno)).toBe(digits);
		},
	);

	test("left empty: the hub's own order ID", async () => {
		const { hub, n8n } = await setup();
		const { idPedido } = hub.createOrder({});
		await n8n.run(acknowledge(idPedido, ''));
		expect(hub.state.acknowledgements[0]?.idInterno).toBe(String(idPedido));
	});

	test.each([
		['0', /`idInterno` must be .*1 to 999999999999999999, got '0'/],
		['1000000000000000000', /`idInterno`.*1000000000000000000/],
		['-1', /`idInterno`/],
		['1.5', /`idInterno`/],
		['ABC-1', /`idInterno`.*ABC-1/],
	])('idInterno %j is refused, nothing is sent', async (idInterno, message) => {
		const { hub, n8n } = await setup();
		const result = await n8n.run(acknowledge(1, idInterno));
		expect(shown(result.nodeError)).toMatch(message);
		expect(hub.log).toEqual([]);
	});

	test('a number from an expression that JavaScript has rounded already is not sent as if it were exact', async () => {
		const { hub, n8n } = await setup();
		const { idPedido } = hub.createOrder({});
		const result = await n8n.run(acknowledge(idPedido, '={{ 999999999999999999 }}'));
		expect(shown(result.nodeError)).toMatch(/`idInterno`/);
		expect(hub.count({ endpoint: 'acknowledge' })).toBe(0);
	});

	test('a status that the hub does not take is refused before sending', async () => {
		const { hub, n8n } = await setup();
		const result = await n8n.run(acknowledge(1, '1', '={{ "em-separacao" }}'));
		expect(shown(result.nodeError)).toMatch(
			/status.*(one of novo, pago, faturado|valid|not supported)/is,
		);
		expect(hub.log).toEqual([]);
	});

	test('twice: the second says that the order was not waiting', async () => {
		const { hub, n8n } = await setup();
		const { idPedido } = hub.createOrder({});
		await n8n.run(acknowledge(idPedido, '7'));
		const second = await n8n.run(acknowledge(idPedido, '7'));
		expect(shown(second.nodeError)).toMatch(
			new RegExp(`Order ${idPedido} was not waiting[\\s\\S]*acknowledged before`),
		);
		expect(hub.state.acknowledgements).toHaveLength(1);
	});

	test('404 to a repetition after a lost answer is success', async () => {
		const { hub, n8n } = await setup();
		const { idPedido } = hub.createOrder({});
		hub.faults.add({ kind: 'resetAfter', endpoint: 'acknowledge' });
		const result = await n8n.run(acknowledge(idPedido, '7'));
		expect(result.json()).toEqual([expect.objectContaining({ acknowledged: true })]);
		expect(
			hub.log.filter(({ endpoint }) => endpoint === 'acknowledge').map(({ status }) => status),
		).toEqual([0, 404]);
		expect(hub.state.acknowledgements).toHaveLength(1);
	});
});
