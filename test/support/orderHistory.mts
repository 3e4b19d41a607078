import { toDateTime } from '../hub/clock.mts';
import type { FullOrder, Hub } from '../hub/index.mts';

/** When an order of a history was issued, by a number of minutes. */
export const issuedAt = (minute: number): string =>
	toDateTime(Date.UTC(2026, 2, 1, 3) + minute * 60_000);

/** Puts orders issued in these minutes into the hub, without the queue; they are as small as others. */
export function addOrders(
	hub: Hub,
	minutes: Iterable<number>,
	changes: (index: number) => Partial<FullOrder> = () => ({}),
): FullOrder[] {
	const { idPedido: first, ...pattern } =
		hub.state.orders.values().next().value ?? hub.createOrder({ status: 'pago' });
	if (hub.state.orders.size === 1 && hub.state.queue.delete(first)) hub.state.orders.delete(first);
	return Array.from(minutes, (minute, index) => {
		const id = hub.state.next('order', 100001);
		const order: FullOrder = {
			...pattern,
			idPedido: id,
			idPedidoCanal: `20000${id}`,
			referenciaPedidoCanal: `REF-${id}`,
			dataEmissao: issuedAt(minute),
			dataIntegracao: issuedAt(minute),
			...changes(index),
		};
		hub.state.addOrder(order);
		return order;
	});
}

/** Runs `change` right after the hub has put together its answer number `read` of the order list. */
export function afterRead(hub: Hub, read: number, change: () => void): void {
	const { state } = hub;
	const list = state.ordersByIssueDate.bind(state);
	let answered = 0;
	state.ordersByIssueDate = () => {
		const answer = [...list()];
		if (++answered === read) change();
		return answer;
	};
}
