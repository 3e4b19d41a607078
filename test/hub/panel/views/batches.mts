import type { BatchRecord } from '../../records.mts';
import { card, chip, dateAndTime, html, table, type Html } from '../html.mts';
import type { View } from '../view.mts';

const shown = 30;

export const batchesView: View = {
	name: 'batches',
	title: 'Batches',
	badge: ({ hub }) => hub.state.batches.size,
	live: (parts) => {
		const batches = [...parts.hub.state.batches.values()].reverse();
		return card(
			'Batches',
			batches.length === 0
				? html`<p class="empty">
						No batch yet. Stock, prices and products come in batches of 1 to 100.
					</p>`
				: html`${batches.slice(0, shown).map(({ batchId, items }) => {
						const record = parts.batch(batchId);
						return record ? batch(record, items.length) : '';
					})}`,
			'newest first; processed as time passes',
		);
	},
};

function batch(record: BatchRecord, size: number): Html {
	const { batchId, acao, status, observacoes, contemErros, data } = record;
	const refused = observacoes.filter(({ sucesso }) => !sucesso).length;
	return html`<details id="batch-${batchId}" ${contemErros ? 'open' : ''}>
		<summary>
			<b>${batchId}</b> ${acao} ${chip(status, `batch-${status}`)}
			<progress value="${observacoes.length}" max="${size}"></progress>
			<span class="note">${observacoes.length} of ${size} · ${dateAndTime(data)}</span>
			${refused > 0 ? chip(`${refused} refused`, 'bad') : ''}
		</summary>
		${table(
			['Entry', 'Result', 'Why'],
			observacoes.map(
				(note) =>
					html`<tr>
						<td><code>${note.identificador}</code></td>
						<td>${note.sucesso ? chip('done', 'good') : chip('refused', 'bad')}</td>
						<td>${note.info ?? [note.error, ...(note.details ?? [])].join(' · ')}</td>
					</tr>`,
			),
			'Waiting.',
		)}
	</details>`;
}
