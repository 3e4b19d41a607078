import partition from 'lodash/partition.js';
import type { INodeParameters, INodeProperties, INodeTypes } from 'n8n-workflow';

/**
 * The parameters of our node as a test writes them, flat: those that its form keeps under Options go there, so a test
 * says what is set and not where the form has it.
 */
export function underOptions(
	nodeTypes: INodeTypes,
	{ type, typeVersion = 1, parameters = {} }: NodeParameters,
): INodeParameters {
	if (!/\.marketplaceHub(Tool)?$/.test(type)) return parameters;
	const { properties } = nodeTypes.getByNameAndVersion(type, typeVersion).description;
	const optional = optionNames(properties);
	const [moved, kept] = partition(Object.entries(parameters), ([name]) => optional.has(name));
	if (moved.length === 0) return parameters;
	const { options = {}, ...others } = Object.fromEntries(kept);
	return { ...others, options: { ...(options as INodeParameters), ...Object.fromEntries(moved) } };
}

interface NodeParameters {
	type: string;
	typeVersion?: number;
	parameters?: INodeParameters;
}

function optionNames(properties: INodeProperties[]): Set<string> {
	const collections = properties.filter(({ name }) => name === 'options');
	return new Set(collections.flatMap(({ options = [] }) => options.map(({ name }) => name)));
}
