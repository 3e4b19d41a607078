import mapValues from 'lodash/mapValues';
import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import type { Field, WriteFields } from '../api/schemas/fields';
import { columnTables, type ColumnsName, markedLabel } from '../shared/columns';

/** n8n takes no text for a list, and its number box drops the comma of `39,90`. */
const typedAsText: readonly string[] = ['array', 'number'];

/** A column by its name and unit; the form's notice and the reference have the hub's own name. */
const columnOf = ([id, field]: [string, Field]): ResourceMapperField => ({
	id,
	displayName: markedLabel(field),
	required: field.required,
	defaultMatch: false,
	display: true,
	type: typedAsText.includes(field.type) ? 'string' : field.type,
	options: field.options?.map((value) => ({ name: value, value })),
	defaultValue: field.initial,
});

/** Columns of the resource mappers, one method for each table of fields. */
export const resourceMapping = mapValues(
	columnTables as Record<ColumnsName, WriteFields>,
	(fields) =>
		async function (this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
			return { fields: Object.entries(fields).map(columnOf) };
		},
);
