import { randomUUID } from 'node:crypto';
import type { IConnections, INode, INodeParameters, IWorkflowSettings } from 'n8n-workflow';
import { credentialType, packageName } from '../engine/credentialData.mts';
import { byId } from '../support/items.mts';
import type { Credential, Execution, N8nRest, Workflow } from './rest.mts';

/** A node of a workflow. */
export const nodeOf = (name: string, type: string, rest: Partial<INode> = {}): INode => ({
	id: randomUUID(),
	name,
	type: `n8n-nodes-base.${type}`,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	...rest,
});

/** A node that takes so many seconds. */
export const waitNode = (seconds: number, name = 'Next'): INode =>
	nodeOf(name, 'wait', { typeVersion: 1.1, parameters: { amount: seconds } });

/** A node that ends the execution with a message. */
export const stopNode = (errorMessage: string, name = 'Next'): INode =>
	nodeOf(name, 'stopAndError', { parameters: { errorMessage } });

const withCredential = ({ id, name }: Credential) => ({ [credentialType]: { id, name } });

/** One of our nodes, called 'Hub' unless told, with its credential. */
export const hubNode = (
	type: string,
	parameters: INodeParameters,
	credential: Credential,
	name = 'Hub',
): INode => ({
	...nodeOf(name, '', { parameters, credentials: withCredential(credential) }),
	type: `${packageName}.${type}`,
});

/** n8n's HTTP Request node with the credential, called 'Hub' unless told. */
export const httpNode = (
	credential: Credential,
	parameters: INodeParameters,
	rest: Partial<INode> = {},
): INode =>
	nodeOf('Hub', 'httpRequest', {
		typeVersion: 4.2,
		credentials: withCredential(credential),
		parameters: {
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credentialType,
			options: {},
			...parameters,
		},
		...rest,
	});

/** Our node that acknowledges the order of its item, called 'Acknowledge'. */
export const acknowledgeNode = (credential: Credential): INode => {
	const idPedido = byId('={{ $json.idPedido }}');
	const parameters = { resource: 'orderQueue', operation: 'acknowledge', idPedido };
	return hubNode('marketplaceHub', parameters, credential, 'Acknowledge');
};

/** A Manual Trigger called 'Start'. */
export const manualStart = (): INode => nodeOf('Start', 'manualTrigger');

/** What a node's first output leads to. */
export const to = (...names: string[]) => ({
	main: [names.map((node) => ({ node, type: 'main' as const, index: 0 }))],
});

/** The nodes one after another. */
export const chained = (nodes: INode[]): IConnections =>
	Object.fromEntries(nodes.slice(1).map(({ name }, index) => [nodes[index]!.name, to(name)]));

/** Saves a workflow: the nodes one after another, unless `connections` says otherwise. */
export async function saveWorkflow(
	n8n: N8nRest,
	nodes: INode[],
	connections = chained(nodes),
	settings?: IWorkflowSettings,
): Promise<Workflow> {
	const name = `${nodes.at(-1)!.name} ${randomUUID()}`;
	return await n8n.createWorkflow({ name, nodes, connections, settings });
}

/** A saved workflow: Manual Trigger 'Start', then the given nodes one after another. */
export const manualWorkflow = async (n8n: N8nRest, ...nodes: INode[]): Promise<Workflow> =>
	await saveWorkflow(n8n, [manualStart(), ...nodes]);

/** Runs the nodes by hand, one after another. */
export const runNodes = async (n8n: N8nRest, ...nodes: INode[]): Promise<Execution> =>
	await n8n.run(await manualWorkflow(n8n, ...nodes), 'Start');
