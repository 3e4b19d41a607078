import get from 'lodash/get.js';
import { parsed } from '../../exactJson.mts';
import type { RecordedRequest } from '../../types.mts';
import { card, chip, html, httpChip, readable, timeOfDay, type Html } from '../html.mts';
import type { View } from '../view.mts';

const shown = 100;

export const requestsView: View = {
	name: 'requests',
	title: 'Requests',
	badge: ({ hub }) => hub.log.length,
	live: ({ hub: { log } }) =>
		card(
			'Requests',
			log.length === 0
				? html`<p class="empty">None yet.</p>`
				: html`${log
						.slice(-shown)
						.map((entry, index) => request(entry, Math.max(0, log.length - shown) + index))
						.reverse()}`,
			log.length > shown ? `the newest ${shown} of ${log.length}` : 'newest first',
		),
};

function request(entry: RecordedRequest, number: number): Html {
	const { method, rawUrl, status, at, requestId, fault, body } = entry;
	const broken = brokenRules(entry);
	return html`<details id="request-${number}" data-test="request">
		<summary>
			<span class="note">${timeOfDay(at)}</span>
			${httpChip(status, outcomeOf(entry))} <code>${method} ${rawUrl}</code>
			${fault ? chip(`trouble: ${fault}`, 'bad') : ''}
			${requestId ? html`<span class="note id">Request-Id ${requestId}</span>` : ''}
			${broken.map(({ rule }) => html`<span class="why">${rule}</span>`)}
		</summary>
		${broken.map(({ rule, value }) =>
			value === undefined
				? ''
				: html`<h3>${rule}</h3>
						<pre>${JSON.stringify(value, null, 2)}</pre>`,
		)}
		<div class="columns">
			<div>
				<h3>Request</h3>
				<pre>${readable(body) || '(no body)'}</pre>
			</div>
			<div>
				<h3>Answer</h3>
				<pre>${readable(entry.reply ?? '') || '(no body kept)'}</pre>
			</div>
		</div>
	</details>`;
}

/** The outcome of a request that has no status. */
export function outcomeOf({ fault }: RecordedRequest): string {
	if (fault === 'hang') return 'no answer';
	return fault === undefined ? '…' : 'connection cut';
}

interface BrokenRule {
	rule: string;
	/** the entry of the request's list that broke it */
	value?: unknown;
}

/** The rules that a request broke by its answer, each with the entry that broke it. */
export function brokenRules({ reply, body }: RecordedRequest): BrokenRule[] {
	const answer = parsed(reply ?? '') as
		| { error?: string; details?: string[]; resultados?: PriceResult[] }
		| undefined;
	const sent = parsed(body);
	const refused = (answer?.resultados ?? []).flatMap(({ skuProduto, erros }) =>
		erros.map(({ idCanalIntegracao, mensagem }) => ({
			rule: `${skuProduto}, channel ${idCanalIntegracao}: ${mensagem}`,
			value: entriesOf(sent).find(
				(entry) =>
					get(entry, 'skuProduto') === skuProduto &&
					get(entry, 'idCanalIntegracao') === idCanalIntegracao,
			),
		})),
	);
	if (typeof answer?.error !== 'string') return refused;
	if (!answer.details) return [{ rule: answer.error }];
	return answer.details.map((rule) => {
		const place = /^[\w.]+\[\d+\]/.exec(rule)?.[0];
		return { rule, value: place === undefined ? undefined : (get(sent, place) as unknown) };
	});
}

interface PriceResult {
	skuProduto: string;
	erros: { idCanalIntegracao: number; mensagem: string }[];
}

function entriesOf(sent: unknown): unknown[] {
	const entries: unknown = get(sent, 'precos');
	return Array.isArray(entries) ? entries : [];
}
