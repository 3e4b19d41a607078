import pick from 'lodash/pick';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { HubError } from '../api/errors';
import { filterValues } from '../shared/filters';

const forTools = { '@tool': [true] };

/**
 * How much of a record comes out: a switch in a workflow, a choice of three for an AI agent, which pays
 * for every field that it reads.
 */
export const outputChoice: INodeProperties[] = [
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
		displayOptions: { hide: forTools },
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'Raw', value: 'raw', description: 'Whole records' },
			{ name: 'Selected Fields', value: 'selected', description: 'Only the fields that you name' },
			{
				name: 'Simplified',
				value: 'simplified',
				description: 'At most ten fields, those most used',
			},
		],
		default: 'simplified',
		description: 'How much of each record the agent gets',
		displayOptions: { show: forTools },
	},
	{
		displayName: 'Fields',
		name: 'outputFields',
		type: 'string',
		default: '',
		placeholder: 'e.g. idPedido, status, cliente.nome',
		description: "Names of the fields to return, separated by commas, as in the hub's records",
		displayOptions: { show: { ...forTools, output: ['selected'] } },
	},
];

/**
 * What is left of each record by the choice of an item.
 * @param simplification paths of the simplified record
 * @throws HubError of kind `invalid` when fields are to be selected and none is named
 */
export function chosenFields(
	node: IExecuteFunctions,
	simplification: readonly string[],
	itemIndex: number,
): (record: IDataObject) => IDataObject {
	const picking = (paths: readonly string[]) => (record: IDataObject) => pick(record, paths);
	const whole = (record: IDataObject) => record;
	switch (node.getNodeParameter('output', itemIndex, '')) {
		case 'raw':
			return whole;
		case 'selected': {
			const names = node.getNodeParameter('outputFields', itemIndex, '');
			const fields = filterValues(names).map((name) => name.trim());
			if (fields.length > 0) return picking(fields);
			throw new HubError('invalid', '`Fields` must name at least one field', {
				description: 'Name fields such as idPedido, or choose another Output.',
			});
		}
		case 'simplified':
			return picking(simplification);
		default:
			return node.getNodeParameter('simplify', itemIndex, true) === true
				? picking(simplification)
				: whole;
	}
}
