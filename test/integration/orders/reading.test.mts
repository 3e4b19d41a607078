import range from 'lodash/range.js';
import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { setupEach } from '../../support/setup.mts';
import { op, requests } from '../../support/items.mts';
import { addOrders } from '../../support/orderHistory.mts';

const at = setupEach({ seed: { orders: 60 } });

const getMany = async (parameters: INodeParameters) =>
	await at.n8n.run(op('order getMany', { returnAll: true, sort: 'oldestFirst', ...parameters }));
const withStatus = (...statuses: string[]) =>
	at.hub.state
		.ordersByIssueDate()
		.filter(({ status }) => statuses.includes(status))
		.map(({ idPedido }) => idPedido);
const sentStatus = () => requests(at.hub, 'orderList').map(({ query }) => query.status);

describe('Get Many', () => {
	test.each([
		['one status', { status: ['pago'] }, 'pago'],
		['several statuses', { status: ['pago', 'enviado'] }, 'pago|enviado'],
		['free text', { otherStatus: 'entregue' }, 'entregue'],
		['several in free text', { otherStatus: ' entregue , cancelado,' }, 'entregue|cancelado'],
		[
			'both, one of them twice',
			{ status: ['novo', 'pago'], otherStatus: 'pago, faturado' },
			'novo|pago|faturado',
		],
		['a list that an expression gives', { status: '={{ ["novo", "pago"] }}' }, 'novo|pago'],
		[
			'a list with nothing in places',
			{ status: '={{ [null, undefined, " ", "pago", ""] }}' },
			'pago',
		],
		['text that an expression gives', { status: '={{ "novo,pago" }}' }, 'novo|pago'],
		['bars, as the hub writes several', { otherStatus: 'novo|pago' }, 'novo|pago'],
		['semicolons and line breaks', { otherStatus: 'novo; pago\nenviado' }, 'novo|pago|enviado'],
		['any case of those that the reference names', { otherStatus: 'Novo, PAGO' }, 'novo|pago'],
	])('%s', async (_name, filters, sent) => {
		const { error, json } = await getMany({ filters });
		expect(error).toBeUndefined();
		expect(json().map(({ idPedido }) => idPedido)).toEqual(withStatus(...sent.split('|')));
		expect(sentStatus()).toEqual([sent]);
	});

	test.each([[{}], [{ status: [] }], [{ otherStatus: '' }], [{ otherStatus: ' , ' }]])(
		'no filter: %j',
		async (filters) => {
			expect((await getMany({ filters })).json()).toHaveLength(60);
			expect(sentStatus()).toEqual([undefined]);
		},
	);

	test.each([
		['status', { status: '={{ [{ a: 1 }] }}' }],
		['status', { status: '={{ ({ a: 1 }) }}' }],
		['otherStatus', { otherStatus: '={{ [["pago"]] }}' }],
	])('an object in %s is refused, and nothing is sent: %j', async (name, filters) => {
		for (const resource of ['order', 'orderQueue']) {
			const { nodeError } = await getMany({ resource, filters });
			expect(nodeError?.message).toContain(`(\`${name}\`) must be text`);
		}
		expect(at.hub.log).toEqual([]);
	});

	test.each([1e9, 1e12])(
		'the newest order comes from a hub that counts %i orders and repeats its page',
		async (total) => {
			Object.assign(at.hub.quirks, { firstPageOnly: true, statedTotal: total });
			addOrders(at.hub, range(90));
			const limited = { returnAll: false, limit: 1 };
			for (const sort of ['newestFirst', 'oldestFirst'])
				expect((await getMany({ ...limited, sort })).json()).toHaveLength(1);
			expect(requests(at.hub, 'orderList').length).toBeLessThanOrEqual(12);
		},
	);

	// halving a list of so many pages would never end
	test('a hub that counts 1e300 orders has not said how many', async () => {
		Object.assign(at.hub.quirks, { firstPageOnly: true, statedTotal: 1e300 });
		addOrders(at.hub, range(90));
		const { json } = await getMany({ filters: { issuedAfter: '2000-01-01' } });
		expect(json()).toHaveLength(100);
		expect(requests(at.hub, 'orderList').length).toBeLessThanOrEqual(12);
	});

	test('a status that the reference does not name is filtered and shown unchanged', async () => {
		const { idPedido } = at.hub.state.ordersByIssueDate()[4]!;
		at.hub.updateOrder(idPedido, { status: 'em-separação/2' });
		const { json } = await getMany({ filters: { otherStatus: 'em-separação/2' } });
		expect(json()).toMatchObject([{ idPedido, status: 'em-separação/2' }]);
	});

	test("a status of the hub's own is sent as it is typed", async () => {
		await getMany({ filters: { otherStatus: 'Em Separacao' } });
		expect(sentStatus()).toEqual(['Em Separacao']);
	});

	test('the record of the hub comes out whole without Simplify', async () => {
		const [order] = at.hub.state.ordersByIssueDate();
		const [record] = (await getMany({ simplify: false })).json();
		const { itens: _itens, pagamentos: _pagamentos, ...basic } = order!;
		expect(record).toMatchObject({
			idPedido: basic.idPedido,
			valores: basic.valores,
			canal: basic.canal,
			fiscal: basic.fiscal,
		});
		expect(record!.links).toEqual({
			GET: `${at.hub.url}/v1/orders/${basic.idPedido}`,
			PUT: {
				faturado: `${at.hub.url}/v1/orders/${basic.idPedido}/invoiced`,
				enviado: `${at.hub.url}/v1/orders/${basic.idPedido}/sent`,
				entregue: `${at.hub.url}/v1/orders/${basic.idPedido}/delivered`,
			},
		});
	});
});
