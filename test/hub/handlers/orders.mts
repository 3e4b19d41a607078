import { fromDateTime } from '../clock.mts';
import {
	notFound,
	Refusal,
	type Context,
	type HandlerRequest,
	type Handlers,
} from '../context.mts';
import { parseNumbersAsText } from '../exactJson.mts';
import { basicOrder, fullOrder, orderFromSandbox } from '../orders.mts';
import { page, queuePage, several } from '../pages.mts';
import type { FullOrder } from '../records.mts';

/** Orders, the update queue and the sandbox-only operations (part 'Orders'). */
export const orderHandlers = {
	orderList: (context, request) => {
		const statuses = several(request.query.status);
		const rising = context.state.ordersByIssueDate();
		const all = context.quirks.newestOrdersFirst ? [...rising].reverse() : rising;
		const { records, info } = page(
			context,
			request,
			statuses ? all.filter(({ status }) => statuses.has(status)) : all,
		);
		return {
			status: 200,
			body: { pedidos: records.map((order) => basicOrder(order, context.address)), info },
		};
	},

	orderGet: (context, request) => ({ status: 200, body: fullOrder(findOrder(context, request)) }),

	queueList: (context, request) => {
		const statuses = several(request.query.status);
		const waiting = [...context.state.queue.keys()]
			.map((id) => context.state.orders.get(id))
			.filter(
				(order) => order !== undefined && (!statuses || statuses.has(order.status)),
			) as FullOrder[];
		const { records, info } = queuePage(request, waiting);
		return { status: 200, body: { pedidos: records.map(fullOrder), info } };
	},

	acknowledge: ({ state, clock }, { params, body, rawBody }) => {
		const idPedido = Number(params.id);
		const { status } = body;
		const { idInterno } = parseNumbersAsText(rawBody) as { idInterno: string };
		if (!/^[1-9]\d{0,17}$/.test(idInterno)) {
			throw new Refusal(400, 'Requisição inválida.', [
				'idInterno: deve ser um número inteiro de 1 a 999999999999999999',
			]);
		}
		const order = state.orders.get(idPedido);
		if (!order || !state.queue.has(idPedido)) throw notFound('Pedido na fila');
		state.queue.delete(idPedido);
		const exactId = BigInt(idInterno);
		order.idInterno = exactId <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(exactId) : exactId;
		state.acknowledgements.push({ idPedido, idInterno, status, at: clock.now() });
		return { status: 204 };
	},

	sandboxOrderCreate: (context, request) => {
		const { body } = request;
		if (Number.isNaN(fromDateTime(body.dataEmissao))) {
			throw new Refusal(400, 'Requisição inválida.', ['dataEmissao: data inexistente']);
		}
		const order = orderFromSandbox(context.state, body, context.clock.now());
		context.announce(order);
		return { status: 201, body: fullOrder(order) };
	},

	sandboxOrderPaid: (context, request) => {
		const order = findOrder(context, request);
		if (order.status !== 'novo') {
			throw new Refusal(
				400,
				`O pedido deve estar com status novo (status atual: ${order.status}).`,
			);
		}
		order.status = 'pago';
		context.announce(order);
		return { status: 204 };
	},

	orderInvoiced: (context, request) => setStatus(context, request, 'faturado'),
	orderSent: (context, request) => setStatus(context, request, 'enviado'),
	orderDelivered: (context, request) => setStatus(context, request, 'entregue'),
} satisfies Partial<Handlers>;

function findOrder({ state }: Context, { params }: HandlerRequest): FullOrder {
	const order = state.orders.get(Number(params.id));
	if (!order) throw notFound('Pedido');
	return order;
}

function setStatus(
	context: Context,
	request: HandlerRequest,
	status: string,
): { status: number; body: object } {
	const order = findOrder(context, request);
	order.status = status;
	context.state.statusUpdates.push({
		idPedido: order.idPedido,
		status,
		body: request.body,
		at: context.clock.now(),
	});
	return { status: 200, body: fullOrder(order) };
}
