import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import { columnsOf, columnTables, type ColumnsName } from '../api/schemas/columns';

/** n8n takes no text for a list, and its number box drops the comma of `39,90`. */
const typedAsText: readonly string[] = ['array', 'number'];

/** The columns as the editor shows them: name, unit and the hub's own name of the field. */
const columns = (name: ColumnsName) =>
	async function (this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
		return {
			fields: columnsOf(name).map(
				({ id, required, change, field }): ResourceMapperField => ({
					id,
					displayName: `${field.label} (${id})`,
					required,
					defaultMatch: false,
					display: true,
					type: typedAsText.includes(field.type) ? 'string' : field.type,
					options: field.options?.map((value) => ({ name: value, value })),
					...(change || field.initial === undefined ? {} : { defaultValue: field.initial }),
				}),
			),
		};
	};

/** Columns of the resource mappers, one method for each table of fields. */
export const resourceMapping = Object.fromEntries(
	Object.keys(columnTables).map((name) => [name, columns(name as ColumnsName)]),
);
