import { expect } from 'vitest';
import { answer, op, shown } from '../../../support/items.mts';
import { setup, test } from '../../../support/setup.mts';

const ping = op('connection ping');

test('a hub that answers, with the right keys, gives pong', async ({ n8n }) => {
	expect((await n8n.run(ping)).json()).toEqual([{ answer: 'pong', ok: true }]);
});

test('an answer other than pong is not ok', async ({ hub, n8n }) => {
	answer(hub, 'ping', 'maintenance');
	expect((await n8n.run(ping)).json()).toEqual([{ answer: 'maintenance', ok: false }]);
});

test('quotation marks around pong are not ok, and so does Check Routes say', async ({
	hub,
	n8n,
}) => {
	answer(hub, 'ping', '"pong"', 200, 2);
	expect((await n8n.run(ping)).json()).toEqual([{ answer: '"pong"', ok: false }]);
	const checked = (await n8n.done(op('connection checkRoutes'))).json();
	expect(checked.find(({ what }) => what === 'Token Test')).toMatchObject({ verdict: 'unclear' });
});

test('a wrong key stops the workflow, and the message says what to check', async () => {
	const { n8n } = await setup({}, { secretKey: 'wrong' });
	expect(shown((await n8n.run(ping)).nodeError)).toMatch(/401[^]*Secret Key/);
});
