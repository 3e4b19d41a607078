import type { INodeProperties } from 'n8n-workflow';
import { notice, shownFor } from '../../shared/properties';
import {
	automaticNotice,
	columnTables,
	manualNotice,
	numbersHint,
	type ColumnsName,
} from '../../shared/forms';
import { addedProperties } from './addedRecords';
import { simpleDescriptionSwitch } from './simpleDescription';

/** Stored workflows get columns of another type when they are opened; newer than the types of n8n-workflow. */
const refreshOnOpen = { refreshStaleSchemaOnOpen: true };

/** Workflows that a model or a person writes as JSON say Map Automatically in n8n's own Mapping Column Mode. */
const whereStoredAutomatic = { '/columns.mappingMode': ['autoMapInputData'] };

/** Shown where the columns are mapped by hand. */
const byHand = (property: INodeProperties): INodeProperties => ({
	...property,
	displayOptions: { show: { inputMode: ['fields'] }, hide: whereStoredAutomatic },
});

/** How an operation is given its entries. */
export const entryMode: INodeProperties = {
	displayName: 'Input Mode',
	name: 'inputMode',
	type: 'options',
	options: [
		{
			name: 'Map Each Field Manually',
			value: 'fields',
			description: 'Set the value of each field, or drag an input column into it',
		},
		{
			name: 'Map Automatically',
			value: 'auto',
			description: 'Take the input columns that have the names of the fields',
		},
		{
			name: 'JSON',
			value: 'json',
			description: 'An object as the hub takes it, or a list of them',
		},
	],
	default: 'fields',
	description: 'How you give the values',
};

/**
 * The parameters that give an operation its entry: columns to map, or JSON.
 * @param example JSON of one entry
 * @param listHints by field, a sentence about a list that is added record by record
 * @param valuesLabel what the editor calls the mapped values; 'Values to Send' when left out
 */
export function entryProperties(
	mapperMethod: ColumnsName,
	example: object,
	listHints: Readonly<Record<string, string>> = {},
	valuesLabel?: string,
): INodeProperties[] {
	const fields = columnTables[mapperMethod];
	const mapper = (supportAutoMap: boolean): INodeProperties => ({
		displayName: 'Fields',
		name: 'columns',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		required: true,
		description: 'The values of the entry',
		typeOptions: {
			resourceMapper: {
				resourceMapperMethod: mapperMethod,
				mode: 'add',
				fieldWords: { singular: 'field', plural: 'fields' },
				addAllFields: false,
				...(valuesLabel !== undefined && { valuesLabel }),
				multiKeyMatch: false,
				supportAutoMap,
				...refreshOnOpen,
			},
		},
	});
	return [
		entryMode,
		shownFor({ inputMode: ['fields'] }, notice('manualNotice', manualNotice(mapperMethod))),
		shownFor({ inputMode: ['auto'] }, notice('automaticNotice', automaticNotice(mapperMethod))),
		...[mapper(false), ...addedProperties(fields, listHints)].map(byHand),
		shownFor({ inputMode: ['fields'], ...whereStoredAutomatic }, mapper(true)),
		shownFor(
			{ inputMode: ['json'] },
			{
				displayName: 'JSON',
				name: 'json',
				type: 'json',
				default: JSON.stringify(example, null, 2),
				required: true,
				description: "The entry with the hub's own field names",
				hint: numbersHint(fields),
			},
		),
		...simpleDescriptionSwitch(fields),
	];
}
