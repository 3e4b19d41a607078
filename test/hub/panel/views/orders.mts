import type { FullOrder } from '../../records.mts';
import type { HubState } from '../../state.mts';
import {
	button,
	card,
	dateAndTime,
	html,
	money,
	orderStatuses,
	statusChip,
	table,
	timeOfDay,
	type Html,
} from '../html.mts';
import type { View } from '../view.mts';

const shown = 50;

export const ordersView: View = {
	name: '',
	title: 'Orders',
	badge: ({ hub }) => hub.state.orders.size,
	live: ({ hub: { state } }) => {
		const newest = [...state.orders.values()].sort((a, b) => b.idPedido - a.idPedido);
		return html`${queue(state)}
		${card(
			'Orders',
			table(
				['Order', 'Buyer', 'Channel', 'Total #', 'Status', ''],
				newest.slice(0, shown).map((order) => row(state, order)),
				'No order yet. New order makes one, as a marketplace would.',
			),
			newest.length > shown ? `the newest ${shown} of ${newest.length}` : 'newest first',
		)}`;
	},
};

function queue(state: HubState): Html {
	const waiting = [...state.queue].map(([id, since]) => {
		const order = state.orders.get(id);
		return html`<li>
			<b>${id}</b> ${statusChip(order?.status ?? '')}
			<span class="note">since ${timeOfDay(since)}</span>
		</li>`;
	});
	const content = waiting.length
		? html`<ol class="queue">
				${waiting.slice(0, shown)}
			</ol>`
		: html`<p class="empty">Empty: every new or changed order was acknowledged.</p>`;
	return card(
		'Update queue',
		html`<div data-test="queue">${content}</div>`,
		`${waiting.length} waiting to be acknowledged`,
	);
}

function row(state: HubState, order: FullOrder): Html {
	const { idPedido, cliente, canal, valores, moeda, status } = order;
	return html`<tr data-order="${idPedido}">
		<td>
			<b>${idPedido}</b>
			${state.queue.has(idPedido) ? html`<span class="dot" title="in the queue"></span>` : ''}
			<div class="note">${dateAndTime(order.dataEmissao)}</div>
		</td>
		<td>${cliente.nome}</td>
		<td>${canal.canal}</td>
		<td class="number">${money(valores.total, moeda)}</td>
		<td>${statusChip(status)}</td>
		<td><div class="actions">${actions(order)}</div></td>
	</tr>`;
}

function actions({ idPedido, status, fiscal }: FullOrder): Html {
	const action = `/_panel/orders/${idPedido}`;
	const isOpen = status !== 'cancelado';
	const post = (verb: string, text: string, isPossible: boolean, kind = ''): Html =>
		button(`${action}/${verb}`, text, {
			kind,
			label: `${text} order ${idPedido}`,
			disabled: !isPossible,
		});
	return html`${post('pay', 'Pay', status === 'novo')}
		${post('invoice', 'Invoice', status === 'pago' && fiscal.nfeChave === '')}
		${post('cancel', 'Cancel', isOpen, 'quiet')}
		<form method="post" action="${action}/status" id="${action}/status">
			<select name="status" required aria-label="Status of order ${idPedido}">
				<option value="" selected>Status…</option>
				${orderStatuses
					.filter(([name]) => name !== status)
					.map(([name, meaning]) => html`<option value="${name}">${name} (${meaning})</option>`)}
			</select>
			<button class="quiet" aria-label="Set status of order ${idPedido}">Set</button>
		</form>`;
}
