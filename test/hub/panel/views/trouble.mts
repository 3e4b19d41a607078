import type { Operation } from '../../contract.mts';
import type { Fault } from '../../types.mts';
import { button, card, chip, html, type Html } from '../html.mts';
import { requestName } from '../requestNames.mts';
import type { PanelParts, View } from '../view.mts';

export interface Trouble {
	text: string;
	hint: string;
	fault: Pick<Fault, 'kind' | 'status' | 'delay'>;
}

/** The troubles that the next requests can be made to meet, by the name in the form. */
export const troubles: Record<string, Trouble> = {
	'429': {
		text: 'Answer 429',
		hint: 'the rate limit is reached',
		fault: { kind: 'status', status: 429 },
	},
	'503': {
		text: 'Answer 503',
		hint: 'the hub is not available',
		fault: { kind: 'status', status: 503 },
	},
	page: {
		text: 'Maintenance page',
		hint: 'a web page with status 503 instead of an answer',
		fault: { kind: 'html', status: 503 },
	},
	slow: {
		text: 'Answer slowly',
		hint: 'five seconds late',
		fault: { kind: 'slow', delay: 5_000 },
	},
	hang: { text: 'Hang', hint: 'no answer, the connection stays open', fault: { kind: 'hang' } },
	lose: {
		text: 'Lose the answer',
		hint: 'carried out, then the connection breaks',
		fault: { kind: 'resetAfter' },
	},
};

export const troubleView: View = {
	name: 'trouble',
	title: 'Trouble',
	badge: ({ hub }) => hub.faults.waiting().length || '',
	still: ({ operations }) =>
		card(
			'What happens to the next requests',
			html`<form method="post" action="/_panel/trouble" class="stack">
				<div class="fields">
					<label>
						How many
						<input name="times" type="number" min="1" max="1000" value="1" required />
					</label>
					<label>
						Which
						<select name="endpoint">
							<option value="">any request</option>
							${byName(operations).map(
								(operation) =>
									html`<option value="${operation.id}" title="${addressOf(operation)}">
										${requestName(operation.id)}
									</option>`,
							)}
						</select>
					</label>
				</div>
				<div class="buttons">
					${Object.entries(troubles).map(
						([name, { text, hint }]) =>
							html`<button name="kind" value="${name}" title="${hint}">${text}</button>`,
					)}
				</div>
			</form>`,
		),
	live: (parts) => html`${waiting(parts)}${token(parts)}${rates(parts)}`,
};

const byName = <T extends Pick<Operation, 'id'>>(operations: readonly T[]): T[] =>
	[...operations].sort((a, b) => requestName(a.id).localeCompare(requestName(b.id)));

/** e.g. `GET /v1/erp/channels` */
const addressOf = ({ method, path }: Pick<Operation, 'method' | 'path'>) => `${method} ${path}`;

/** An operation by its name, its method and path in small beside it. */
const named = (operation: Pick<Operation, 'id' | 'method' | 'path'>): Html =>
	html`<span>
		${requestName(operation.id)}
		<code class="note">${addressOf(operation)}</code>
	</span>`;

function waiting({ hub, operations }: PanelParts): Html {
	const faults = hub.faults.waiting();
	if (faults.length === 0)
		return card('Waiting to happen', html`<p class="empty">Nothing: all requests are served.</p>`);
	return card(
		'Waiting to happen',
		html`<ul class="plain">
				${faults.map(
					({ fault, left }) =>
						html`<li>${chip(nameOf(fault), 'bad')} ${left} × ${requestsOf(operations, fault)}</li>`,
				)}
			</ul>
			<div class="buttons">${button('/_panel/trouble/clear', 'Stop all trouble')}</div>`,
	);
}

function requestsOf(operations: readonly Operation[], { endpoint }: Fault): Html | string {
	const operation = operations.find(({ id }) => id === endpoint);
	return operation === undefined ? 'any request' : named(operation);
}

function nameOf({ kind, status }: Fault): string {
	const known = Object.values(troubles).find(
		({ fault }) => fault.kind === kind && fault.status === status,
	);
	return known?.text ?? `${kind} ${status ?? ''}`.trim();
}

function token({ hub: { tokens } }: PanelParts): Html {
	const minutes = Math.ceil(tokens.remaining() / 60_000);
	return card(
		'Access token',
		html`<p>
				${minutes > 0
					? html`${chip('valid', 'good')} for ${minutes} min more`
					: chip(tokens.current === undefined ? 'none issued yet' : 'no longer valid', '')}
				<span class="note">${tokens.issued} issued; a new one revokes the one before</span>
			</p>
			<div class="buttons">${button('/_panel/token/revoke', 'Revoke token')}</div>`,
	);
}

function rates({ operations, used }: PanelParts): Html {
	const limited = operations.flatMap((operation) =>
		operation.limit === undefined ? [] : [{ ...operation, limit: operation.limit }],
	);
	return card(
		'Rate limits, past 60 seconds',
		html`<ul class="plain rates">
			${byName(limited).map((operation) => {
				const { id, limit } = operation;
				const count = used(id);
				return html`<li>
					${named(operation)}
					<meter min="0" max="${limit}" high="${limit - 1}" value="${count}"></meter>
					<span class="number">${count} of ${limit}</span>
				</li>`;
			})}
		</ul>`,
	);
}
