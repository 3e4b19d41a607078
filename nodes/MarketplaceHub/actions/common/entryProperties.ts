import type { INodeProperties } from 'n8n-workflow';
import { columnsHint, type ColumnsName } from '../../shared/columns';

/** How prices and amounts given as text are read, beside the fields that take them. */
export const numbersAsText =
	'Numbers as text: 12,90 and 12.90 have decimals; 1.500 and 1,500 are 1500, as a weight or a measure 1.5';

/** Stored workflows get columns of another type when they are opened; newer than the types of n8n-workflow. */
const refreshOnOpen = { refreshStaleSchemaOnOpen: true };

/**
 * The parameters that give an operation its entry: columns to map, or JSON.
 * @param mapperMethod name of the method in `methods/resourceMapping.ts`
 * @param example JSON of one entry
 */
export function entryProperties(
	mapperMethod: ColumnsName,
	example: object,
	hint?: string,
): INodeProperties[] {
	const hints = { hint: hint ?? numbersAsText };
	const mapperHint = `${columnsHint(mapperMethod)} ${hints.hint}`;
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
			hint: mapperHint,
			typeOptions: {
				resourceMapper: {
					resourceMapperMethod: mapperMethod,
					mode: 'add',
					fieldWords: { singular: 'field', plural: 'fields' },
					addAllFields: false,
					multiKeyMatch: false,
					supportAutoMap: true,
					...refreshOnOpen,
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
			...hints,
			displayOptions: { show: { inputMode: ['json'] } },
		},
	];
}
