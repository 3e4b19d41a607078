import type { FastifyInstance } from 'fastify';
import { Random } from '../data/random.mts';
import { cancelFiscalDocument, issueInvoice } from '../data/fiscal.mts';
import type { FullOrder } from '../records.mts';
import type { Hub } from '../types.mts';
import { orderStatuses } from './html.mts';
import { requestName } from './requestNames.mts';
import type { PanelParts } from './view.mts';
import { troubles } from './views/trouble.mts';

/** Something that the panel cannot do; the message is for the person. */
export class NotPossible extends Error {}

type Form = URLSearchParams;
/** Carries out the action of a button and says what happened. */
type Action = (form: Form, order: FullOrder | undefined) => string;

/** The buttons of the panel: `POST /_panel/…` with a form. */
export function addActions(app: FastifyInstance, { hub, operations }: PanelParts): void {
	const random = new Random(7);
	const { webhook } = hub;
	const actions: Record<string, Action> = {
		'/orders': () => {
			const { idPedido, cliente } = hub.createOrder();
			return `Order ${idPedido} of ${cliente.nome} is in the update queue.`;
		},
		'/webhook': (form) => {
			const url = form.get('url')?.trim() ?? '';
			if (!URL.canParse(url) || !/^https?:/.test(url)) {
				throw new NotPossible('The webhook URL must begin with http:// or https://');
			}
			webhook.configure({
				url,
				automaticAcknowledgement: form.get('acknowledgement') === 'automatic',
			});
			return 'The hub sends its notifications there from now on.';
		},
		'/webhook/reactivate': () => {
			webhook.reactivate();
			return 'The webhook is active again.';
		},
		'/webhook/test': () => {
			const order = [...hub.state.orders.values()].at(-1);
			if (!webhook.settings) throw new NotPossible('Save the webhook URL first.');
			if (!order) throw new NotPossible('There is no order to send: press New order first.');
			webhook.test(order);
			return `The notification of order ${order.idPedido} is on its way.`;
		},
		'/trouble': (form) => {
			const trouble = troubles[form.get('kind') ?? ''];
			const times = Number(form.get('times'));
			const endpoint = form.get('endpoint') || undefined;
			if (!trouble || !Number.isInteger(times) || times < 1 || times > 1000) {
				throw new NotPossible('Choose a kind of trouble and 1 to 1000 requests.');
			}
			if (endpoint !== undefined && !operations.some(({ id }) => id === endpoint)) {
				throw new NotPossible('The hub has no such endpoint.');
			}
			hub.faults.add({ ...trouble.fault, times, ...(endpoint !== undefined && { endpoint }) });
			const requests = endpoint === undefined ? 'any request' : requestName(endpoint);
			return `${trouble.text}: ${times} × ${requests}.`;
		},
		'/trouble/clear': () => {
			hub.faults.clear();
			return 'All requests are served again.';
		},
		'/token/revoke': () => {
			hub.tokens.expire();
			return 'The access token is no longer valid.';
		},
		...orderActions(hub, random),
	};
	for (const [path, action] of Object.entries(actions)) {
		app.post<{ Params: { id?: string } }>(path, (request) => {
			const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
			const { id } = request.params;
			const order = id === undefined ? undefined : hub.state.orders.get(Number(id));
			if (id !== undefined && !order) throw new NotPossible(`The hub has no order ${id}.`);
			return { message: action(form, order) };
		});
	}
}

/** The events of one order at the marketplace and at the seller. */
function orderActions(hub: Hub, random: Random): Record<string, Action> {
	const change = (order: FullOrder, status: string): string => {
		hub.updateOrder(order.idPedido, { status });
		return `Order ${order.idPedido} is ${status}.`;
	};
	const open = (order: FullOrder | undefined): FullOrder => {
		if (order && order.status !== 'cancelado') return order;
		throw new NotPossible('The order is cancelled.');
	};
	return {
		'/orders/:id/pay': (_form, given) => {
			const order = open(given);
			if (order.status !== 'novo') throw new NotPossible('Only a new order can be paid.');
			return change(order, 'pago');
		},
		'/orders/:id/invoice': (_form, given) => {
			const order = open(given);
			if (order.fiscal.nfeChave !== '') throw new NotPossible('The order has its invoice already.');
			const { chaveAcesso } = issueInvoice(hub.state, random, order, hub.clock.now());
			return `${change(order, 'faturado')} Its NF-e: ${chaveAcesso}`;
		},
		'/orders/:id/cancel': (_form, given) => {
			const order = open(given);
			const note = hub.state.fiscalDocuments.get(order.fiscal.nfeChave);
			if (note?.status === 'authorized') {
				cancelFiscalDocument(hub.state, note, hub.clock.now(), random.digits(13));
			}
			return change(order, 'cancelado');
		},
		'/orders/:id/status': (form, order) => {
			const status = form.get('status') ?? '';
			const isKnown = orderStatuses.some(([name]) => name === status);
			if (!order || !isKnown) throw new NotPossible('Choose one of the six statuses.');
			return change(order, status);
		},
	};
}
