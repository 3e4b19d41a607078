import { expect, test } from 'vitest';
import { server } from '../n8n/session.mts';
import { importExample, triggerOf } from '../server/examples.mts';
import { webhookUrl } from '../server/rest.mts';
import { setsAsSent, startChatModel } from '../support/chatModel.mts';
import { useEditor } from './session.mts';

const at = useEditor();

test('an order made in the panel starts a published workflow and leaves the queue', async () => {
	const workflow = await importExample(at.n8n, 'receive-orders', at.credential);
	await at.n8n.publish(workflow);
	const { page } = at.editor;
	await page.goto(new URL('/_panel/webhook', at.hub.url).href);
	await page.getByLabel('Webhook URL').fill(webhookUrl(server.url, triggerOf(workflow)));
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await page.goto(new URL('/', at.hub.url).href);
	await page.locator('.connection', { hasText: /^live$/ }).waitFor();
	await page.getByRole('button', { name: 'New order', exact: true }).click();
	await at.n8n.finishedExecutions(workflow, 1);
	expect(at.hub.webhook.active).toBe(true);
	const newest = Math.max(...at.hub.state.orders.keys());
	await expect.poll(() => at.hub.state.queue.has(newest), { timeout: 15_000 }).toBe(false);
	await at.n8n.deleteWorkflow(workflow);
});

test('the agent of the example answers in the chat and asks before it writes', async () => {
	const { editor, n8n, hub } = at;
	const { idPedido } = hub.createOrder({ status: 'faturado' });
	const { credential: chatModel } = await startChatModel(n8n, [
		[{ tool: 'Get_Order', input: { idPedido: String(idPedido) } }],
		'It is invoiced, not sent yet.',
		setsAsSent(idPedido, 'BR123456789BR'),
		'It is set as sent.',
	]);
	const workflow = await importExample(n8n, 'order-agent', at.credential, { chatModel });
	await editor.goTo(`/workflow/${workflow.id}`, 'canvas-node');
	await editor.at('workflow-chat-button').click();
	const { page } = editor;
	const say = async (text: string) => {
		await page.locator('.chat-inputs textarea').fill(text);
		await page.locator('.chat-input-send-button').click();
	};
	await say(`where is order ${idPedido}?`);
	await page.getByText('It is invoiced, not sent yet.').first().waitFor();
	await say('set it as sent, BR123456789BR');
	await page.getByText(`May I set order ${idPedido} as sent`).first().waitFor();
	expect(hub.count({ endpoint: 'orderSent' })).toBe(0);
	await page
		.locator('button, a')
		.filter({ hasText: /^\s*Approve\s*$/ })
		.click();
	await page.getByText('It is set as sent.').first().waitFor();
	expect(hub.state.orders.get(idPedido)!.status).toBe('enviado');
});
