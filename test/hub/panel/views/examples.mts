import groupBy from 'lodash/groupBy.js';
import type { ShownExample } from '../../types.mts';
import { card, html, table, type Html } from '../html.mts';
import type { View } from '../view.mts';

export const examplesView: View = {
	name: 'examples',
	title: 'Examples',
	badge: ({ examples }) => examples.length,
	hasTab: ({ examples }) => examples.length > 0,
	live: ({ examples }) =>
		examples.length === 0
			? card(
					'Examples',
					table([], [], 'None yet. After npm start, the example workflows are here.'),
				)
			: html`${Object.entries(groupBy(examples, 'group')).map(([group, ofGroup]) =>
					card(
						group,
						table(['Workflow', 'What it does', 'Before you run it'], ofGroup.map(row), ''),
						'they open in the editor of n8n',
					),
				)}`,
};

function row({ title, url, does, before = '' }: ShownExample): Html {
	return html`<tr>
		<td><a href="${url}" target="_blank" rel="noreferrer">${title}</a></td>
		<td>${does}</td>
		<td>${before}</td>
	</tr>`;
}
