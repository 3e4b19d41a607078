import type {
	EngineRequest,
	EngineResponse,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRunExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';
import type { DynamicStructuredTool } from '@langchain/core/tools';
import { core, wf } from '../engine/engine.mts';
import { createN8n } from '../engine/n8n.mts';
import { credentialData, credentialType, packageName } from '../engine/nodes.mts';
import { stubNodeType } from '../engine/nodeTypes.mts';
import type { Hub } from '../hub/index.mts';
import { loadTool, toolNode } from './agent.mts';

/** What a caller of a tool starts from. */
export interface ToolSetup {
	hub: Hub;
	parameters: INodeParameters;
	/** Fields of the hub's credential, which may hold expressions. */
	credential?: ICredentialDataDecryptedObject;
	variables?: IDataObject;
	secrets?: IDataObject;
	/** What the node `Config` puts out, which runs between the trigger and an agent. */
	config?: IDataObject;
	/** What else the tool's node has. */
	node?: Partial<INode>;
}

/** The answer of the tool as text, or what it threw. */
interface ToolOutcome {
	answer?: string;
	message?: string;
}

/** Calls the tool with what the model gives. */
type CallTool = (setup: ToolSetup, given: IDataObject) => Promise<ToolOutcome>;

const toolName = 'Hub tool';
/** The trigger of the agent, or the MCP server. */
const triggerName = 'Trigger';

async function startWith(setup: ToolSetup, others: INodeType[] = []) {
	const { tool, credentials } = await loadTool();
	const { hub, credential, variables, secrets } = setup;
	const data = credentialData(hub, credential);
	const stored = [{ id: 'c1', name: 'Hub', type: credentialType, data }];
	const nodes = [tool, ...others];
	return createN8n({ packageName, nodes, credentials, stored, variables, secrets });
}

const outcomeOf = async (call: Promise<unknown>): Promise<ToolOutcome> =>
	await call.then(
		(answer) => ({ answer: typeof answer === 'string' ? answer : JSON.stringify(answer) }),
		(error: unknown) => ({ message: (error as Error).message }),
	);

const asTool = (target: string) => ({
	[toolName]: { ai_tool: [[{ node: target, type: 'ai_tool' as const, index: 0 }]] },
});

type Agent = (this: IExecuteFunctions, response?: EngineResponse) => Promise<unknown>;

/** Runs trigger, Config and an agent with the tool; what stopped the workflow comes back. */
async function runAgent(
	setup: ToolSetup,
	given: IDataObject,
	execute: Agent,
): Promise<Error | undefined> {
	const inputs = { inputs: ['main', 'ai_tool'] as never };
	const config = stubNodeType(
		'config',
		{},
		{ execute: async () => [[{ json: { ...given, ...setup.config }, pairedItem: 0 }]] },
	);
	const n8n = await startWith(setup, [
		stubNodeType('agent', inputs, { execute: execute as never }),
		config,
	]);
	const workflow = n8n.workflow(
		[
			{ name: triggerName, type: 'n8n-nodes-base.manualTrigger' },
			{ name: 'Config', type: `${packageName}.config` },
			{ name: 'Agent', type: `${packageName}.agent` },
			toolNode(setup.parameters, setup.node ?? {}),
		],
		{ ...n8n.chain([triggerName, 'Config', 'Agent']), ...asTool('Agent') },
	);
	return (await n8n.execute(workflow, triggerName, [[{ json: given }]])).error;
}

/** An agent that calls its tools itself, as n8n's did before version 3. */
const fromOlderAgent: CallTool = async (setup, given) => {
	let outcome: ToolOutcome | undefined;
	const error = await runAgent(setup, given, async function () {
		const [tool] = [
			(await this.getInputConnectionData('ai_tool' as never, 0)) as DynamicStructuredTool[],
		].flat();
		outcome = await outcomeOf(tool!.invoke(given as never));
		return [[]];
	});
	if (error !== undefined) throw error;
	return outcome!;
};

/** An agent that asks n8n's engine to run its tools, as n8n's does from version 3 on. */
const fromNewerAgent: CallTool = async (setup, given) => {
	let outcome: ToolOutcome | undefined;
	const error = await runAgent(setup, given, async (response) => {
		const [called] = response?.actionResponses ?? [];
		if (called === undefined) {
			const action = { actionType: 'ExecutionNodeAction', type: 'ai_tool', nodeName: toolName };
			const request = { ...action, id: 'call1', input: given, metadata: { itemIndex: 0 } };
			return { actions: [request], metadata: {} } as EngineRequest;
		}
		const items = called.data.data?.ai_tool?.[0]?.map(({ json }) => json);
		outcome = { answer: JSON.stringify(items) };
		return [[]];
	});
	return outcome ?? { message: error?.message };
};

/** n8n's own agents, which run the node by itself. */
const fromOwnAgent: CallTool = async (setup, given) => {
	const n8n = await startWith(setup);
	const workflow = n8n.workflow([toolNode(setup.parameters, setup.node ?? {})]);
	return await outcomeOf(n8n.executeAlone(workflow, toolName, [{ json: given }]));
};

const mcpCall = (given: IDataObject) => ({
	method: 'tools/call',
	params: { name: 'Hub_tool', arguments: given },
});

/** The MCP server's trigger, which calls the tool while it answers. */
const fromMcpServer: CallTool = async (setup, given) => {
	let outcome: ToolOutcome | undefined;
	const trigger = stubNodeType(
		'mcpTrigger',
		{
			inputs: ['ai_tool'] as never,
			outputs: [],
			webhooks: [{ name: 'default', httpMethod: 'POST', path: 'mcp' }],
		},
		{
			async webhook(this: IWebhookFunctions) {
				const [tool] = [
					(await this.getInputConnectionData('ai_tool' as never, 0)) as DynamicStructuredTool[],
				].flat();
				outcome = await outcomeOf(tool!.invoke(given as never));
				return { noWebhookResponse: true };
			},
		},
	);
	const n8n = await startWith(setup, [trigger]);
	await n8n.webhook(mcpWorkflow(n8n, setup), triggerName, { body: mcpCall(given) });
	return outcome!;
};

const mcpWorkflow = (n8n: Awaited<ReturnType<typeof startWith>>, { parameters, node }: ToolSetup) =>
	n8n.workflow(
		[{ name: triggerName, type: `${packageName}.mcpTrigger` }, toolNode(parameters, node ?? {})],
		asTool(triggerName),
	);

/** A worker of the MCP server in queue mode, which has the trigger's output (2.40: `JobProcessor.invokeTool`). */
const fromMcpWorker: CallTool = async (setup, given) => {
	const n8n = await startWith(setup, [stubNodeType('mcpTrigger', {}, {})]);
	const workflow = mcpWorkflow(n8n, setup);
	const [trigger, node] = [workflow.getNode(triggerName)!, workflow.getNode(toolName)!];
	const input: INodeExecutionData[][] = [[{ json: mcpCall(given) as unknown as IDataObject }]];
	const output = [[{ json: { mcpToolCall: { toolName: 'Hub_tool', arguments: given } } }]];
	const runExecutionData: IRunExecutionData = wf.createRunExecutionData({});
	runExecutionData.resultData.runData[triggerName] = [
		{ startTime: 0, executionTime: 0, executionIndex: 0, source: [], data: { main: output } },
	];
	const context = new core.SupplyDataContext(
		workflow,
		node,
		n8n.additionalData('webhook'),
		'webhook',
		runExecutionData,
		0,
		input[0]!,
		{ main: input },
		'ai_tool',
		{ node, data: { main: input }, source: null },
		[],
		undefined,
		trigger,
	);
	context.addInputData('ai_tool', [[{ json: given }]]);
	const { tool } = await loadTool();
	return await outcomeOf(tool.execute!.call(context as never));
};

const callers = {
	'an agent that calls its tools itself': fromOlderAgent,
	"an agent whose tools n8n's engine runs": fromNewerAgent,
	"an agent of n8n's own": fromOwnAgent,
	'an MCP server': fromMcpServer,
	'a worker of an MCP server': fromMcpWorker,
};

export type Caller = keyof typeof callers;

/** Calls the tool as this caller does, in n8n's engine. */
export const callTool = async (
	caller: Caller,
	setup: ToolSetup,
	given: IDataObject,
): Promise<ToolOutcome> => await callers[caller](setup, given);
