import isEmpty from 'lodash/isEmpty';
import pick from 'lodash/pick';
import type { INodeProperties } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import type { Field, WriteFields, Values } from '../../api/schemas/fields';
import { isBlank } from '../../api/values/blanks';
import { isRecord } from '../../api/values/objects';
import { withoutStop } from '../../api/values/text';
import type { Parameters } from './parameters';

/* Lists of an entry that a person adds record by record beside the columns, e.g. variations. */

const recordGroup = 'record';

/** Such lists by field: the name of the parameter, and of one record on its button. */
const lists: Readonly<Record<string, { parameter: string; one: string; only?: string }>> = {
	variacoes: { parameter: 'variations', one: 'Variation' },
	// images are numbered by their places
	imagens: { parameter: 'images', one: 'Image', only: 'url' },
};

const listsIn = (fields: WriteFields) =>
	Object.entries<Field>(fields).flatMap(([name, { label, fields: inner }]) => {
		const list = lists[name];
		if (list === undefined || inner === undefined) return [];
		const { parameter, one, only = Object.keys(inner) } = list;
		return [{ name, label, parameter, one, inner: pick(inner, only) }];
	});

/**
 * A parameter for each list of the entry, with a button that adds one record.
 * @param hints by field, a sentence about the list
 */
export const addedProperties = (
	fields: WriteFields,
	hints: Readonly<Record<string, string>>,
): INodeProperties[] =>
	listsIn(fields).map(({ name, label, parameter, one, inner }) => ({
		displayName: label,
		name: parameter,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: `Add ${one}`,
		default: {},
		description: withoutStop(
			`Each ${one.toLowerCase()} by itself, in place of the column ${label}. ${hints[name] ?? ''}`,
		),
		options: [
			{ displayName: one, name: recordGroup, values: Object.entries<Field>(inner).map(valueOf) },
		],
	}));

/** Numbers are text: n8n's number box drops the comma of `39,90`. */
const valueOf = ([name, { label, description, required }]: [string, Field]): INodeProperties => ({
	displayName: label,
	name,
	type: 'string',
	default: '',
	description: required ? `${description} (needed)` : description,
});

/**
 * With the lists that were added record by record; a record without any value counts as left out.
 * @throws HubError where a column gives the same list
 */
export function withAdded(
	columns: Values,
	fields: WriteFields,
	parameters: Parameters,
	itemIndex: number,
): Values {
	const entry = { ...columns };
	for (const { name, label, parameter, one, inner } of listsIn(fields)) {
		const records = addedIn(parameters.valueOr(parameter, itemIndex, {}), inner);
		if (records.length === 0) continue;
		if (!isBlank(entry[name])) throw givenTwice(label, one);
		entry[name] = records;
	}
	return entry;
}

/** The records that were added; where each has a single field, the values of it. */
function addedIn(value: unknown, fields: WriteFields): unknown[] {
	const given = isRecord(value) ? [value[recordGroup]].flat() : [];
	const records = given.filter(isRecord).filter((record) => !Object.values(record).every(isBlank));
	const [only, ...others] = Object.keys(fields);
	return only !== undefined && isEmpty(others) ? records.map((record) => record[only]) : records;
}

const givenTwice = (label: string, one: string) =>
	new HubError('invalid', `${label} are given twice: in the column and with Add ${one}`, {
		description: `Nothing was sent for this entry. Empty the column ${label}, or remove what was added.`,
	});
