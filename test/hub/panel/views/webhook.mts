import type { Delivery } from '../../types.mts';
import { button, card, chip, html, httpChip, readable, timeOfDay, type Html } from '../html.mts';
import type { View } from '../view.mts';

const shown = 30;

export const webhookView: View = {
	name: 'webhook',
	title: 'Webhook',
	badge: ({ hub }) => {
		if (!hub.webhook.settings) return '';
		return hub.webhook.active ? 'on' : 'off';
	},
	still: ({ hub }) => {
		const { url = '', automaticAcknowledgement = false } = hub.webhook.settings ?? {};
		const mode = (value: string, text: string, hint: string): Html =>
			html`<label class="choice">
				<input
					type="radio"
					name="acknowledgement"
					value="${value}"
					${automaticAcknowledgement === (value === 'automatic') ? 'checked' : ''}
				/>
				<span><b>${text}</b> <span class="note">${hint}</span></span>
			</label>`;
		return card(
			'Where the hub sends its notifications',
			html`<form method="post" action="/_panel/webhook" class="stack">
				<label>
					Webhook URL
					<input
						name="url"
						type="url"
						required
						value="${url}"
						placeholder="e.g. http://127.0.0.1:5678/webhook/…/webhook"
					/>
				</label>
				<fieldset>
					<legend>Acknowledgement</legend>
					${mode('manual', 'Manual', 'an order waits in the queue until n8n removes it')}
					${mode('automatic', 'Automatic', 'an order leaves the queue as soon as it is sent')}
				</fieldset>
				<div class="buttons">
					<button class="primary">Save</button>
				</div>
			</form>`,
			"the Production URL of n8n's trigger node",
		);
	},
	live: ({ hub: { webhook } }) => {
		const deliveries = [...webhook.deliveries].reverse();
		return html`${state(webhook.settings?.url, webhook.switchedOffBecause)}
		${card(
			'Deliveries',
			deliveries.length === 0
				? html`<p class="empty">
						None yet. Every new or changed order is sent here, and so is a test.
					</p>`
				: html`${deliveries.slice(0, shown).map(delivery)}`,
			'newest first',
		)}`;
	},
};

/** Whether the webhook is on, with the buttons that change it. */
function state(url: string | undefined, switchedOffBecause: string | undefined): Html {
	if (url === undefined) {
		return card('State', html`<p>${chip('not set up', '')} Paste a URL to begin.</p>`);
	}
	const isTestUrl = url.includes('/webhook-test/');
	return card(
		'State',
		html`<p data-test="webhook-state">
				${switchedOffBecause === undefined
					? html`${chip('active', 'good')} sends to <code>${url}</code>`
					: html`${chip('switched off', 'bad')} because ${switchedOffBecause}`}
			</p>
			${isTestUrl
				? html`<p class="warning">
						This is n8n's test URL: it only answers while the editor listens, and one call in
						between switches the webhook off. Paste the Production URL.
					</p>`
				: ''}
			<div class="buttons">
				${switchedOffBecause === undefined
					? ''
					: button('/_panel/webhook/reactivate', 'Reactivate', { kind: 'primary' })}
				${button('/_panel/webhook/test', 'Send a test')}
			</div>
			<p class="note">
				Rule: status 200 and a body with idInterno and status, or the webhook is switched off. A
				test sends the newest order and never switches it off.
			</p>`,
	);
}

function delivery(delivery: Delivery): Html {
	const { notification, idPedido, status, accepted, verdict, body, milliseconds, at } = delivery;
	return html`<details id="delivery-${notification.id}" data-test="delivery">
		<summary>
			<b>Order ${idPedido}</b> ${httpChip(status, 'no reply')}
			${chip(accepted ? 'accepted' : 'refused', accepted ? 'good' : 'bad')}
			${delivery.test ? chip('test', '') : ''}
			<span class="note">${timeOfDay(at)} · ${Math.round(milliseconds)} ms</span>
			<span class="${accepted ? 'note' : 'why'}">${verdict}</span>
		</summary>
		<div class="columns">
			<div>
				<h3>POST ${delivery.url}</h3>
				<pre>${JSON.stringify(notification, null, 2)}</pre>
			</div>
			<div>
				<h3>Reply ${delivery.contentType}</h3>
				<pre>${readable(body)}</pre>
			</div>
		</div>
	</details>`;
}
