/**
 * n8n's engine without its server: real nodes, real credentials, real workflow runs, in this
 * process, over an in-memory credential store.
 */
import type {
	ICredentialType,
	IDataObject,
	INode,
	INodeCredentialTestResult,
	INodeExecutionData,
	INodeType,
	IVersionedNodeType,
	IWebhookData,
	IWebhookResponseData,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { MemoryCredentials, type StoredCredential } from './credentials.mts';
import { runCredentialTest } from './credentialTest.mts';
import { core, wf } from './engine.mts';
import {
	chain,
	createWorkflow,
	executeWorkflow,
	type ExecuteOptions,
	type NodeInput,
} from './execution.mts';
import { createNodeTypes } from './nodeTypes.mts';
import { engineSurroundings, vaultOf, type Extra } from './surroundings.mts';

export { core, loadBuiltPackage, readBinary, withFilesystemBinaryData } from './engine.mts';
export type { StoredCredential } from './credentials.mts';
export type { ExecuteOptions, ExecutionResult } from './execution.mts';

export interface N8nOptions {
	nodes: Array<INodeType | IVersionedNodeType>;
	credentials?: ICredentialType[];
	/** Prefix of the node types, `n8n-nodes-test` unless told. */
	packageName?: string;
	stored?: StoredCredential[];
	/** What `$vars` gives. */
	variables?: IDataObject;
	/** What `$secrets.vault` gives. */
	secrets?: IDataObject;
}

/** What a webhook call brings; everything left out is empty. */
export interface WebhookRequest {
	method?: string;
	headers?: Record<string, string>;
	query?: IDataObject;
	params?: IDataObject;
	body?: unknown;
	rawBody?: Buffer;
	ip?: string;
	[other: string]: unknown;
}

type MethodKind = 'loadOptions' | 'listSearch' | 'resourceMapping' | 'actionHandler';
type NodeMethod = (this: unknown, ...args: unknown[]) => Promise<unknown>;

export type N8n = ReturnType<typeof createN8n>;

/** An n8n that knows the given nodes and credentials. */
export function createN8n({
	nodes,
	credentials: types = [],
	packageName = 'n8n-nodes-test',
	stored = [],
	variables = {},
	secrets = {},
}: N8nOptions) {
	const nodeTypes = createNodeTypes(packageName, nodes);
	const credentials = new MemoryCredentials(
		new Map(types.map((type) => [type.name, type])),
		new Map(stored.map((credential) => [credential.id, structuredClone(credential)])),
		nodeTypes,
	);

	const workflow = (...definition: DropFirst<Parameters<typeof createWorkflow>>) =>
		createWorkflow(nodeTypes, ...definition);

	const additionalData = (mode: WorkflowExecuteMode, extra: Extra = {}) =>
		({
			...engineSurroundings(mode),
			credentialsHelper: credentials,
			variables,
			externalSecretsProxy: vaultOf(secrets),
			...extra,
		}) as unknown as IWorkflowExecuteAdditionalData;

	/** Runs `workflow` from its node `start` on, whose output is `data`. */
	const execute = async (
		target: Workflow,
		start: string,
		data: INodeExecutionData[][],
		options: ExecuteOptions = {},
	) =>
		await executeWorkflow(target, start, data, additionalData(options.mode ?? 'trigger'), options);

	/** Manual Trigger, then one node called 'Node': the usual test of an action node. */
	const runNode = async (
		node: Partial<INode> & Pick<INode, 'type'>,
		input: Array<IDataObject | INodeExecutionData> = [{}],
		options: ExecuteOptions = {},
	) => {
		const items = input.map((item) => (isExecutionData(item) ? item : { json: item }));
		const target = workflow(
			[
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				{ name: 'Node', ...node },
			],
			chain(['Start', node.name ?? 'Node']),
		);
		return await execute(target, 'Start', [items], options);
	};

	const nodeOf = (target: Workflow, name: string) => {
		const node = target.getNode(name);
		if (!node) throw new Error(`The workflow has no node "${name}"`);
		return { node, type: nodeTypes.getByNameAndVersion(node.type, node.typeVersion) };
	};

	const webhookData = (
		target: Workflow,
		node: Pick<INode, 'name'>,
		type: INodeType,
		additional: IWorkflowExecuteAdditionalData,
	) =>
		({
			httpMethod: 'POST',
			node: node.name,
			path: type.description.webhooks?.[0]?.path ?? '',
			workflowId: target.id,
			workflowExecuteAdditionalData: additional,
			webhookDescription: type.description.webhooks![0]!,
		}) as IWebhookData;

	/** Calls the node's `webhook()` with a request; `response` is what `getResponseObject()` gives. */
	const webhook = async (
		target: Workflow,
		name: string,
		request: WebhookRequest = {},
		response: object = {},
		mode: WorkflowExecuteMode = 'webhook',
	): Promise<IWebhookResponseData> => {
		const { node, type } = nodeOf(target, name);
		const additional = additionalData(mode, {
			httpRequest: {
				method: 'POST',
				headers: {},
				params: {},
				query: {},
				body: {},
				ip: '127.0.0.1',
				ips: [],
				...request,
			},
			httpResponse: response,
		});
		const data = webhookData(target, node, type, additional);
		return await type.webhook!.call(
			new core.WebhookContext(target, node, additional, mode, data, [], null),
		);
	};

	/** Calls one of the methods that n8n calls when a workflow is published or taken back. */
	const webhookMethod = async (
		target: Workflow,
		name: string,
		method: 'checkExists' | 'create' | 'delete',
		activation: WorkflowActivateMode = 'activate',
	): Promise<boolean> => {
		const { node, type } = nodeOf(target, name);
		const additional = additionalData('trigger');
		const data = webhookData(target, node, type, additional);
		const methods = type.webhookMethods![data.webhookDescription.name]!;
		return await methods[method].call(
			new core.HookContext(target, node, additional, 'trigger', activation, data),
		);
	};

	/** One poll. Use the same workflow again (or hand its static data on) to keep the cursor. */
	const poll = async (
		target: Workflow,
		name: string,
		mode: WorkflowExecuteMode = 'trigger',
		activation: WorkflowActivateMode = 'activate',
	): Promise<INodeExecutionData[][] | null> => {
		const { node, type } = nodeOf(target, name);
		const onError = (error: Error) => {
			throw error;
		};
		return await type.poll!.call(
			new core.PollContext(target, node, additionalData(mode), mode, activation, () => {}, onError),
		);
	};

	/** One call of a node by itself, without an execution, as n8n's own agents call a tool. */
	const executeAlone = async (target: Workflow, name: string, items: INodeExecutionData[]) => {
		const { node, type } = nodeOf(target, name);
		const data = { main: [items] };
		// n8n makes one up that has no ID; its zone is the server's, which may stand anywhere
		const alone = new wf.Workflow({
			...{ nodes: [node], connections: {}, active: false, nodeTypes },
			settings: { timezone: 'Asia/Tokyo' },
		});
		const context = new core.ExecuteContext(
			alone,
			node,
			additionalData('internal'),
			'internal',
			wf.createRunExecutionData({}),
			0,
			items,
			data,
			{ node, data, source: null },
			[],
		);
		return await type.execute!.call(context);
	};

	/** Calls a method of the node as the editor does while its form is open. */
	const method = async (
		kind: MethodKind,
		name: string,
		node: Partial<INode> & Pick<INode, 'type'>,
		{ path = `parameters.${name}`, args = [] }: { path?: string; args?: unknown[] } = {},
	): Promise<unknown> => {
		const target = workflow([{ name: 'Temp-Node', ...node } as NodeInput]);
		const { node: complete, type } = nodeOf(target, node.name ?? 'Temp-Node');
		const additional = additionalData('internal', {
			currentNodeParameters: complete.parameters,
		});
		const methods = (type.methods?.[kind] ?? {}) as Record<string, NodeMethod>;
		if (!methods[name]) throw new Error(`The node has no ${kind} method "${name}"`);
		return await methods[name].call(
			new core.LoadOptionsContext(target, complete, additional, path),
			...args,
		);
	};

	const testCredential = async (id: string): Promise<INodeCredentialTestResult> =>
		await runCredentialTest(credentials, nodeTypes, additionalData, id);

	return {
		additionalData,
		credentials,
		nodeTypes,
		workflow,
		chain,
		execute,
		runNode,
		executeAlone,
		webhook,
		webhookMethod,
		poll,
		method,
		testCredential,
	};
}

type DropFirst<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

function isExecutionData(item: IDataObject | INodeExecutionData): item is INodeExecutionData {
	return typeof item.json === 'object' && item.json !== null;
}
