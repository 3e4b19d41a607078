import { Idiomorph } from './idiomorph.js';

/** Changes what differs and leaves the rest alone: focus, open details, a choice being made. */
const gently = {
	ignoreActiveValue: true,
	callbacks: {
		beforeAttributeUpdated: (name, element) => !(name === 'open' && element.tagName === 'DETAILS'),
	},
};

const connection = document.querySelector('.connection');
const events = new EventSource(
	`/_panel/events?view=${encodeURIComponent(document.body.dataset.view)}`,
);
events.addEventListener('part', ({ data }) => {
	const { id, html } = JSON.parse(data);
	const element = document.getElementById(id);
	if (element) Idiomorph.morph(element, html, gently);
});
events.addEventListener('open', () => showConnection(true));
events.addEventListener('error', () => showConnection(false));

document.addEventListener('submit', async (event) => {
	event.preventDefault();
	const form = event.target;
	const body = new URLSearchParams(new FormData(form, event.submitter));
	try {
		const headers = { accept: 'application/json' };
		const response = await fetch(form.action, { method: 'POST', body, headers });
		const { message } = await response.json();
		toast(message, response.ok);
		if (response.ok && form.querySelector('select[required]')) form.reset();
	} catch {
		toast('The hub does not answer. Is it still running?', false);
	}
});

document.addEventListener('keydown', ({ key }) => {
	const menu = document.querySelector('.menu[open]');
	if (key !== 'Escape' || !menu) return;
	menu.open = false;
	menu.querySelector('summary').focus();
});

document
	.querySelector('#tabs [aria-current]')
	.scrollIntoView({ block: 'nearest', inline: 'center' });

document.addEventListener('click', async ({ target }) => {
	const text = target.closest('[data-copy]')?.dataset.copy;
	if (text === undefined) {
		const menu = document.querySelector('.menu[open]');
		if (menu && !menu.contains(target)) menu.open = false;
		return;
	}
	await navigator.clipboard.writeText(text);
	toast('Copied.', true);
});

function showConnection(isLive) {
	connection.textContent = isLive ? 'live' : 'no connection';
	connection.classList.toggle('lost', !isLive);
}

let hiding;
function toast(message, isGood) {
	const box = document.getElementById('toast');
	box.textContent = message;
	box.className = isGood ? 'shown' : 'shown bad';
	clearTimeout(hiding);
	hiding = setTimeout(() => (box.className = ''), 5000);
}
