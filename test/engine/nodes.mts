import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import type { Hub } from '../hub/types.mts';
import { credentialData, credentialType, packageName } from './credentialData.mts';
import {
	createN8n,
	loadBuiltPackage,
	type ExecuteOptions,
	type ExecutionResult,
	type N8n,
} from './n8n.mts';

export { credentialData, credentialType, packageName };

/** For the `credentials` field of a node: the credential that `startN8n` stores. */
export const hubCredentials = { [credentialType]: { id: 'c1', name: 'Hub' } };

export type OperationParameters = { resource: string; operation: string } & INodeParameters;

export interface NodeResult extends Omit<ExecutionResult, 'items' | 'json' | 'nodeError'> {
	/** Output items of the node; output 1 is the error output. */
	items(output?: number): INodeExecutionData[];
	json(output?: number): IDataObject[];
	/** What the node threw; undefined when it ran through. */
	nodeError: ReturnType<ExecutionResult['nodeError']>;
}

export interface HubN8n extends N8n {
	/** Runs the action node once over the items. */
	run(
		parameters: OperationParameters,
		items?: Array<IDataObject | INodeExecutionData>,
		node?: Partial<INode> & ExecuteOptions,
	): Promise<NodeResult>;
	/** The same for a run that is to go through: whatever stops it is thrown. */
	done: HubN8n['run'];
	/** The stored credential's data right now, e.g. its `accessToken`. */
	stored(): ICredentialDataDecryptedObject;
}

/** The built package, or another that was loaded, in n8n's engine, with a stored credential for this hub. */
export async function startN8n(
	hub: Hub,
	credentialChanges: ICredentialDataDecryptedObject = {},
	loaded = loadBuiltPackage(),
): Promise<HubN8n> {
	const { nodes, credentials } = await loaded;
	const data = credentialData(hub, credentialChanges);
	const stored = [{ id: 'c1', name: 'Hub', type: credentialType, data }];
	const n8n = createN8n({ packageName, nodes, credentials, stored });

	const run: HubN8n['run'] = async (parameters, items, { signal, mode, ...node } = {}) => {
		const result = await n8n.runNode(
			{
				type: `${packageName}.marketplaceHub`,
				typeVersion: 1,
				credentials: hubCredentials,
				parameters,
				...node,
			},
			items,
			{ signal, mode },
		);
		const name = node.name ?? 'Node';
		return {
			...result,
			items: (output) => result.items(name, output),
			json: (output) => result.json(name, output),
			nodeError: result.nodeError(name),
		};
	};
	const done: HubN8n['run'] = async (...given) => {
		const result = await run(...given);
		if (result.error !== undefined) throw result.error;
		return result;
	};
	return { ...n8n, run, done, stored: () => n8n.credentials.get('c1').data };
}
