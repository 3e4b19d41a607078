import set from 'lodash/set';
import type { INodeProperties } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import { tryParseJson } from '../../api/values/numbers';
import type { WriteFields } from '../../api/schemas/fields';
import type { OperationContext } from '../operation';

type Entry = Record<string, unknown>;

/**
 * The parameters that give an operation its entry: columns to map, or JSON.
 * @param mapperMethod name of the method in `methods/resourceMapping.ts`
 * @param example JSON of one entry
 */
export function entryProperties(
	mapperMethod: string,
	example: object,
	hint?: string,
): INodeProperties[] {
	return [
		{
			displayName: 'Input Mode',
			name: 'inputMode',
			type: 'options',
			options: [
				{
					name: 'Map Fields',
					value: 'fields',
					description: 'One form field or input column for each field',
				},
				{
					name: 'JSON',
					value: 'json',
					description: 'An object as the hub takes it, or a list of them',
				},
			],
			default: 'fields',
			description: 'How the values are given',
		},
		{
			displayName: 'Fields',
			name: 'columns',
			type: 'resourceMapper',
			noDataExpression: true,
			default: { mappingMode: 'defineBelow', value: null },
			required: true,
			description:
				'The values of the entry, mapped by hand or automatically from input columns with the same names',
			...(hint === undefined ? {} : { hint }),
			typeOptions: {
				resourceMapper: {
					resourceMapperMethod: mapperMethod,
					mode: 'add',
					fieldWords: { singular: 'field', plural: 'fields' },
					addAllFields: false,
					multiKeyMatch: false,
					supportAutoMap: true,
				},
			},
			displayOptions: { show: { inputMode: ['fields'] } },
		},
		{
			displayName: 'JSON',
			name: 'json',
			type: 'json',
			default: JSON.stringify(example, null, 2),
			required: true,
			description: "The entry with the hub's own field names",
			displayOptions: { show: { inputMode: ['json'] } },
		},
	];
}

/**
 * The entries that an item gives, unchecked: one, or several when JSON holds a list. With automatic
 * mapping, the input columns whose names are fields.
 * @throws HubError of kind `invalid` for JSON that cannot be read
 */
export function readEntries(
	{ node, parameters }: OperationContext,
	itemIndex: number,
	table: WriteFields,
): Entry[] {
	if (parameters.value('inputMode', itemIndex) === 'json')
		return readJson(parameters.value('json', itemIndex));
	const { mappingMode, value } = parameters.object('columns', itemIndex);
	const source = mappingMode === 'autoMapInputData' ? node.getInputData()[itemIndex]?.json : value;
	const columns = isEntry(source) ? source : {};
	return [
		Object.fromEntries(
			Object.keys(table).flatMap((name) =>
				columns[name] === undefined || columns[name] === null ? [] : [[name, columns[name]]],
			),
		),
	];
}

/** Turns dotted names (`cliente.nome`) into nested objects; every group is there, if need be empty. */
export function nested(entry: Entry, groups: readonly string[]): Entry {
	const result: Entry = {};
	groups.forEach((group) => set(result, group, {}));
	Object.entries(entry).forEach(([path, value]) => set(result, path, value));
	return result;
}

const isEntry = (value: unknown): value is Entry =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON from a parameter: text, or what an expression already gives as an object. */
export function readJson(value: unknown): Entry[] {
	const parsed = typeof value === 'string' ? tryParseJson(value)?.value : value;
	const list: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
	if (list.every(isEntry)) return list;
	throw new HubError('invalid', '`json` must be an object or a list of objects', {
		description: `Check its commas and quotation marks. It starts with ${String(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 60)}`,
	});
}
