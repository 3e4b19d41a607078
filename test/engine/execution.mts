import type {
	IConnections,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeTypes,
	IRun,
	IWorkflowExecuteAdditionalData,
	IWorkflowSettings,
	NodeApiError,
	NodeOperationError,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { core, wf } from './engine.mts';
import { underOptions } from './underOptions.mts';

export type NodeInput = Partial<INode> & Pick<INode, 'name' | 'type'>;

/** What a finished run left behind, by node name; `output` counts from 0, the error output comes last. */
export interface ExecutionResult {
	run: IRun;
	status: IRun['status'];
	/** Why the whole workflow stopped; undefined when it ran through. */
	error: Error | undefined;
	items(node: string, output?: number, runIndex?: number): INodeExecutionData[];
	json(node: string, output?: number, runIndex?: number): IDataObject[];
	nodeError(node: string): NodeApiError | NodeOperationError | undefined;
}

export interface ExecuteOptions {
	mode?: WorkflowExecuteMode;
	/** Cancels the execution when it aborts, as 'Stop' in the editor does. */
	signal?: AbortSignal;
}

/** A workflow that the engine can run; ids, versions and positions are filled in. */
export function createWorkflow(
	nodeTypes: INodeTypes,
	nodes: NodeInput[],
	connections: IConnections = {},
	settings: IWorkflowSettings = {},
	staticData: IDataObject = {},
): Workflow {
	return new wf.Workflow({
		id: 'workflow1',
		name: 'Test',
		active: false,
		nodes: nodes.map((node, index) => ({
			id: `node${index}`,
			typeVersion: 1,
			position: [0, 0],
			...node,
			parameters: underOptions(nodeTypes, node),
		})),
		connections,
		nodeTypes,
		staticData,
		settings: { executionOrder: 'v1', ...settings },
	});
}

/** Connects the named nodes one after the other. */
export function chain(names: string[]): IConnections {
	const connections: IConnections = {};
	names.forEach((name, index) => {
		const next = names[index + 1];
		if (next !== undefined) {
			connections[name] = { main: [[{ node: next, type: 'main', index: 0 }]] };
		}
	});
	return connections;
}

/** Runs a workflow the way n8n starts a production run: with the start node's output given. */
export async function executeWorkflow(
	workflow: Workflow,
	start: string,
	data: INodeExecutionData[][],
	additionalData: IWorkflowExecuteAdditionalData,
	{ mode = 'trigger', signal }: ExecuteOptions = {},
): Promise<ExecutionResult> {
	const node = workflow.getNode(start);
	if (!node) throw new Error(`The workflow has no node "${start}"`);
	const runExecutionData = wf.createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node, data: { main: data }, source: null }] },
	});
	const execution = new core.WorkflowExecute(additionalData, mode, runExecutionData);
	const running = execution.processRunExecutionData(workflow);
	const cancel = () => running.cancel();
	if (signal?.aborted) cancel();
	signal?.addEventListener('abort', cancel, { once: true });
	try {
		return readRun(await running);
	} finally {
		signal?.removeEventListener('abort', cancel);
	}
}

function readRun(run: IRun): ExecutionResult {
	const { error, runData } = run.data.resultData;
	const items: ExecutionResult['items'] = (name, output = 0, runIndex = 0) =>
		runData[name]?.[runIndex]?.data?.main?.[output] ?? [];
	return {
		run,
		status: run.status,
		error,
		items,
		json: (...position) => items(...position).map(({ json }) => json),
		nodeError: (name) => runData[name]?.[0]?.error as NodeApiError | NodeOperationError | undefined,
	};
}
