import get from 'lodash/get';
import mapValues from 'lodash/mapValues';
import type {
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import { recentChannels } from '../api/reads';
import type { Field, WriteFields } from '../api/schemas/fields';
import { timing } from '../api/timing';
import { isBlank } from '../api/values/blanks';
import { isRecord } from '../api/values/objects';
import { columnTables, type ColumnsName, markedLabel } from '../shared/forms';
import { channelName, connectPicker } from './pickers';

/** n8n takes no text for a list, and its number box drops the comma of `39,90`. */
const typedAsText: readonly string[] = ['array', 'number'];

/** A column by its name and unit; the form's notice and the reference have the hub's own name. */
const mapperColumn = ([id, field]: [string, Field]): ResourceMapperField => ({
	id,
	displayName: markedLabel(field),
	required: field.required,
	defaultMatch: false,
	display: true,
	type: typedAsText.includes(field.type) ? 'string' : field.type,
	options: field.options?.map((value) => ({ name: value, value })),
	defaultValue: field.form?.initial,
});

/** Columns of the resource mappers, one method for each table of fields. */
export const resourceMapping = mapValues(
	columnTables as Record<ColumnsName, WriteFields>,
	(fields) =>
		async function (this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
			const columns = Object.entries(fields).map(mapperColumn);
			const channel = columns.find(({ id }) => fields[id]?.form?.isChannel === true);
			if (channel !== undefined) Object.assign(channel, await pickedChannel(this, channel));
			return { fields: columns };
		},
);

/** Turns a column into a list of the channels; where they cannot be read, it stays a text. */
async function pickedChannel(
	context: ILoadOptionsFunctions,
	column: ResourceMapperField,
): Promise<Partial<ResourceMapperField>> {
	const channels = await recentChannels(connectPicker(context, timing.columnsWait)).catch(() => []);
	if (channels.length === 0) return {};
	const options: INodePropertyOptions[] = channels.map((channel) => ({
		name: channelName(channel),
		value: String(channel.id),
		description: `ID ${String(channel.id)}`,
	}));
	if (!column.required) options.unshift(channelAbove);
	const kept = storedValue(context, column);
	const isListed = kept === undefined || options.some(({ value }) => value === kept);
	if (!isListed) options.push({ name: String(kept), value: kept });
	return { type: 'options', options };
}

const channelAbove: INodePropertyOptions = { name: 'As Chosen Above', value: '' };

/**
 * The value that the form has for a column, if it was there before the column was a list, or was in its list:
 * n8n refuses to run a node whose value the list lacks. The editor gives an expression's value in the same way;
 * the list does not follow that value.
 */
function storedValue(
	context: ILoadOptionsFunctions,
	{ id }: ResourceMapperField,
): string | number | undefined {
	const columns = context.getCurrentNodeParameter('columns');
	const value: unknown = get(columns, ['value', id]);
	if ((typeof value !== 'string' && typeof value !== 'number') || isBlank(value)) return undefined;
	const schema: unknown = get(columns, 'schema');
	const stored = Array.isArray(schema) ? schema.filter(isRecord).find((own) => own.id === id) : {};
	const wasListed = [stored?.options].flat().some((option) => get(option, 'value') === value);
	return stored?.type !== 'options' || wasListed ? value : undefined;
}
