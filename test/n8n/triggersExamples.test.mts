import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importExample, triggerOf } from '../server/examples.mts';
import {
	outputOf,
	webhookUrl,
	type Credential,
	type N8nRest,
	type Workflow,
} from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';
import { startHub, type Hub } from '../hub/index.mts';
import { server, signIn, storeCredential } from './session.mts';

describe('examples of the triggers, in a real n8n', () => {
	let hub: Hub;
	let n8n: N8nRest;
	let credential: Credential;
	const workflows: Workflow[] = [];

	beforeAll(async () => {
		[hub, n8n] = await Promise.all([startHub(), signIn()]);
		credential = await storeCredential(n8n, hub);
	});
	afterAll(async () => {
		for (const workflow of workflows) await n8n.deleteWorkflow(workflow);
		await hub.stop();
	});

	const publish = async (example: string): Promise<Workflow> => {
		const workflow = await importExample(n8n, example, credential);
		const notes = workflow.nodes.filter(({ type }) => type.endsWith('stickyNote'));
		expect(notes.map(({ parameters }) => String(parameters.content).split('\n'))).toEqual([
			[expect.any(String), expect.any(String)],
		]);
		workflows.push(workflow);
		await n8n.publish(workflow);
		return workflow;
	};
	const configure = (workflow: Workflow) =>
		hub.webhook.configure({ url: webhookUrl(server.url, triggerOf(workflow)) });
	const emptyQueue = async () =>
		await waitFor(() => hub.state.queue.size === 0, { what: 'the queue to be empty' });

	test('retry-unread-orders.json: an order that could not be read is read again and acknowledged', async () => {
		const workflow = await publish('retry-unread-orders');
		configure(workflow);
		hub.faults.add({ endpoint: 'orderGet', kind: 'status', status: 404 });
		const order = hub.createOrder({ status: 'pago' });
		await hub.webhook.settled();
		expect(hub.webhook.deliveries.at(-1)).toMatchObject({
			accepted: true,
			json: { idInterno: order.idPedido },
		});
		await emptyQueue();
		const [unread] = await n8n.finishedExecutions(workflow, 1);
		expect(outputOf(unread!, 'Marketplace Hub Trigger')).toMatchObject([
			{ reason: expect.stringContaining('404'), idPedido: String(order.idPedido) },
		]);
		expect(outputOf(unread!, 'Order')).toMatchObject([
			{ idPedido: order.idPedido, itens: order.itens },
		]);
		expect(hub.state.acknowledgements.at(-1)).toMatchObject({
			idPedido: order.idPedido,
			status: 'pago',
		});

		const next = hub.createOrder();
		await hub.webhook.settled();
		const [read] = await n8n.finishedExecutions(workflow, 2);
		expect(outputOf(read!, 'Order')).toMatchObject([
			{ idPedido: next.idPedido, itens: next.itens },
		]);
		await emptyQueue();
		await n8n.unpublish(workflow);
	});

	test('poll-order-queue.json: the orders that wait come out and are acknowledged', async () => {
		hub.webhook.configure({ url: 'http://127.0.0.1:9/' });
		const orders = [hub.createOrder(), hub.createOrder()];
		const workflow = await publish('poll-order-queue');
		await emptyQueue();
		const [execution] = await n8n.finishedExecutions(workflow, 1);
		expect(outputOf(execution!, 'Keep What the ERP Needs')).toEqual(
			orders.map(({ idPedido, valores, cliente }) => ({
				idPedido: String(idPedido),
				status: 'novo',
				total: valores.total,
				buyer: cliente.nome,
			})),
		);
		await n8n.unpublish(workflow);
	});

	test('webhook-with-manual-acknowledgement.json: what the webhook brings and what it missed is stored, then acknowledged', async () => {
		hub.webhook.configure({ url: 'http://127.0.0.1:9/' });
		const missed = hub.createOrder();
		await hub.webhook.settled();
		const workflow = await publish('webhook-with-manual-acknowledgement');
		await emptyQueue();
		configure(workflow);
		const notified = hub.createOrder({ status: 'pago' });
		await hub.webhook.settled();
		expect(hub.webhook.active).toBe(true);
		await emptyQueue();

		hub.faults.add({ endpoint: 'orderGet', kind: 'status', status: 404 });
		const unread = hub.createOrder();
		await hub.webhook.settled();
		expect(hub.webhook.active).toBe(true);
		expect([...hub.state.queue.keys()]).toEqual([unread.idPedido]);
		await n8n.unpublish(workflow);
		await n8n.publish(workflow); // n8n polls
		await emptyQueue();

		const executions = await n8n.finishedExecutions(workflow, 4);
		const stored = executions.flatMap((execution) =>
			outputOf(execution, 'Store in ERP').map(({ idPedido }) => Number(idPedido)),
		);
		expect(stored.sort()).toEqual([missed.idPedido, notified.idPedido, unread.idPedido].sort());
		expect(hub.state.acknowledgements.slice(-3).map(({ status }) => status)).toEqual([
			'novo',
			'pago',
			'novo',
		]);
	});
});
