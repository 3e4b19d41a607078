import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { INode } from 'n8n-workflow';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { deleteFolder } from '../../server/deleteFolder.mts';
import { exampleNames, exampleTitle, triggerOf } from '../../server/examples.mts';
import { freePort } from '../../server/ports.mjs';
import { Postgres } from '../../server/postgres.mts';
import {
	N8nRest,
	outputOf,
	webhookUrl,
	type Execution,
	type Workflow,
} from '../../server/rest.mts';
import { waitFor } from '../../server/wait.mts';
import { loginCredential, sendForm } from '../../support/agency.mts';
import { approvalForm } from '../../support/approvalForm.mts';
import { connectMcp } from '../../support/mcpClient.mts';
import { startChat, startChatModel, type ChatModel } from '../../support/chatModel.mts';
import { takesOff } from '../../support/replacedSteps.mts';
import { isUp, printedPassword, startProgram } from './demoProcess.mts';

/** Every example, as `npm start` brings it, does its work. */
const place = {
	hubPort: await freePort(),
	n8nPort: await freePort(),
	home: mkdtempSync(join(tmpdir(), 'demo-home-')),
};
const demo = startProgram(place, process.execPath, 'test/demo/main.mjs');
afterAll(async () => {
	demo.child.kill('SIGINT');
	await demo.ended;
	await deleteFolder(place.home);
});
await isUp(demo);
const n8n = new N8nRest(`http://127.0.0.1:${place.n8nPort}`, place.home);
await n8n.signIn(printedPassword(demo.output()));
const listed = await n8n.request<Workflow[]>('GET', '/rest/workflows?includeScopes=false');
const panel = `http://127.0.0.1:${place.hubPort}`;

/** An example as the demo has imported it. */
async function imported(example: string): Promise<Workflow> {
	const { id } = listed.find(({ name }) => name === exampleTitle(example))!;
	return await n8n.request<Workflow>('GET', `/rest/workflows/${id}`);
}

/** A workflow as a person has changed and saved it. */
async function changed(workflow: Workflow, changes: Partial<Workflow>): Promise<Workflow> {
	const { id, versionId, nodes, connections, settings } = workflow;
	const body = { versionId, nodes, connections, settings, ...changes };
	return await n8n.request<Workflow>('PATCH', `/rest/workflows/${id}`, body);
}

/** As its note asks a person to change it before the first run. */
const prepared: Record<string, (node: INode) => INode> = { 'cancelled-orders': takesOff('yes') };

async function execute(example: string): Promise<Execution> {
	const workflow = await imported(example);
	const prepare = prepared[example];
	return await n8n.run(
		prepare === undefined
			? workflow
			: await changed(workflow, { nodes: workflow.nodes.map(prepare) }),
	);
}

/** A button of the panel. */
async function press(path: string, form: Record<string, string> = {}): Promise<void> {
	const headers = { origin: panel };
	const body = new URLSearchParams(form);
	const { status } = await fetch(`${panel}/_panel/${path}`, { method: 'POST', headers, body });
	expect(status).toBeLessThan(400);
}

/** What the panel's mailbox shows, as text. */
async function mailbox(): Promise<string> {
	const page = await (await fetch(`${panel}/_panel/mailbox`)).text();
	return page.replaceAll(/<[^>]*>/g, ' ').replaceAll('&amp;', '&');
}

/** In this order: the first line of some notes names what must run before. */
const byHand: Record<string, string[]> = {
	'try-the-sandbox': ['Paid', 'What Waits'],
	'reconcile-orders': ['Store Order', 'Tell the Team'],
	'watch-orders': ['This Look'],
	'update-stock': ['Updated'],
	'pick-up-pending-batches': ['Updated'],
	'nightly-stock-sync': ['In Step', 'Only in the Hub'],
	'sync-dry-run-report': ['Report'],
	'changed-since': ['Store Outcome'],
	'catalogue-from-spreadsheet': ['In Step'],
	'channel-prices': ['Set'],
	campaign: ['In Step'],
	'listing-prices': ['Remember Prices'],
	'keep-last-pieces-back': ['Keep Back'],
	'fulfilment-notes-to-erp': ['Not Replaced Yet'],
	'kit-stock': ['Store Part'],
	'invoice-and-ship': ['Not Replaced Yet'],
	'morning-labels': ['Not Replaced Yet'],
	// the first run puts nothing back
	'cancelled-orders': ['Note as Before', 'First Run Is Over'],
	'stock-less-open-orders': ['Store Outcome'],
	'retire-products': ['Retired'],
};

/** A row of its list, which the run tells at its end. */
const refusedOnPurpose: Record<string, string> = {
	'nightly-stock-sync': 'esgotado',
	'update-stock': 'NAO-EXISTE',
	'pick-up-pending-batches': 'NAO-EXISTE',
	'channel-prices': 'NAO-EXISTE',
	'listing-prices': 'XXX',
};

test.each(Object.entries(byHand))(
	'%s: %j have items after a run by hand',
	async (example, nodes) => {
		const execution = await execute(example);
		const row = refusedOnPurpose[example];
		expect(execution.error?.message).toEqual(row && expect.stringContaining(row));
		const items = nodes.map((node) => [node, outputOf(execution, node).length > 0]);
		expect(Object.fromEntries(items)).toEqual(
			Object.fromEntries(nodes.map((node) => [node, true])),
		);
	},
);

describe('an example that asks a person by email', () => {
	test.each([
		['sync-with-approval', undefined],
		// a cost of 0, which the list brings along
		['price-rules', expect.stringContaining('custo must be more than zero')],
	])('%s', async (example, told) => {
		const { executionId = '' } = await n8n.startRun(await imported(example));
		const isWaiting = async () => (await n8n.execution(executionId)).status === 'waiting';
		await waitFor(isWaiting, { what: 'the workflow to wait for a person', timeout: 120_000 });
		// the newest email is shown first
		await approvalForm(await mailbox()).answer('Change Them');
		const execution = await n8n.finishedExecution(executionId);
		expect(execution.error?.message).toEqual(told);
		expect(outputOf(execution, 'Sync Approved Prices')).not.toEqual([]);
	});
});

/** The ID of the order that the hub called about last. */
async function newestOrder(): Promise<number> {
	const deliveries = await (await fetch(`${panel}/_hub/deliveries`)).json();
	return (deliveries as Array<{ idPedido: number }>).at(-1)!.idPedido;
}

describe('an example without a manual trigger', () => {
	/** Publishes an example until the test has ended. */
	async function publish(example: string, changes: Partial<Workflow> = {}): Promise<Workflow> {
		const workflow = await changed(await imported(example), changes);
		await n8n.publish(workflow);
		onTestFinished(async () => await n8n.unpublish(workflow));
		return workflow;
	}

	test('receive-orders, published by the demo: New order in the panel starts it', async () => {
		const workflow = await imported('receive-orders');
		const before = await n8n.executions(workflow);
		await press('orders');
		const [execution] = await n8n.finishedExecutions(workflow, before.length + 1);
		expect(outputOf(execution!, 'Keep What the ERP Needs')).toHaveLength(1);
	});

	test('poll-order-queue: takes the waiting orders from the queue', async () => {
		const workflow = await publish('poll-order-queue');
		const executions = await n8n.finishedExecutions(workflow);
		const kept = executions.flatMap((one) => outputOf(one, 'Keep What the ERP Needs'));
		expect(kept.length).toBeGreaterThan(0);
	});

	test('orders-into-table: stores a new order and acknowledges it', async () => {
		const workflow = await publish('orders-into-table');
		await orderFor(workflow);
		const [execution] = await n8n.finishedExecutions(workflow);
		expect(execution!.error).toBeUndefined();
		expect(outputOf(execution!, 'Acknowledge')).toHaveLength(1);
	});

	test('orders-into-postgres, with a database: stores an order, and the error workflow runs while the database is down', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'shop-'));
		chmodSync(folder, 0o755);
		const postgres = new Postgres(join(folder, 'postgres'));
		await postgres.create();
		onTestFinished(async () => {
			await postgres.stop();
			await deleteFolder(folder);
		});
		const errors = await publish('error-workflow');
		const access = { host: '127.0.0.1', port: postgres.port, user: 'n8n', database: 'n8n' };
		const { id, name, type } = await n8n.createCredential({
			...{ name: 'Shop', type: 'postgres' },
			data: { ...access, password: 'none', ssl: 'disable' },
		});
		const example = await imported('orders-into-postgres');
		const nodes = example.nodes.map((node) =>
			node.type.endsWith('.postgres') ? { ...node, credentials: { [type]: { id, name } } } : node,
		);
		const settings = { ...example.settings, errorWorkflow: errors.id };
		const workflow = await publish('orders-into-postgres', { nodes, settings });
		await orderFor(workflow);
		const [stored] = await n8n.finishedExecutions(workflow);
		expect(outputOf(stored!, 'Acknowledge')).toHaveLength(1);

		await postgres.stop();
		await orderFor(workflow);
		await n8n.finishedExecutions(errors);
		expect(await mailbox()).toContain(exampleTitle('orders-into-postgres'));
	});

	/** Lets the hub call this workflow about a new order. */
	async function orderFor(workflow: Workflow): Promise<void> {
		await press('webhook', { url: webhookUrl(n8n.url, triggerOf(workflow)) });
		await press('orders');
	}

	/** An example with this model's credential. */
	async function withModel(example: string, { credential }: ChatModel): Promise<Workflow> {
		const { id, name, type } = credential;
		const workflow = await imported(example);
		const nodes = workflow.nodes.map((node) =>
			node.type.endsWith('.lmChatOpenAi')
				? { ...node, credentials: { [type]: { id, name } } }
				: node,
		);
		return await changed(workflow, { nodes });
	}

	test('order-agent, with a model: reads an order', async () => {
		const idPedido = await newestOrder();
		const model = await startChatModel(n8n, [
			[{ tool: 'Get_Order', input: { idPedido: String(idPedido) } }],
			'It is new.',
		]);
		const workflow = await withModel('order-agent', model);
		const executionId = await startChat(n8n, workflow, `where is order ${idPedido}?`);
		const isAnswered = async () =>
			(await n8n.execution(executionId)).runData.Answer?.at(-1)?.data?.main?.[0]?.[0]?.sendMessage;
		expect(await waitFor(isAnswered, { what: 'the agent to answer' })).toBe('It is new.');
		expect(model.messages().some(({ content }) => content?.includes(String(idPedido)))).toBe(true);
	});

	test('list-from-file, with a login: shows what a file would change, and sends it', async () => {
		const { id, name, type } = await loginCredential(n8n);
		const { nodes } = await imported('list-from-file');
		const workflow = await publish('list-from-file', {
			nodes: nodes.map((node) =>
				node.type.endsWith('.formTrigger')
					? { ...node, credentials: { [type]: { id, name } } }
					: node,
			),
		});
		const page = await sendForm(
			n8n,
			workflow,
			'Stock',
			new File(['SKU;Estoque\nCANECA-1;43'], 'lista.csv'),
			'No',
		);
		expect(page.text).toContain('→ 43');
		expect((await page.answer('Send')).text).toContain('1 changed');
	});

	test('agent-proposals and proposals, with a model: propose a price', async () => {
		await publish('proposals');
		const rows = JSON.stringify([{ sku: 'CANECA-2', precoDe: 59.9, precoPor: 44.9 }]);
		const model = await startChatModel(n8n, [
			[{ tool: 'Propose_Prices', input: { rows } }],
			'Done.',
		]);
		const workflow = await withModel('agent-proposals', model);
		const { error } = await n8n.finishedExecution(await startChat(n8n, workflow, 'cheaper mugs'));
		expect(error).toBeUndefined();
		const answer = model.messages().find(({ role }) => role === 'tool')?.content;
		expect(answer).toContain('"state":"proposed"');
	});

	test('mcp-server, with a token: another program reads a product through it', async () => {
		const token = 'a-long-random-token-not-a-secret';
		const { id, name, type } = await n8n.createCredential({
			...{ name: 'Agents', type: 'httpBearerAuth', data: { token } },
		});
		const example = await imported('mcp-server');
		const path = 'path-of-a-person';
		const nodes = example.nodes.map((node) =>
			node.type.endsWith('.mcpTrigger')
				? {
						...node,
						webhookId: path,
						parameters: { ...node.parameters, path },
						credentials: { [type]: { id, name } },
					}
				: node,
		);
		await publish('mcp-server', { nodes });
		const { call } = await connectMcp(new URL(`${n8n.url}/mcp/${path}`), token);
		expect(await call('Get_Product', { skuProduto: 'CANECA-1' })).toMatchObject({
			skuProduto: 'CANECA-1',
		});
	});
});

/** They want n8n's API key, or are called by others: agencyKit, agencyStatus and agencyShared run them. */
const agency = [
	...['onboard-seller', 'seller-status', 'all-sellers-status', 'offboard-seller'],
	'decide-orders',
];

test('each example for one seller is in a test above', () => {
	const tested = readFileSync(fileURLToPath(import.meta.url), 'utf8');
	expect(exampleNames().filter((name) => !tested.includes(name))).toEqual([]);
	expect(agency.filter((name) => !exampleNames().includes(name))).toEqual([]);
});
