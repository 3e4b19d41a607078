import { randomUUID } from 'node:crypto';
import { Agent, request, type Dispatcher } from 'undici';
import type { IDataObject, INode, INodeParameters, IWorkflowSettings } from 'n8n-workflow';
import type { Credential, N8nRest, Workflow } from '../server/rest.mts';
import { queryHome } from '../server/sqlite.mts';
import { readExecution, type ExecutionRow } from '../server/storedExecutions.mts';
import { waitFor } from '../server/wait.mts';
import { hubNode, saveWorkflow } from './session.mts';

export { notificationOf } from '../support/notification.mts';

/** Polls once a minute. */
const pollTimes = { item: [{ mode: 'everyMinute' }] };

/** Saves a workflow: one of our triggers, called 'Trigger', and what follows it. */
export async function triggerWorkflow(
	n8n: N8nRest,
	type: 'marketplaceHubTrigger' | 'marketplaceHubQueueTrigger',
	credential: Credential,
	parameters: INodeParameters = {},
	{ next = [], settings }: { next?: INode[]; settings?: IWorkflowSettings } = {},
): Promise<Workflow> {
	const complete = type === 'marketplaceHubTrigger' ? parameters : { pollTimes, ...parameters };
	const trigger = { ...hubNode(type, complete, credential, 'Trigger'), webhookId: randomUUID() };
	return await saveWorkflow(n8n, [trigger, ...next], undefined, settings);
}

export interface Reply {
	status: number;
	contentType: string;
	json: { idInterno?: unknown; status?: unknown; message?: unknown } | undefined;
	milliseconds: number;
}

/** Sends a call to the webhook, byte for byte. */
export async function send(
	url: string,
	body: string | Buffer,
	headers: Record<string, string> = { 'content-type': 'application/json' },
	dispatcher: Dispatcher = agent,
): Promise<Reply> {
	const started = performance.now();
	const reply = await request(url, { method: 'POST', body, headers, dispatcher });
	const text = await reply.body.text();
	const json = text.startsWith('{') ? (JSON.parse(text) as Reply['json']) : undefined;
	return {
		status: reply.statusCode,
		contentType: String(reply.headers['content-type']),
		json,
		milliseconds: performance.now() - started,
	};
}

const agent = new Agent({ connections: 50 });

/** What is wrong with a reply that the hub must be content with; undefined for nothing. */
export function fault({ status, contentType, json }: Reply): string | undefined {
	if (status !== 200) return `status ${status}`;
	if (!contentType.includes('application/json')) return contentType;
	if (!Number.isInteger(json?.idInterno) || Number(json?.idInterno) < 1)
		return `idInterno ${JSON.stringify(json)}`;
	return ['novo', 'pago', 'faturado', 'enviado', 'entregue', 'cancelado'].includes(
		String(json?.status),
	)
		? undefined
		: `status ${JSON.stringify(json)}`;
}

export interface Started {
	id: string;
	status: string;
	/** The items of the trigger, also of an execution that never got to its first node. */
	items: IDataObject[];
}

/**
 * Every execution of a workflow, oldest first, from n8n's database: n8n's list comes in pages of a
 * hundred in the order of their starts, continued by id, and so skips executions.
 */
export async function startedExecutions(
	n8n: N8nRest,
	{ id }: Pick<Workflow, 'id'>,
): Promise<Started[]> {
	const rows = await queryHome<ExecutionRow>(
		n8n.home,
		`SELECT execution.id, status, data FROM execution_entity execution
		LEFT JOIN execution_data ON executionId = execution.id
		WHERE execution.workflowId = ? AND deletedAt IS NULL ORDER BY execution.id`,
		id,
	);
	return rows.map(readExecution).map(({ id: execution, status, outputs, waiting }) => ({
		id: execution,
		status,
		items: outputs.Trigger ?? waiting.Trigger ?? [],
	}));
}

/** Waits until there are so many executions and none of them runs any more. */
export async function allEnded(
	n8n: N8nRest,
	workflow: Pick<Workflow, 'id'>,
	count: number,
	timeout = 60_000,
): Promise<Started[]> {
	const isEnded = ({ status }: Started) => !['new', 'running'].includes(status);
	let started: Started[] = [];
	const ended = async () => {
		started = await startedExecutions(n8n, workflow);
		return started.length >= count && started.every(isEnded);
	};
	await waitFor(ended, { what: `${count} ended executions`, timeout, every: 250 }).catch(
		(error: Error) => {
			const unfinished = started.filter((execution) => !isEnded(execution));
			const shown = unfinished.map(({ id, status }) => `${id} ${status}`).join(', ') || 'none';
			throw new Error(`${error.message}: there are ${started.length}, unfinished: ${shown}`);
		},
	);
	return started;
}

/** The ids of the orders in these executions, in order; also of those that could not be read. */
export const ordersIn = (executions: Started[]) =>
	executions.flatMap(({ items }) =>
		items.flatMap(({ idPedido }) => (idPedido === undefined ? [] : Number(idPedido))),
	);
