import type { INodeType, INodeTypeDescription, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { wf } from './engine.mts';

/** A node type with only what a test needs; everything else has a harmless value. */
export function stubNodeType(
	name: string,
	description: Partial<INodeTypeDescription>,
	implementation: Omit<INodeType, 'description'>,
): INodeType {
	return {
		description: {
			displayName: name,
			name,
			group: [],
			version: 1,
			description: '',
			defaults: { name },
			inputs: ['main'],
			outputs: ['main'],
			properties: [],
			...description,
		},
		...implementation,
	};
}

/** Stand-ins for the two nodes of n8n itself that tests put around a node under test. */
const builtIn: INodeType[] = [
	stubNodeType(
		'n8n-nodes-base.manualTrigger',
		{ group: ['trigger'], inputs: [] },
		{ trigger: async () => ({}) },
	),
	stubNodeType(
		'n8n-nodes-base.noOp',
		{},
		{
			async execute() {
				return [this.getInputData()];
			},
		},
	),
];

/** n8n's registry of node types, holding the given nodes as `<packageName>.<name>`. */
export function createNodeTypes(
	packageName: string,
	nodes: Array<INodeType | IVersionedNodeType>,
): INodeTypes {
	const types = new Map<string, INodeType | IVersionedNodeType>();
	for (const node of builtIn) types.set(node.description.name, node);
	for (const node of nodes) types.set(`${packageName}.${node.description.name}`, node);

	const getByName = (type: string) => {
		const node = types.get(type);
		if (!node) throw new Error(`Unrecognized node type: ${type}`);
		return node;
	};
	return {
		getByName,
		getByNameAndVersion: (type, version) =>
			wf.NodeHelpers.getVersionedNodeType(getByName(type), version),
		getKnownTypes: () => ({}),
	};
}
