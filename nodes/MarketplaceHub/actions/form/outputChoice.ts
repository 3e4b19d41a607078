import get from 'lodash/get';
import has from 'lodash/has';
import isPlainObject from 'lodash/isPlainObject';
import pick from 'lodash/pick';
import set from 'lodash/set';
import type { IDataObject, IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import { isBlank } from '../../api/values/blanks';
import { filterValues } from '../../shared/filters';
import { offeredValue } from '../../shared/typedValues';
import { anyKey, type RecordSchema } from '../../api/schemas/reads/recordSchema';
import type { Parameters } from './parameters';
import { forTools } from './humanOnlyParameters';
import { itemDetails } from '../toolRun';

const agentOutput: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{ name: 'Raw', value: 'raw', description: 'Whole records' },
		{ name: 'Selected Fields', value: 'selected', description: 'Only the fields that you name' },
		{ name: 'Simplified', value: 'simplified', description: 'The fields most used' },
	],
	default: 'simplified',
	description:
		'How much of each record the agent gets. Data of buyers, the details of items and the content of files come only by Selected Fields.',
	displayOptions: { show: forTools },
};

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
	agentOutput,
	{
		displayName: 'Fields',
		name: 'outputFields',
		type: 'multiOptions',
		options: [...pathsIn(record), ...(Object.hasOwn(record, 'itens') ? [itemDetails] : [])]
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

/** Fields that identify a record: an agent always gets each that the record has. */
const identifiers = ['id', 'idPedido', 'skuProduto', 'chaveAcesso'];

/** The fields that a person has chosen under _Selected Fields_. */
export const selectedFields = (parameters: Parameters, itemIndex: number): string[] =>
	filterValues(parameters.valueOr('outputFields', itemIndex, '')).map((name) => name.trim());

/**
 * The fields of a simplified record, most used first: paths, which stay where they are in the full record, and
 * columns, by name and path, for a value that a table shows only beside its own name.
 */
export type Simplified = ReadonlyArray<string | readonly [column: string, path: string]>;

/** The record with these fields alone. */
export function simplifiedRecord<Value>(
	record: Readonly<Record<string, Value>>,
	fields: Simplified,
): Record<string, Value> {
	const simple: Record<string, Value> = {};
	for (const field of fields) {
		const [name, path] = typeof field === 'string' ? [field, field] : field;
		if (has(record, path)) set(simple, name, get(record, path));
	}
	return simple;
}

/**
 * Cuts each record down to the choice of an item.
 * @param simplification the fields of the simplified record; undefined where there is no choice
 */
export function chosenFields(
	parameters: Parameters,
	simplification: Simplified | undefined,
	itemIndex: number,
): (record: IDataObject) => IDataObject {
	const whole = (record: IDataObject) => record;
	if (simplification === undefined) return whole;
	const given = parameters.valueOr('output', itemIndex, '');
	const output = isBlank(given) ? undefined : offeredValue(agentOutput, given);
	if (output === 'selected') {
		const fields = selectedFields(parameters, itemIndex).map((name) =>
			name === itemDetails ? 'itens' : name,
		);
		const always = parameters.isToolRun ? identifiers : [];
		if (fields.length > 0) return (record) => pick(record, [...always, ...fields]);
		throw new HubError('invalid', '`Fields` must name at least one field', {
			description: 'Enter the names of the fields that you need, or choose another Output.',
		});
	}
	if (output === 'raw') return whole;
	const isSimplified = output === 'simplified' || parameters.flag('simplify', itemIndex, true);
	return isSimplified ? (record) => simplifiedRecord(record, simplification) : whole;
}
