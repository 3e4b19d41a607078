import isEmpty from 'lodash/isEmpty';
import mapValues from 'lodash/mapValues';
import omitBy from 'lodash/omitBy';
import pickBy from 'lodash/pickBy';
import { eachWithPauses } from '../../api/async';
import type { Channels } from '../../api/channels';
import type { Identity, Row } from '../../api/rows';
import { HubError } from '../../api/errors';
import { checked, type EntryShape } from '../../api/schemas/check';
import type { WriteFields } from '../../api/schemas/fields';
import { namedAsFields } from '../../api/schemas/columnNames';
import { normalize, type Normalized, type Values } from '../../api/schemas/normalize';
import { assertAllExact, isBlank, isRecord, trimmed } from '../../api/values/checks';
import { tryParseExactJson } from '../../api/values/json';
import { toInvalid } from '../../shared/nodeErrors';
import type { NodeContext } from '../operation';
import { withAdded } from './addedRecords';
import { withDerived } from './derivedValues';

/** Kind of the entries of an operation. */
export interface EntryKind {
	shape: EntryShape;
	/** Fields that say which entry a result is about: name in the result → field. */
	identity: Readonly<Record<string, string>>;
	/** Values for every entry of an item that does not give them itself. */
	defaults?: (context: NodeContext, itemIndex: number) => Values;
	/** Where several rows of a list may give one entry. */
	rows?: {
		/** The fields of a row. */
		fields: WriteFields;
		/** Makes entries of all rows. */
		gather: (given: Iterable<GivenEntry>) => Promise<GivenEntry[]>;
	};
}

/** The values of an entry before they are checked, and the items that give them. */
export interface GivenEntry extends Pick<Row, 'failure' | 'lacksOwn'> {
	itemIndexes: readonly number[];
	values: Values;
}

/** The entries that an item gives: one, or several when JSON holds a list. */
export function readEntries(
	context: NodeContext,
	itemIndex: number,
	fields: WriteFields,
): Values[] {
	const given = givenEntries(context, itemIndex, fields);
	return withDerived(given, fields, context.parameters, itemIndex);
}

function givenEntries(
	{ node, parameters }: NodeContext,
	itemIndex: number,
	fields: WriteFields,
): Values[] {
	const inputMode = parameters.value('inputMode', itemIndex);
	if (inputMode === 'json') return readJson('json', parameters.value('json', itemIndex));
	const columns = inputMode === 'auto' ? {} : parameters.object('columns', itemIndex);
	if (inputMode === 'auto' || columns.mappingMode === 'autoMapInputData')
		return [namedAsFields(node.getInputData()[itemIndex]?.json ?? {}, fields)];
	const given = isRecord(columns.value) ? columns.value : {};
	return [withAdded(given, fields, parameters, itemIndex)];
}

/**
 * The objects in a JSON parameter: text, or an object or list out of an expression.
 * @param name the parameter's name for messages
 */
export function readJson(name: string, value: unknown): Values[] {
	const parsed = typeof value === 'string' ? tryParseExactJson(value)?.value : value;
	const list: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
	if (list.every(isRecord)) return list;
	const text = typeof value === 'string' ? value : String(JSON.stringify(value));
	throw new HubError('invalid', `\`${name}\` must be an object or a list of objects`, {
		description: `Check its commas and quotation marks. It starts with ${text.slice(0, 60)}`,
	});
}

/**
 * Reads and checks the entries of all items; a row that may not be sent has a failure of its own.
 * @param channels of the account, where an entry may name one
 */
export async function checkRows(
	context: NodeContext,
	itemIndexes: number[],
	kind: EntryKind,
	channels?: Channels,
): Promise<Row[]> {
	const rows: Row[] = [];
	const given = givenBy(context, itemIndexes, kind);
	const entries = kind.rows === undefined ? given : await kind.rows.gather(given);
	await eachWithPauses(entries, async (entry) => {
		const [itemIndex, ...moreItems] = entry.itemIndexes;
		await channels?.lookUp(entry.values.idCanalIntegracao);
		const told = checkedEntry(context, entry, kind, channels);
		const row: Row = { ...told, itemIndex, position: rows.length };
		if (moreItems.length > 0) row.moreItems = moreItems;
		if (entry.lacksOwn === true) row.lacksOwn = true;
		rows.push(row);
	});
	return rows;
}

function* givenBy(
	context: NodeContext,
	itemIndexes: readonly number[],
	{ defaults, shape, rows }: EntryKind,
): Generator<GivenEntry> {
	const { fields } = rows ?? shape;
	for (const itemIndex of itemIndexes) {
		let given: Values[] = [];
		let failure: HubError | undefined;
		try {
			const read = readEntries(context, itemIndex, fields);
			given = withDefaults(read, defaults?.(context, itemIndex));
		} catch (error) {
			failure = toInvalid(error);
		}
		if (failure !== undefined) yield { itemIndexes: [itemIndex], values: {}, failure };
		for (const values of given) yield { itemIndexes: [itemIndex], values };
	}
}

function checkedEntry(
	context: NodeContext,
	{ values: given, failure }: GivenEntry,
	kind: EntryKind,
	channels: Channels | undefined,
): Pick<Row, 'identity' | 'body' | 'failure'> {
	let values = given;
	try {
		const normalized = normalize(given, kind.shape);
		values = withTrimmedSkus(normalized.values);
		if (failure !== undefined) throw failure;
		if (channels !== undefined) values.idCanalIntegracao = channels.idOf(values.idCanalIntegracao);
		const body = toBody(context, { ...normalized, values }, kind.shape);
		return { identity: identityOf(body, kind), body };
	} catch (error) {
		return { identity: identityOf(values, kind), body: values, failure: toInvalid(error) };
	}
}

const withDefaults = (entries: Values[], values: Values = {}): Values[] =>
	isEmpty(values) ? entries : entries.map((entry) => ({ ...values, ...omitBy(entry, isBlank) }));

/** Without the blanks around SKUs that spreadsheets leave, at every depth. */
const withTrimmedSkus = (values: Values): Values =>
	mapValues(values, (value, name) => {
		if (name.startsWith('sku')) return trimmed(value);
		const isList = Array.isArray(value) && value.every(isRecord);
		return isList ? value.map(withTrimmedSkus) : value;
	});

/** Each as it is sent, if it can be. */
const identityOf = (values: Values, { identity, shape }: EntryKind): Identity => {
	const given = mapValues(identity, (field) => {
		const sent = shape.fields[field]?.check.safeParse(values[field]);
		return sent?.data ?? values[field];
	});
	return pickBy(given, isTextOrNumber);
};

const isTextOrNumber = (value: unknown): value is string | number =>
	typeof value === 'string' || typeof value === 'number';

/** Rows that may be sent. */
export const unfailed = (rows: readonly Row[]): Row[] =>
	rows.filter(({ failure }) => failure === undefined);

/** The body for the values of an entry. The run's hints tell what was left out or filled in. */
export function toBody(
	context: NodeContext,
	{ values, notes, readings }: Normalized,
	{ check }: Pick<EntryShape, 'check'>,
): Values {
	Object.entries(values).forEach(([name, value]) => assertAllExact(name, value));
	notes.forEach(({ kind, text }) => context.hints.add(kind, text));
	const unknown = notes.filter(({ kind }) => kind === 'unknown').map(({ text }) => text);
	return checked(check, values, { readings, unknown });
}
