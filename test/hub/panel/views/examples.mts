import type { ShownExample } from '../../types.mts';
import { card, html, table, type Html } from '../html.mts';
import type { View } from '../view.mts';

export const examplesView: View = {
	name: 'examples',
	title: 'Examples',
	badge: ({ examples }) => examples.length,
	hasTab: ({ examples }) => examples.length > 0,
	live: ({ examples }) =>
		card(
			'Examples',
			table(
				['Workflow', 'Before you run it'],
				examples.map(row),
				'None yet. After npm start, the example workflows are here.',
			),
			'they open in the editor of n8n',
		),
};

function row({ title, url, before = '' }: ShownExample): Html {
	return html`<tr>
		<td><a href="${url}" target="_blank" rel="noreferrer">${title}</a></td>
		<td>${before}</td>
	</tr>`;
}
