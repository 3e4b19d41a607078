import type { ShownEmail } from '../../types.mts';
import { card, html, type Html } from '../html.mts';
import type { View } from '../view.mts';

const shown = 50;

export const mailboxView: View = {
	name: 'mailbox',
	title: 'Mailbox',
	badge: ({ emails }) => emails.length,
	live: ({ emails }) =>
		card(
			'Mailbox',
			emails.length === 0
				? html`<p class="empty">
						No email yet. After npm start, what the examples send by email arrives here.
					</p>`
				: html`${emails
						.slice(-shown)
						.map((email, index) => message(email, Math.max(0, emails.length - shown) + index))
						.reverse()}`,
			emails.length > shown ? `the newest ${shown} of ${emails.length}` : 'newest first',
		),
};

function message(
	{ subject = '(no subject)', to = [], text = '' }: ShownEmail,
	number: number,
): Html {
	return html`<details id="email-${number}" data-test="email">
		<summary>
			<b>${subject}</b>
			<span class="note">to ${to.map(({ address }) => address).join(', ')}</span>
		</summary>
		<pre>${text.trim() || '(no text)'}</pre>
	</details>`;
}
