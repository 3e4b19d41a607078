import type { Delivery, Hub, RecordedRequest } from '../types.mts';
import { html, httpChip, timeOfDay, type Html } from './html.mts';
import { brokenRules, outcomeOf } from './views/requests.mts';

const shown = 18;

/** The last events, newest first: requests that came in and notifications that went out. */
export function activity(hub: Hub): Html {
	const first = Math.max(0, hub.log.length - shown);
	const events = [
		...hub.log
			.slice(-shown)
			.map((entry, index) => ({ at: entry.at, line: request(entry, first + index) })),
		...hub.webhook.deliveries
			.slice(-shown)
			.map((delivery) => ({ at: delivery.at, line: sent(delivery) })),
	];
	const newest = events.sort((a, b) => b.at - a.at).slice(0, shown);
	return html`<h2>Activity</h2>
		${newest.length === 0
			? html`<p class="empty">Requests to the hub and its notifications appear here.</p>`
			: html`<ol class="activity">
					${newest.map(({ line }) => line)}
				</ol>`}`;
}

function request(entry: RecordedRequest, number: number): Html {
	const [broken] = brokenRules(entry);
	return html`<li id="activity-request-${number}">
		<span class="note">${timeOfDay(entry.at)}</span>
		<span class="arrow" title="came in">→</span>
		<code>${entry.method} ${entry.path}</code> ${httpChip(entry.status, outcomeOf(entry))}
		${broken ? html`<div class="why">${broken.rule}</div>` : ''}
	</li>`;
}

function sent({ notification, idPedido, status, accepted, verdict, at }: Delivery): Html {
	return html`<li id="activity-delivery-${notification.id}">
		<span class="note">${timeOfDay(at)}</span>
		<span class="arrow out" title="went out">←</span>
		Webhook: order ${idPedido} ${httpChip(status, 'no reply')}
		${accepted ? '' : html`<div class="why">${verdict}</div>`}
	</li>`;
}
