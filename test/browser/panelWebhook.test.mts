import { afterEach, beforeEach, expect, test } from 'vitest';
import { startReceiver, usePanel } from './browser.mts';

const panel = usePanel({ seed: { orders: 2 } });
const press = (name: string) => panel.page.getByRole('button', { name, exact: true }).click();
const state = (text: string | RegExp) =>
	panel.page.locator('[data-test=webhook-state]', { hasText: text }).waitFor();
const newestDelivery = () => panel.page.locator('[data-test=delivery]').first();

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
	receiver = await startReceiver();
});
afterEach(async () => await receiver.stop());

const save = async (url = receiver.url) => {
	await panel.show('webhook');
	await panel.page.getByLabel('Webhook URL').fill(url);
	await press('Save');
	await state(url);
};

test('a pasted URL gets the next order, and the panel shows request, reply and verdict', async () => {
	await save();
	await press('New order');
	await newestDelivery().getByText('accepted').waitFor();
	await newestDelivery().locator('summary').click();
	const [delivery] = panel.client.hub.webhook.deliveries;
	const texts = await newestDelivery().locator('pre').allTextContents();
	expect(texts.map((text) => JSON.parse(text) as unknown)).toEqual([
		delivery!.notification,
		{ idInterno: 7, status: 'novo' },
	]);
	await newestDelivery().getByText('status 200 with idInterno and status').waitFor();
	await panel.page.locator('#activity').getByText(`order ${delivery!.idPedido}`).waitFor();
});

test.each([
	[404, '{"message":"not registered"}', 'the reply had status 404 instead of 200'],
	[200, '{"status":"novo"}', 'the reply lacks idInterno'],
	[200, '{}', 'the reply lacks idInterno and status'],
	[200, 'ok', 'the reply is no JSON object'],
])(
	'a reply of %i %s switches the webhook off, and Reactivate switches it on again',
	async (status, body, because) => {
		await save();
		Object.assign(receiver.answer, { status, body });
		await press('New order');
		await state(`switched off because ${because}`);
		await newestDelivery().getByText('refused').waitFor();
		expect(panel.client.hub.webhook.active).toBe(false);
		await panel.page.locator('#tabs').getByText('off', { exact: true }).waitFor();

		Object.assign(receiver.answer, { status: 200, body: '{"idInterno":1,"status":"pago"}' });
		await press('Reactivate');
		await state('active');
		await press('New order');
		await newestDelivery().getByText('accepted').waitFor();
		expect(panel.client.hub.webhook.deliveries).toHaveLength(2);
	},
);

test('the panel shows that a missing receiver has sent no reply', async () => {
	await save();
	await receiver.stop();
	await press('New order');
	await state(/switched off because there was no reply/);
	await newestDelivery().getByText('no reply', { exact: true }).waitFor();
});

test('a test sends the newest order and never switches the webhook off', async () => {
	await save();
	receiver.answer.status = 500;
	const newest = Math.max(...panel.client.hub.state.orders.keys());
	await press('Send a test');
	await newestDelivery().getByText('refused').waitFor();
	await newestDelivery().getByText('test', { exact: true }).waitFor();
	await newestDelivery().getByText(`Order ${newest}`).waitFor();
	expect(panel.client.hub.webhook.active).toBe(true);
	expect(panel.client.hub.state.queue.has(newest)).toBe(true);
});

test('automatic acknowledgement takes the order out of the queue', async () => {
	await panel.show('webhook');
	await panel.page.getByLabel('Webhook URL').fill(receiver.url);
	await panel.page.getByRole('radio', { name: 'Automatic' }).check();
	await press('Save');
	await state('active');
	await press('New order');
	await newestDelivery().getByText('accepted').waitFor();
	expect(panel.client.hub.state.queue.size).toBe(0);
	expect(panel.client.hub.webhook.deliveries[0]!.notification.urlConfirmacaoLeitura).toBe(
		'confirmacao-automatica',
	);
	await panel.show('webhook');
	expect(await panel.page.getByRole('radio', { name: 'Automatic' }).isChecked()).toBe(true);
});

test("the panel warns of n8n's test URL", async () => {
	await save('http://127.0.0.1:5678/webhook-test/abc/webhook');
	await panel.page.getByText("This is n8n's test URL").waitFor();
	await save(receiver.url);
	await panel.page.getByText("This is n8n's test URL").waitFor({ state: 'detached' });
});

test('open, focused and half-typed elements stay while the page changes', async () => {
	await save();
	await press('New order');
	await newestDelivery().locator('summary').click();
	const opened = panel.page.locator('details[data-test=delivery][open]');
	await opened.waitFor();
	const field = panel.page.getByLabel('Webhook URL');
	await field.fill('http://127.0.0.1:1/half-typed');
	panel.client.hub.createOrder();
	await expect.poll(() => panel.page.locator('[data-test=delivery]').count()).toBe(2);
	expect(await opened.count()).toBe(1);
	expect(await field.inputValue()).toBe('http://127.0.0.1:1/half-typed');
	expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
});
