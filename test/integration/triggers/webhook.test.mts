import { waitFor } from '../../server/wait.mts';
import type { INodeParameters, IWebhookResponseData, Workflow } from 'n8n-workflow';
import type { AddressInfo } from 'node:net';
import { createServer, request, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call, notificationOf, Response } from '../../support/triggers.mts';
import { setupTrigger } from '../../support/triggerSetup.mts';
import { stopwatch } from '../../support/stopwatch.mts';
import { hold } from '../../support/underWay.mts';

const { at, trigger, create, notify, queueOf } = setupTrigger('marketplaceHubTrigger', {
	timing: { minute: 300 },
	latency: 5,
});

const windows: Array<[string, INodeParameters]> = [
	['', {}],
	[', and duplicates are let through', { duplicateWindow: 0 }],
];

describe('a notification of an order', () => {
	test('is answered with id and status and emits the full order, which leaves the queue when its execution begins', async () => {
		const workflow = trigger();
		const waiting = at.hub.createOrder();
		const order = at.hub.createOrder({ status: 'pago' });
		await notify(workflow, waiting.idPedido, { begins: false });
		const outcome = await notify(workflow, order.idPedido);
		expect(outcome.reply).toEqual({ idInterno: order.idPedido, status: 'pago' });
		expect(outcome.contentType).toBe('application/json; charset=utf-8');
		expect(outcome.items).toEqual([
			expect.objectContaining({ idPedido: order.idPedido, itens: order.itens }),
		]);
		await queueOf(waiting.idPedido);
		expect(at.hub.state.acknowledgements).toMatchObject([
			{ idPedido: order.idPedido, idInterno: String(order.idPedido), status: 'pago' },
		]);
	});

	test.each(windows)(
		'leaves the order in the queue if the order changes before its execution begins%s',
		async (_also, settings) => {
			const workflow = trigger({ settings });
			const [{ idPedido }, sentinel] = [at.hub.createOrder(), at.hub.createOrder()];
			const rawBody = Buffer.from(JSON.stringify(notificationOf(at.hub, idPedido)));
			const request = { rawBody, body: undefined };
			const older = await at.n8n.webhook(workflow, 'Trigger', request, new Response());
			at.hub.updateOrder(idPedido, { status: 'pago' });
			await notify(workflow, idPedido, { begins: false });
			await at.n8n.execute(workflow, 'Trigger', older.workflowData!, { mode: 'webhook' });
			await notify(workflow, sentinel.idPedido);
			await queueOf(idPedido);
		},
	);

	test.each(windows)(
		'leaves the order in the queue if a later call cannot be read before its execution begins%s',
		async (_also, settings) => {
			const workflow = trigger({ settings });
			const [{ idPedido }, sentinel] = [at.hub.createOrder(), at.hub.createOrder()];
			const rawBody = Buffer.from(JSON.stringify(notificationOf(at.hub, idPedido)));
			const older = await at.n8n.webhook(
				workflow,
				'Trigger',
				{ rawBody, body: undefined },
				new Response(),
			);
			at.hub.updateOrder(idPedido, { status: 'pago' });
			at.hub.faults.add({ endpoint: 'orderGet', kind: 'status', status: 400, times: 1 });
			const unread = await notify(workflow, idPedido);
			expect(unread.items).toMatchObject([
				{ idPedido: String(idPedido), reason: expect.any(String) },
			]);
			await at.n8n.execute(workflow, 'Trigger', older.workflowData!, { mode: 'webhook' });
			await notify(workflow, sentinel.idPedido);
			await queueOf(idPedido);
		},
	);

	test('leaves the queue all the same if a later call cannot be read although nothing has changed', async () => {
		const workflow = trigger();
		const { idPedido } = at.hub.createOrder();
		const rawBody = Buffer.from(JSON.stringify(notificationOf(at.hub, idPedido)));
		const request = { rawBody, body: undefined };
		const own = await at.n8n.webhook(workflow, 'Trigger', request, new Response());
		at.hub.faults.add({ endpoint: 'orderGet', kind: 'status', status: 400, times: 1 });
		expect((await notify(workflow, idPedido)).items).toMatchObject([
			{ reason: expect.any(String) },
		]);
		await at.n8n.execute(workflow, 'Trigger', own.workflowData!, { mode: 'webhook' });
		await queueOf();
		expect(at.hub.count({ endpoint: 'orderGet' })).toBeLessThanOrEqual(3);
	});

	test.each(['={{ $env.NONE.there }}', 'Workflow', '={{ "" }}'])(
		'stays in the queue if Acknowledgement is %s, which is none of the choices',
		async (acknowledgement) => {
			const [left = 0, sentinel = 0] = create(2);
			const { items } = await notify(trigger({ acknowledgement }), left);
			expect(items).toHaveLength(1);
			await notify(trigger(), sentinel);
			await queueOf(left);
		},
	);

	test('is not acknowledged if the hub or the workflow does so', async () => {
		const [automatic = 0, left = 0, sentinel = 0] = create(3);
		const changes = { urlConfirmacaoLeitura: 'confirmacao-automatica' };
		await notify(trigger(), automatic, { changes });
		await notify(trigger({ acknowledgement: 'workflow' }), left);
		await notify(trigger(), sentinel);
		await queueOf(automatic, left);
	});

	test('has no personal data if Order Details is set to the notification', async () => {
		const order = at.hub.createOrder({ status: 'enviado' });
		const notification = notificationOf(at.hub, order.idPedido);
		const workflow = trigger({ orderDetails: 'notification' });
		const { reply, items } = await call(at.n8n, workflow, notification);
		expect(reply).toEqual({ idInterno: order.idPedido, status: 'enviado' });
		expect(items).toEqual([{ idPedido: order.idPedido, status: 'enviado', notification }]);
	});

	test('with an unwanted status is answered and acknowledged, but does not start the workflow', async () => {
		const workflow = trigger({
			filters: { status: ['pago'], otherStatus: 'em-separacao, devolvido' },
		});
		const [novo, pago, other] = ['novo', 'pago', 'devolvido'].map((status) =>
			at.hub.createOrder({ status }),
		);
		expect(await notify(workflow, novo!.idPedido)).toMatchObject({
			reply: { idInterno: novo!.idPedido, status: 'novo' },
			items: undefined,
		});
		expect((await notify(workflow, pago!.idPedido)).items).toHaveLength(1);
		expect(await notify(workflow, other!.idPedido)).toMatchObject({
			reply: { status: 'novo' },
			items: [{ status: 'devolvido' }],
		});
		// no acknowledgement is made up for a status that the hub does not take in one
		await queueOf(other!.idPedido);
	});

	test('starts the workflow if its status is one of several separated by a bar', async () => {
		const workflow = trigger({ filters: { otherStatus: 'devolvido | pago|' } });
		const [novo = 0, pago = 0] = ['novo', 'pago'].flatMap((status) => create(1, status));
		expect((await notify(workflow, novo)).items).toBeUndefined();
		expect((await notify(workflow, pago)).items).toHaveLength(1);
		const none = trigger({ filters: { otherStatus: '|' } });
		expect((await notify(none, novo)).items).toHaveLength(1);
	});

	test.each(['Pago', 'PAGO', 'enviado; pago', 'enviado\npago'])(
		'starts the workflow with its status typed as %j',
		async (otherStatus) => {
			const [pago = 0] = create(1, 'pago');
			const { items } = await notify(trigger({ filters: { otherStatus } }), pago);
			expect(items).toHaveLength(1);
		},
	);

	test('starts the workflow if the filter by status cannot be read', async () => {
		const [pago = 0] = create(1, 'pago');
		const filters = { status: '={{ [{ value: "novo" }] }}' };
		expect((await notify(trigger({ filters }), pago)).items).toHaveLength(1);
	});

	test('is answered with the fallback if the hub takes no reply with its status', async () => {
		const order = at.hub.createOrder({ status: 'em-separacao' });
		const workflow = trigger({ settings: { fallbackStatus: 'faturado' } });
		expect(await notify(workflow, order.idPedido)).toMatchObject({
			reply: { status: 'faturado' },
			items: [{ status: 'em-separacao' }],
		});
	});

	test.each(['9007199254740993', '999999999999999999'])(
		'with the ID %s is answered with exactly that JSON number',
		async (id) => {
			const { text } = await notify(trigger(), id);
			expect(text).toBe(`{"idInterno":${id},"status":"novo"}`);
		},
	);
});

describe('an order that cannot be read', () => {
	test.each([
		['401', { kind: 'status', status: 401, times: 20 }, /401/],
		['404', { kind: 'status', status: 404 }, /404/],
		['500', { kind: 'status', status: 500, times: 20 }, /500/],
		['reset', { kind: 'resetBefore', times: 20 }, /could not be reached/],
		['truncated', { kind: 'truncate', times: 20 }, /./],
		['html', { kind: 'html', status: 200, times: 20 }, /not complete JSON/],
	] as const)(
		'(%s) is answered, emitted with the reason, and stays in the queue',
		async (_name, fault, reason) => {
			const order = at.hub.createOrder({ status: 'pago' });
			const notification = notificationOf(at.hub, order.idPedido);
			at.hub.faults.add({ endpoint: 'orderGet', ...fault });
			const { reply, items } = await call(at.n8n, trigger(), notification);
			expect(reply).toEqual({ idInterno: order.idPedido, status: 'novo' });
			expect(items).toEqual([
				{ notification, idPedido: String(order.idPedido), reason: expect.stringMatching(reason) },
			]);
			expect(at.hub.count({ endpoint: 'acknowledge' })).toBe(0);
		},
	);

	test.each([
		['the hub answers late', { kind: 'slow', delay: 3_000, endpoint: 'orderGet' }],
		['the token exchange answers late', { kind: 'slow', delay: 3_000, endpoint: 'auth' }],
		[
			'the hub wants a minute of rest',
			{
				kind: 'status',
				status: 429,
				endpoint: 'orderGet',
				times: 99,
				headers: { 'Retry-After': '60' },
			},
		],
	] as const)('is answered within the time limit when %s', async (_name, fault) => {
		const [idPedido = 0] = create(1);
		const workflow = trigger({ settings: { readTimeLimit: 0.4 } });
		at.hub.faults.add(fault);
		const passed = stopwatch();
		const { reply, items } = await notify(workflow, idPedido);
		expect(passed()).toBeLessThan(900);
		expect(reply).toEqual({ idInterno: idPedido, status: 'novo' });
		expect(items).toMatchObject([
			{ reason: expect.stringContaining('0.4 seconds'), idPedido: String(idPedido) },
		]);
	});

	test('is answered within its own time limit while other calls wait longer for the hub', async () => {
		const { hub } = at;
		const callWith = async (readTimeLimit: number) => {
			const [idPedido = 0] = create(1);
			return await notify(trigger({ settings: { readTimeLimit } }), idPedido);
		};
		// with a token that is not known to be accepted, reads go one by one
		await callWith(5);
		hub.clearLog();
		hub.faults.add({ kind: 'slow', delay: 10_000, endpoint: 'orderGet', times: 99 });
		// as many as are read at once
		const patient = Array.from({ length: 5 }, async () => await callWith(2.5));
		await waitFor(() => hub.count({ endpoint: 'orderGet' }) === 5, { what: 'five reads' });
		const passed = stopwatch();
		const { items } = await callWith(0.5);
		expect(passed()).toBeLessThan(1_500);
		expect(items).toMatchObject([{ reason: expect.stringContaining('0.5 seconds') }]);
		await Promise.all(patient);
	});

	test('with thousands of nested lists is answered with 200', async () => {
		const { idPedido } = at.hub.createOrder();
		const nested = '['.repeat(50_000) + ']'.repeat(50_000);
		const body = `{"idPedido":${idPedido},"status":"novo","itens":${nested}}`;
		at.hub.faults.add({ endpoint: 'orderGet', kind: 'status', status: 200, body });
		const { reply, items } = await notify(trigger(), idPedido);
		expect(reply).toEqual({ idInterno: expect.any(Number), status: 'novo' });
		expect(items).toEqual([expect.objectContaining({ reason: expect.any(String) })]);
		await queueOf(idPedido);
	});
});

/** What becomes of a call whose caller hangs up while the order is read. */
async function hangUp(workflow: Workflow, body: object): Promise<IWebhookResponseData> {
	const server = createServer();
	onTestFinished(() => void server.close());
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	const caller = request({ port, host: '127.0.0.1', method: 'POST' });
	caller.on('error', () => {});
	caller.end();
	const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
	const rawBody = Buffer.from(JSON.stringify(body));
	const { arrived, release } = hold(at.hub, 'orderGet');
	const answer = at.n8n.webhook(workflow, 'Trigger', { rawBody, body: undefined }, response);
	await arrived();
	caller.destroy();
	await once(response, 'close');
	release();
	return await answer;
}

test('a caller that hangs up during the read does not stop the workflow from starting', async () => {
	const workflow = trigger();
	const { idPedido } = at.hub.createOrder();
	const { workflowData } = await hangUp(workflow, notificationOf(at.hub, idPedido));
	const execution = await at.n8n.execute(workflow, 'Trigger', workflowData!, { mode: 'webhook' });
	expect(execution.json('Trigger')).toMatchObject([{ idPedido }]);
	await queueOf();
	expect((await notify(workflow, idPedido)).items).toBeUndefined();
});
