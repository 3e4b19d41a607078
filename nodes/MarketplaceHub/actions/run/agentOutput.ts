import isEqual from 'lodash/isEqual';
import isObject from 'lodash/isObject';
import mapValues from 'lodash/mapValues';
import omit from 'lodash/omit';
import pick from 'lodash/pick';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isListSchema, type RecordSchema } from '../../api/schemas/reads/recordSchema';
import { isRecord } from '../../api/values/objects';
import { failureFields } from '../failures/failedItem';
import type { Operation } from '../operation';
import { itemDetails, mostForAgent } from '../toolRun';

/** A record by its fields, as the reference has it. */
type Fields = Readonly<Record<string, RecordSchema>>;

/**
 * The output of a tool run. n8n gives an agent the JSON of its items and nothing else, so the first item
 * carries the hints that a person would read; without any item, the hints are an item of their own.
 * @param operation the operation that gave the items
 * @param selected the fields of the records that a person has selected, if any
 */
export function closeToolRun(
	items: INodeExecutionData[],
	operation: Pick<Operation, 'output' | 'record'>,
	hints: readonly string[],
	selected: readonly string[] | undefined,
): INodeExecutionData[] {
	const fields = { ...operation.output, ...operation.record };
	const shown = items.slice(0, mostForAgent).map(({ json, pairedItem }) => ({
		json: selected === undefined ? harmless(json, fields) : withoutDetails(json, fields, selected),
		pairedItem,
	}));
	const unshown = items.length - shown.length;
	const notes = [...hints];
	if (unshown > 0)
		notes.push(
			unshown === 1 ? '1 more result is not shown.' : `${unshown} more results are not shown.`,
		);
	if (items.length === 0 && notes.length === 0) notes.push('No results.');
	if (notes.length === 0) return shown;
	const [first = { json: {} }, ...others] = shown;
	return [{ ...first, json: { notes, ...first.json } }, ...others];
}

const addressFields = [
	'cep',
	'endereco',
	'bairro',
	'cidade',
	'uf',
	'numero',
	'complemento',
	'referencia',
];

/** Where records hold data of a buyer, and files that do. */
const personal = [
	'cliente',
	...['destinatario', ...addressFields].map((name) => `entrega.${name}`),
	...['xml', 'conteudo'],
];

/** The fields that tell what became of an entry stand beside those of its record. */
const told = ['error', ...failureFields];

/**
 * What an agent gets where nobody has selected fields. Of a record that may name a buyer these are only known
 * fields in their known shapes, whatever else the hub sends.
 */
function harmless(json: IDataObject, fields: Fields): IDataObject {
	const known = omit(fields, personal);
	return isEqual(known, fields)
		? omit(json, personal)
		: { ...pick(json, told), ...(inShape(omit(json, told), known) as IDataObject) };
}

/** The selected fields, with the details of items only where these are selected, too. */
function withoutDetails(json: IDataObject, fields: Fields, selected: readonly string[]) {
	if (selected.includes(itemDetails)) return json;
	const items = harmless(pick(json, 'itens'), fields);
	return { ...omit(json, 'itens'), ...items };
}

/** The value as far as the schema knows it; undefined where it has another shape. */
function inShape(value: unknown, schema: RecordSchema | undefined): unknown {
	if (schema === undefined) return undefined;
	if (typeof schema === 'string') return isObject(value) ? undefined : value;
	if (isListSchema(schema))
		return Array.isArray(value) ? value.map((entry) => inShape(entry, schema[0])) : undefined;
	// an item's details may be a buyer's text
	const known = omit(schema, 'detalhes');
	return isRecord(value)
		? mapValues(value, (inner, name) => inShape(inner, known[name]))
		: undefined;
}
