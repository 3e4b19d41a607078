import type {
	ExecutionError,
	ExecutionStatus,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	IPollFunctions,
	IRun,
	IDeferredPromise,
	Workflow,
} from 'n8n-workflow';
import { wf } from '../engine/engine.mts';
import { hubCredentials, packageName } from '../engine/nodes.mts';
import type { N8n, WebhookRequest } from '../engine/n8n.mts';
import type { Hub } from '../hub/index.mts';
import { waitFor } from '../server/wait.mts';

export { notificationOf } from './notification.mts';

/** A workflow with one trigger node, called 'Trigger'. */
export function triggerWorkflow(
	n8n: N8n,
	type: string,
	parameters: INodeParameters = {},
	staticData?: IDataObject,
): Workflow {
	const node = {
		id: crypto.randomUUID(),
		name: 'Trigger',
		type: `${packageName}.${type}`,
		credentials: hubCredentials,
		webhookId: crypto.randomUUID(),
		parameters,
	};
	return n8n.workflow([node], {}, {}, staticData);
}

/** What n8n makes of a call: the reply, and what the workflow starts with. */
export interface Outcome {
	status: number;
	reply: IDataObject;
	/** The same, byte for byte. */
	text: string;
	contentType: string | undefined;
	/** Undefined when no workflow starts. */
	items: IDataObject[] | undefined;
}

/** Stands in for Express's response; the node answers by itself, so n8n does not touch it. */
export class Response {
	statusCode = 200;
	headersSent = false;
	headers: Record<string, string> = {};
	body = '';
	setHeader(name: string, value: string): void {
		this.headers[name.toLowerCase()] = value;
	}
	end(body: string): void {
		if (this.headersSent) throw new Error('The call was answered twice');
		this.headersSent = true;
		this.body = body;
	}
}

/**
 * Calls the webhook node with a body, raw where it is text, and runs the workflow that it starts, as
 * n8n does.
 * @param begins whether n8n gets to run it
 */
export async function call(
	n8n: N8n,
	workflow: Workflow,
	body: unknown,
	request: WebhookRequest = {},
	{ begins = true }: { begins?: boolean } = {},
): Promise<Outcome> {
	const rawBody = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
	const response = new Response();
	const { workflowData, noWebhookResponse } = await n8n.webhook(
		workflow,
		'Trigger',
		{ rawBody, body: undefined, ...request },
		response,
	);
	if (noWebhookResponse !== true) throw new Error('n8n would answer the call as well');
	return {
		status: response.statusCode,
		reply: JSON.parse(response.body) as IDataObject,
		text: response.body,
		contentType: response.headers['content-type'],
		items: workflowData && (await itemsOf(n8n, workflow, workflowData, begins)),
	};
}

/** What the workflow gets; n8n stores it first, which only JSON survives. */
async function itemsOf(
	n8n: N8n,
	workflow: Workflow,
	data: INodeExecutionData[][],
	begins: boolean,
): Promise<IDataObject[]> {
	const stored = JSON.parse(JSON.stringify(data)) as INodeExecutionData[][];
	if (!begins) return stored[0]!.map(({ json }) => json);
	return (await n8n.execute(workflow, 'Trigger', stored, { mode: 'webhook' })).json('Trigger');
}

/** Waits until the hub's queue holds exactly these orders. */
export async function queueOf(hub: Hub, ...orders: number[]): Promise<void> {
	await waitFor(() => [...hub.state.queue.keys()].sort().join() === [...orders].sort().join(), {
		what: `the queue to hold ${orders.join() || 'nothing'}`,
		timeout: 5_000,
		every: 10,
	});
}

/** What n8n resolves an emission with: the run, as it was or as n8n makes it up; nothing for none. */
export function runOf(
	status: ExecutionStatus,
	resultData: Partial<IRun['data']['resultData']> = {},
): IRun {
	return {
		mode: 'trigger',
		status,
		finished: status === 'success',
		startedAt: new Date(),
		storedAt: 'db',
		data: wf.createRunExecutionData({ resultData: { runData: {}, ...resultData } }),
	};
}

/**
 * How an execution of the queue trigger ends: by itself at once, not at all, not even stored, with
 * what n8n resolves the emission with, or when the function that gets its orders says so.
 */
export type Ending =
	| 'stored'
	| 'refused'
	| 'never'
	| { run: IRun | undefined }
	| ((settle: (run?: IRun) => void, orders: IDataObject[]) => void);

/** What an execution ends with when a node after the trigger has failed. */
export const failedRun = (): IRun =>
	runOf('error', { lastNodeExecuted: 'Next', error: new Error('500') as ExecutionError });

/**
 * Polls once as n8n does.
 * @param failures gets the failed executions that the trigger reports itself
 * @returns one entry for each execution that was started
 */
export async function pollOnce(
	n8n: N8n,
	workflow: Workflow,
	ending: Ending = 'stored',
	mode: 'trigger' | 'manual' = 'trigger',
	failures: Error[] = [],
): Promise<IDataObject[][]> {
	const type = n8n.nodeTypes.getByNameAndVersion(workflow.getNode('Trigger')!.type);
	const poll = type.poll!;
	const emitted: IDataObject[][] = [];
	const take = (data: INodeExecutionData[][]) => {
		const orders = data[0]!.map(({ json }) => json);
		emitted.push(orders);
		return orders;
	};
	type.poll = async function (this: IPollFunctions) {
		this.__emit = (data, _response, done?: IDeferredPromise<IRun>) => {
			const success = runOf('success', { lastNodeExecuted: 'Trigger' });
			if (ending === 'refused') return done?.reject(new Error('disk full'));
			const orders = take(data);
			if (ending === 'stored') done?.resolve(success);
			else if (typeof ending === 'function') ending((run = success) => done?.resolve(run), orders);
			else if (ending !== 'never') done?.resolve(ending.run as IRun);
		};
		this.__emitError = (error) => void failures.push(error);
		return await poll.call(this);
	};
	try {
		const polled = n8n.poll(workflow, 'Trigger', mode);
		type.poll = poll;
		const returned = await polled;
		if (returned !== null) take(returned);
		return emitted;
	} finally {
		type.poll = poll;
	}
}

/** The ids of what was emitted, flat. */
export const idsOf = (emitted: IDataObject[][]) =>
	emitted.flat().map(({ idPedido }) => Number(idPedido));
