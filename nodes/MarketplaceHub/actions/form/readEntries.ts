import mapValues from 'lodash/mapValues';
import { HubError } from '../../api/errors';
import { namedAsFields } from '../../api/schemas/columns/columnNames';
import type { WriteFields, Values } from '../../api/schemas/fields';
import { isRecord } from '../../api/values/objects';
import { tryParseExactJson } from '../../api/values/json';
import { withoutFormula } from '../../api/values/spreadsheet';
import { labelled } from '../../shared/parameterLabels';
import type { Parameters } from './parameters';
import { withAdded } from './addedRecords';
import { entryMode } from './entryProperties';

/* Entries as a person gives them: columns, the fields of the input item, or JSON. */

/** The entries that an item gives: one, or several when JSON holds a list. Cells such as `="0789"` are read. */
export const readEntries = (
	parameters: Parameters,
	itemIndex: number,
	fields: WriteFields,
): Values[] => givenEntries(parameters, itemIndex, fields).map(withoutFormulas);

/** The values themselves where no cell holds such text: they are not copied for 200,000 rows. */
const withoutFormulas = (given: Values): Values =>
	Object.values(given).some((value) => withoutFormula(value) !== value)
		? mapValues(given, withoutFormula)
		: given;

function givenEntries(parameters: Parameters, itemIndex: number, fields: WriteFields): Values[] {
	const inputMode = parameters.choice(entryMode, itemIndex);
	if (inputMode === 'json') return readJson('json', parameters.value('json', itemIndex));
	const columns = inputMode === 'auto' ? {} : parameters.object('columns', itemIndex);
	if (inputMode === 'auto' || columns.mappingMode === 'autoMapInputData')
		return [namedAsFields(parameters.inputJson(itemIndex), fields)];
	const given = isRecord(columns.value) ? columns.value : {};
	return [withAdded(given, fields, parameters, itemIndex)];
}

/**
 * The objects in a JSON parameter: text, or an object or list out of an expression. In a list of objects anything
 * else is an empty entry: it fails by itself.
 * @param name the parameter's name for messages
 */
export function readJson(name: string, value: unknown): Values[] {
	const parsed = typeof value === 'string' ? tryParseExactJson(value)?.value : value;
	const list: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
	if (list.length === 0 || list.some(isRecord))
		return list.map((entry) => (isRecord(entry) ? entry : {}));
	const text = typeof value === 'string' ? value : String(JSON.stringify(value));
	throw new HubError('invalid', `${labelled(name)} must be an object or a list of objects`, {
		description: `Check its commas and quotation marks. It starts with ${text.slice(0, 60)}`,
	});
}
