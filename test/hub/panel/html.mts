import { html } from 'hono/html';
import { parsed } from '../exactJson.mts';

/** Markup whose inserted texts are escaped. */
export type Html = ReturnType<typeof html>;
export { html };

const englishStatus: Record<string, string> = {
	novo: 'new',
	pago: 'paid',
	faturado: 'invoiced',
	enviado: 'sent',
	entregue: 'delivered',
	cancelado: 'cancelled',
};

/** The order statuses in the order an order passes them, each with its meaning. */
export const orderStatuses = Object.entries(englishStatus);

/** `R$ 1234,50` */
export const money = (amount: number, currency = 'BRL'): string =>
	`${currency === 'BRL' ? 'R$' : currency} ${Number(amount).toFixed(2).replace('.', ',')}`;

/** A date of the hub (`2026-11-28 10:00:00`) as people in Brazil write it: `28/11/2026 10:00`. */
export const dateAndTime = (text: string): string =>
	text.replace(/^(\d{4})-(\d\d)-(\d\d)[ T](\d\d:\d\d).*$/, '$3/$2/$1 $4');

/** Epoch ms as Brasília time of day, as the hub writes its dates. */
export function timeOfDay(ms: number): string {
	return new Date(ms).toLocaleTimeString('en-GB', { timeZone: 'America/Sao_Paulo' });
}

/** A small coloured word; `kind` chooses the colour. */
export function chip(text: string, kind: string, title = ''): Html {
	return html`<span class="chip ${kind}" title="${title}">${text}</span>`;
}

export function statusChip(status: string): Html {
	return chip(status, `status-${status}`, englishStatus[status] ?? '');
}

export function httpChip(status: number, otherwise = '…'): Html {
	if (status === 0) return chip(otherwise, 'bad');
	return chip(String(status), status < 400 ? 'good' : 'bad');
}

/** A button that posts to a panel address. */
export function button(
	action: string,
	text: string,
	{ kind = '', label = text, disabled = false }: ButtonOptions = {},
): Html {
	return html`<form method="post" action="${action}" id="${action}">
		<button class="${kind}" aria-label="${label}" ${disabled ? html`disabled` : ''}>${text}</button>
	</form>`;
}

interface ButtonOptions {
	/** 'primary' or 'quiet' */
	kind?: string;
	/** words for a screen reader, where the text alone is not enough */
	label?: string;
	/** keeps its place while it can do nothing, so that no other button takes it */
	disabled?: boolean;
}

/** Headings that end with ` #` are of columns of numbers. */
export function table(headings: string[], rows: Html[], whenEmpty: string): Html {
	if (rows.length === 0) return html`<p class="empty">${whenEmpty}</p>`;
	return html`<div class="scroll">
		<table>
			<thead>
				<tr>
					${headings.map((heading) => {
						const text = heading.replace(/ #$/, '');
						return html`<th scope="col" class="${text === heading ? '' : 'number'}">${text}</th>`;
					})}
				</tr>
			</thead>
			<tbody>
				${rows}
			</tbody>
		</table>
	</div>`;
}

export function card(title: string, content: Html, note: Html | string = ''): Html {
	return html`<section class="card">
		<header>
			<h2>${title}</h2>
			<span class="note">${note}</span>
		</header>
		${content}
	</section>`;
}

/** `text` as JSON with line breaks when it is JSON, else as it is. */
export function readable(text: string): string {
	const value = parsed(text);
	return value === undefined ? text : JSON.stringify(value, null, 2);
}
