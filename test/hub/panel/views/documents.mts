import { labelLines, labelsFor } from '../../data/labels.mts';
import type { FullOrder } from '../../records.mts';
import { card, chip, dateAndTime, html, table, type Html } from '../html.mts';
import type { View } from '../view.mts';

const shown = 60;

export const documentsView: View = {
	name: 'documents',
	title: 'Fiscal documents',
	badge: ({ hub }) => hub.state.fiscalDocuments.size,
	live: ({ hub: { state } }) =>
		card(
			'Fiscal documents',
			table(
				['Document', 'Access key or protocol', 'Order', 'Status', 'Issued', ''],
				[...state.fiscalDocuments.values()]
					.reverse()
					.slice(0, shown)
					.map(
						(document) =>
							html`<tr>
								<td>
									<b>${document.id}</b>
									<div class="note">${document.tipoDocumento}</div>
								</td>
								<td><code>${document.chaveAcesso}</code></td>
								<td>${document.idPedido ?? '–'}</td>
								<td>
									${document.status === null
										? '–'
										: chip(document.status, document.status === 'authorized' ? 'good' : '')}
								</td>
								<td class="note">${dateAndTime(document.dataEmissao)}</td>
								<td>
									<a href="/_panel/documents/${document.chaveAcesso}.xml" target="_blank">XML</a>
								</td>
							</tr>`,
					),
				'None yet. Invoice an order to issue one.',
			),
			'newest first',
		),
};

export const labelsView: View = {
	name: 'labels',
	title: 'Labels',
	live: ({ hub: { state } }) => {
		const labels = [...state.orders.values()]
			.sort((a, b) => b.idPedido - a.idPedido)
			.flatMap((order) =>
				labelsFor(state, order).map(({ tipo }, index) => labelOf(order, index, tipo)),
			);
		return card(
			'Shipment labels',
			labels.length === 0
				? html`<p class="empty">None yet. An order gets its label when it is paid.</p>`
				: html`<div class="labels">${labels.slice(0, shown)}</div>`,
			'of orders that are paid',
		);
	},
};

/** A picture as it is, of any other file the text of its label. */
function labelOf(order: FullOrder, index: number, tipo: string): Html {
	const { idPedido } = order;
	const address = `/_panel/labels/${idPedido}/${index}`;
	return html`<figure id="label-${idPedido}-${index}">
		<a href="${address}" target="_blank">
			${/png|jpg/.test(tipo)
				? html`<img src="${address}" alt="Label of order ${idPedido}" loading="lazy" />`
				: html`<pre>${labelLines(order).join('\n')}</pre>`}
		</a>
		<figcaption><b>${idPedido}</b> ${chip(tipo, '')}</figcaption>
	</figure>`;
}
