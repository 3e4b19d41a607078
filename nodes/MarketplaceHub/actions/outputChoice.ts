import isPlainObject from 'lodash/isPlainObject';
import pick from 'lodash/pick';
import type { IDataObject, IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { HubError } from '../api/errors';
import { filterValues } from '../shared/filters';
import { anyKey, type RecordSchema } from '../api/schemas/recordSchema';
import type { Parameters } from './parameters';
import { forTools } from './personsChoices';

/** How much of a record comes out: a switch, or for an AI agent, which pays for every field, a choice. */
export const outputChoice = (record: Readonly<Record<string, RecordSchema>>): INodeProperties[] => [
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
		description:
			'How much of each record the agent gets. Data of buyers and the content of files come only by Selected Fields.',
		displayOptions: { show: forTools },
	},
	{
		displayName: 'Fields',
		name: 'outputFields',
		type: 'multiOptions',
		options: pathsIn(record)
			.sort()
			.map((path) => ({ name: path, value: path })),
		default: [],
		description: 'The fields to return, beside the ID of the record',
		displayOptions: { show: whereSelected },
	},
];

const whereSelected: IDisplayOptions['show'] = { ...forTools, output: ['selected'] };

/** The fields of a record by their paths, e.g. `cliente` and `cliente.nome`. */
function pathsIn(record: Readonly<Record<string, RecordSchema>>, before = ''): string[] {
	return Object.entries(record).flatMap(([name, inner]) => {
		const path = before + name;
		if (!isPlainObject(inner) || Object.hasOwn(inner as object, anyKey)) return [path];
		return [path, ...pathsIn(inner as Record<string, RecordSchema>, `${path}.`)];
	});
}

/** Fields that say which record it is: an agent always gets those that there are. */
const identifiers = ['id', 'idPedido', 'skuProduto', 'chaveAcesso'];

/**
 * Cuts each record down to the choice of an item.
 * @param simplification paths of the simplified record; undefined where there is no choice
 */
export function chosenFields(
	parameters: Parameters,
	simplification: readonly string[] | undefined,
	itemIndex: number,
): (record: IDataObject) => IDataObject {
	const whole = (record: IDataObject) => record;
	if (simplification === undefined) return whole;
	const output = parameters.valueOr('output', itemIndex, '');
	if (output === 'selected') {
		const names = parameters.valueOr('outputFields', itemIndex, '');
		const fields = filterValues(names).map((name) => name.trim());
		const always = parameters.isToolRun ? identifiers : [];
		if (fields.length > 0) return (record) => pick(record, [...always, ...fields]);
		throw new HubError('invalid', '`Fields` must name at least one field', {
			description: 'Enter the names of the fields that you need, or choose another Output.',
		});
	}
	if (output === 'raw') return whole;
	const isSimplified = output === 'simplified' || parameters.flag('simplify', itemIndex, true);
	return isSimplified ? (record) => pick(record, simplification) : whole;
}
