import isEmpty from 'lodash/isEmpty';
import mapValues from 'lodash/mapValues';
import omitBy from 'lodash/omitBy';
import pickBy from 'lodash/pickBy';
import { eachWithPauses } from '../../api/async';
import type { Channels } from '../../api/channels';
import { orNotSent } from '../../api/errors';
import type { Identity, Row } from '../../api/rows/row';
import type { EntryShape } from '../../api/schemas/writeShape';
import type { WriteFields, Values } from '../../api/schemas/fields';
import { normalize } from '../../api/schemas/normalize';
import { isBlank, isRecord, trimmed } from '../../api/values/checks';
import { toInvalid } from '../../shared/nodeErrors';
import { readEntries, toBody } from '../entries/values';
import type { NodeContext } from '../operation';

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
		if (channels !== undefined) await orNotSent(channels.lookUp(entry.values.idCanalIntegracao));
		const checked = checkedEntry(context, entry, kind, channels);
		const row: Row = { ...checked, itemIndexes: entry.itemIndexes, position: rows.length };
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
		let given: Values[];
		try {
			const read = readEntries(context, itemIndex, fields);
			given = withDefaults(read, defaults?.(context, itemIndex));
		} catch (error) {
			yield { itemIndexes: [itemIndex], values: {}, failure: toInvalid(error) };
			continue;
		}
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
