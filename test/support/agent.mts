import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import type { DynamicStructuredTool } from '@langchain/core/tools';
import { loadBuiltPackage } from '../engine/engine.mts';
import { createN8n } from '../engine/n8n.mts';
import { credentialData, credentialType, hubCredentials, packageName } from '../engine/nodes.mts';
import { stubNodeType } from '../engine/nodeTypes.mts';
import type { Hub } from '../hub/index.mts';

export interface ToolCall {
	name: string;
	/** What the model reads to decide whether to call it. */
	description: string;
	/** JSON Schema-like: the names of what the model fills in. */
	arguments: string[];
	/** What the model gets back; undefined when the tool threw. */
	answer?: unknown;
	/** What the model is told when it did not work. */
	message?: string;
}

/**
 * Lets a stand-in for an AI Agent call the node as its tool, through n8n-core's own wrapping: the
 * parameters hold `$fromAI` expressions, `given` is what the model fills in.
 */
export async function callAsTool(
	hub: Hub,
	parameters: INodeParameters,
	given: IDataObject = {},
	changes: Partial<INode> = {},
): Promise<ToolCall> {
	const { tool, credentials } = await loadTool();
	let call: ToolCall | undefined;
	const agent = stubNodeType(
		'agent',
		{ inputs: ['main', 'ai_tool'] as never },
		{
			async execute(this: IExecuteFunctions) {
				const [connected] = [
					(await this.getInputConnectionData('ai_tool' as never, 0)) as DynamicStructuredTool[],
				].flat();
				const { name, description, schema } = connected!;
				const shape = (schema as unknown as { shape: Record<string, unknown> }).shape;
				call = { name, description, arguments: Object.keys(shape) };
				try {
					const text = String(await connected!.invoke(given as never));
					call.answer = JSON.parse(text) as unknown;
				} catch (error) {
					call.message = (error as Error).message;
				}
				return [[]];
			},
		},
	);
	const n8n = createN8n({ packageName, nodes: [tool, agent], credentials, stored: storedFor(hub) });
	const workflow = n8n.workflow(
		[
			{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
			{ name: 'Agent', type: `${packageName}.agent` },
			toolNode(parameters, changes),
		],
		{
			...n8n.chain(['Start', 'Agent']),
			'Hub tool': { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		},
	);
	const { error } = await n8n.execute(workflow, 'Start', [[{ json: {} }]]);
	if (error !== undefined) throw error;
	return call!;
}

/**
 * Calls the node as n8n's own agents do (2.40: `EphemeralNodeExecutor`): by itself, in the context of an
 * ordinary node; of what it throws, the model reads the message.
 */
export async function callAlone(
	hub: Hub,
	parameters: INodeParameters,
	given: IDataObject = {},
	changes: Partial<INode> = {},
): Promise<Pick<ToolCall, 'answer' | 'message'>> {
	const { tool, credentials } = await loadTool();
	const n8n = createN8n({ packageName, nodes: [tool], credentials, stored: storedFor(hub) });
	const workflow = n8n.workflow([toolNode(parameters, changes)]);
	try {
		const output = (await n8n.executeAlone(workflow, 'Hub tool', [
			{ json: given },
		])) as INodeExecutionData[][];
		return { answer: output[0]?.map(({ json }) => json) };
	} catch (error) {
		return { message: (error as Error).message };
	}
}

async function loadTool() {
	const { nodes, credentials } = await loadBuiltPackage();
	const node = nodes.find(({ description }) => description.name === 'marketplaceHub') as INodeType;
	const { execute, methods } = node;
	const tool = stubNodeType('marketplaceHubTool', toolForm(node), { execute: execute!, methods });
	return { tool, credentials };
}

const storedFor = (hub: Hub) => [
	{ id: 'c1', name: 'Hub', type: credentialType, data: credentialData(hub) },
];

const toolNode = (parameters: INodeParameters, changes: Partial<INode>) => ({
	name: 'Hub tool',
	type: `${packageName}.marketplaceHubTool`,
	typeVersion: 1,
	credentials: hubCredentials,
	parameters: { descriptionType: 'auto', ...parameters },
	...changes,
});

/** As n8n derives a tool from a node that says usableAsTool. */
export const toolForm = ({ description }: INodeType): INodeTypeDescription => ({
	...description,
	name: 'marketplaceHubTool',
	inputs: [],
	outputs: ['ai_tool'],
});

/** The expression by which a parameter is left to the model. */
export const fromModel = (name: string, type = 'string') =>
	`={{ $fromAI('${name}', '', '${type}') }}`;
