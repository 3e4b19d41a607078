import type { INode } from 'n8n-workflow';
import { afterEach, describe, expect, test } from 'vitest';
import { importExample, triggerOf } from '../server/examples.mts';
import { outputOf, webhookUrl, type Workflow } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';
import { server, useN8n } from './session.mts';

const { hub, n8n, credential } = await useN8n();

describe('examples of the triggers, in a real n8n', () => {
	const workflows: Workflow[] = [];

	afterEach(async () => {
		for (const workflow of workflows.splice(0)) await n8n.deleteWorkflow(workflow);
	});

	const publish = async (example: string): Promise<Workflow> => {
		const workflow = await importExample(n8n, example, credential, { adapt: withErpNumbers });
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
		expect(outputOf(unread!, 'Read Again')).toMatchObject([
			{ idPedido: order.idPedido, itens: order.itens },
		]);
		expect(hub.state.acknowledgements).toMatchObject([acknowledged(order)]);

		const next = hub.createOrder();
		await hub.webhook.settled();
		const [read] = await n8n.finishedExecutions(workflow, 2);
		expect(outputOf(read!, 'Store in ERP')).toMatchObject([{ idPedido: String(next.idPedido) }]);
		await emptyQueue();
		expect(hub.state.acknowledgements.at(-1)).toMatchObject(acknowledged(next));
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
		expect(hub.state.acknowledgements.slice(-3)).toMatchObject(
			[missed, notified, unread].map(acknowledged),
		);
	});

	test.each(['retry-unread-orders', 'webhook-with-manual-acknowledgement'])(
		'%s.json: an order in a status that cannot be acknowledged stays in the queue until it has another',
		async (example) => {
			const workflow = await publish(example);
			configure(workflow);
			const order = hub.createOrder({ status: 'em-analise' });
			await hub.webhook.settled();
			await n8n.finishedExecutions(workflow, 1);
			expect([...hub.state.queue.keys()]).toEqual([order.idPedido]);
			hub.updateOrder(order.idPedido, { status: 'pago' });
			await hub.webhook.settled();
			await emptyQueue();
			expect(hub.state.acknowledgements.at(-1)).toMatchObject(
				acknowledged({ ...order, status: 'pago' }),
			);
		},
	);
});

const erpNumber = 700_000_000;

/** An ERP that gives orders numbers of its own. */
function withErpNumbers(node: INode): INode {
	if (node.name !== 'Store in ERP') return node;
	const adapted = structuredClone(node);
	const { assignments } = adapted.parameters.assignments as {
		assignments: Array<{ name: string; value: string }>;
	};
	assignments.find(({ name }) => name === 'idInterno')!.value =
		`={{ ${erpNumber} + Number($json.idPedido) }}`;
	return adapted;
}

const acknowledged = ({ idPedido, status }: { idPedido: number; status: string }) => ({
	idPedido,
	idInterno: String(erpNumber + idPedido),
	status,
});
