import { activity } from './activity.mts';
import { button, chip, html, type Html } from './html.mts';
import type { PanelParts, View } from './view.mts';
import { addressOf, views } from './views/index.mts';

export const styleSheets = ['base', 'layout', 'controls', 'table', 'content'].map(
	(name) => `${name}.css`,
);

/** Parts of a page that are sent again whenever they change, by the id of their element. */
export const liveParts: Record<string, (parts: PanelParts, view: View) => Html> = {
	tabs: (parts, view) => html`<nav id="tabs" aria-label="Sections">${tabs(parts, view)}</nav>`,
	live: (parts, view) => html`<div id="live">${view.live(parts)}</div>`,
	activity: (parts) =>
		html`<aside id="activity" aria-label="Activity">${activity(parts.hub)}</aside>`,
	alarm: ({ hub: { contractViolations } }) =>
		html`<div id="alarm" role="alert">
			${contractViolations.slice(-3).map((text) => html`<p>Against the contract: ${text}</p>`)}
		</div>`,
};

/** The whole document of one view. */
export function page(parts: PanelParts, view: View): Html {
	const part = (id: string): Html | undefined => liveParts[id]?.(parts, view);
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<title>${view.title} · Local hub</title>
				<link rel="icon" href="/_panel/icon.svg" />
				${styleSheets.map((name) => html`<link rel="stylesheet" href="/_panel/${name}" />`)}
				<script type="module" src="/_panel/panel.js"></script>
			</head>
			<body data-view="${view.name}">
				<header class="top">
					<img src="/_panel/icon.svg" alt="" width="28" height="28" />
					<h1>Local hub</h1>
					${chip(parts.hub.environment, 'environment')}
					<span class="connection" role="status">live</span>
					<span class="space"></span>
					${credential(parts)} ${button('/_panel/orders', 'New order', { kind: 'primary' })}
				</header>
				${part('tabs')} ${part('alarm')}
				<div class="layout">
					<main>${view.still?.(parts) ?? ''} ${part('live')}</main>
					${part('activity')}
				</div>
				<div id="toast" role="status" aria-live="polite"></div>
			</body>
		</html>`;
}

function tabs(parts: PanelParts, current: View): Html {
	const shown = views.filter(({ hasTab }) => hasTab?.(parts) ?? true);
	return html`${shown.map((view) => {
		const badge = String(view.badge?.(parts) ?? '');
		const count = badge === '' ? '' : html`<span class="badge badge-${badge}">${badge}</span>`;
		return html`<a href="${addressOf(view)}" ${view === current ? html`aria-current="page"` : ''}
			>${view.title} ${count}</a
		>`;
	})}`;
}

/** The fields of n8n's credential, each with a button that copies the value. */
function credential({ hub }: PanelParts): Html {
	const isSandbox = hub.environment === 'sandbox';
	const values = [
		['Environment', isSandbox ? 'Sandbox' : 'Production'],
		['Base URL', hub.url],
		...(isSandbox ? [] : [['App Token', hub.appToken]]),
		['API Key', hub.apiKey],
		['Secret Key', hub.secretKey],
	];
	return html`<details class="menu">
		<summary>Credential for n8n</summary>
		<dl>
			${values.map(
				([name = '', value = '']) =>
					html`<dt>${name}</dt>
						<dd>
							<code>${value}</code>
							<button type="button" class="quiet" data-copy="${value}" aria-label="Copy ${name}">
								Copy
							</button>
						</dd>`,
			)}
		</dl>
	</details>`;
}
