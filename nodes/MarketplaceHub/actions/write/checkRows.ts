import isEmpty from 'lodash/isEmpty';
import mapValues from 'lodash/mapValues';
import omit from 'lodash/omit';
import omitBy from 'lodash/omitBy';
import pick from 'lodash/pick';
import pickBy from 'lodash/pickBy';
import { eachWithPauses } from '../../api/async';
import type { Channels } from '../../api/channels';
import { HubError } from '../../api/errors';
import type { Identity, Row } from '../../api/rows/row';
import type { WriteFields, WriteShape, Values } from '../../api/schemas/fields';
import { normalize } from '../../api/schemas/normalize';
import { namesVariation, withTrimmedSkus } from '../../api/schemas/skus';
import { TextLimit, tooLong } from '../../api/schemas/textLimit';
import { isBlank, trimmed } from '../../api/values/blanks';
import { toInvalid } from '../../shared/nodeErrors';
import { withSimpleDescription } from '../form/simpleDescription';
import { readEntries } from '../form/readEntries';
import { toBody } from '../form/toBody';
import type { NodeContext } from '../operation';
import { readBelowZero } from './belowZero';
import { withColumnNumbers } from './columnNumbers';
import { unfitList } from './columnsFit';

/** The entries that an operation writes: their fields, and what tells one from another. */
export interface EntryKind {
	shape: WriteShape;
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
 * Reads and checks the entries of all items; a row that may not be sent has a failure of its own. The way of
 * an entry: its values are read (`readEntries`), with other rows they may become one entry (`gather`), a
 * channel's name becomes its ID, the values get the names and the form of the write (`normalize`), and the
 * rules are checked (`toBody`).
 * @param channels of the account, where an entry may name one
 */
export async function checkRows(
	context: NodeContext,
	itemIndexes: number[],
	kind: EntryKind,
	channels?: Channels,
): Promise<Row[]> {
	const rows: Row[] = [];
	const given = await withColumnNumbers(context, givenBy(context, itemIndexes, kind), kind);
	await readBelowZero(context, given, kind.shape.fields);
	const entries = kind.rows === undefined ? given : await kind.rows.gather(given);
	await eachWithPauses(entries, async (entry) => {
		const named = channels === undefined ? entry : await withChannelId(entry, channels);
		const checked = checkedEntry(context, named, kind);
		const row: Row = { itemIndexes: entry.itemIndexes, position: rows.length, ...checked };
		if (entry.lacksOwn === true) row.lacksOwn = true;
		const { skuProduto } = entry.values;
		if (namesVariation(entry.values) && !isBlank(skuProduto))
			row.ofProduct = String(trimmed(skuProduto));
		rows.push(row);
	});
	const unfit = unfitList(given, kind);
	if (unfit !== undefined) for (const row of rows) row.failure = unfit;
	return rows;
}

/**
 * The entries of the items; an item that cannot be read is one entry with a failure.
 * @throws HubError where all have more text than a run reads
 */
function* givenBy(
	context: NodeContext,
	itemIndexes: readonly number[],
	{ defaults, shape, rows }: EntryKind,
): Generator<GivenEntry> {
	const { fields } = rows ?? shape;
	const text = new TextLimit();
	for (const itemIndex of itemIndexes) {
		let given: Values[];
		try {
			const read = readEntries(context.parameters, itemIndex, fields);
			given = withDefaults(read, defaults?.(context, itemIndex));
		} catch (error) {
			yield { itemIndexes: [itemIndex], values: {}, failure: toInvalid(error) };
			continue;
		}
		for (const values of given) {
			const long = text.count(values);
			yield long.length === 0
				? { itemIndexes: [itemIndex], values }
				: { itemIndexes: [itemIndex], values: omit(values, long), failure: tooLong(long) };
		}
	}
}

/** The entry with the ID of a channel that it gives by name. */
async function withChannelId(entry: GivenEntry, channels: Channels): Promise<GivenEntry> {
	const { values, failure } = entry;
	const idCanalIntegracao = await channels.idOf(values.idCanalIntegracao);
	if (idCanalIntegracao === values.idCanalIntegracao) return entry;
	return idCanalIntegracao instanceof HubError
		? { ...entry, failure: failure ?? idCanalIntegracao }
		: { ...entry, values: { ...values, idCanalIntegracao } };
}

/** What is sent of an entry and by what its result is known, or why nothing is sent. */
function checkedEntry(
	context: NodeContext,
	{ values: given, failure, itemIndexes: [itemIndex = 0] }: GivenEntry,
	kind: EntryKind,
): Pick<Row, 'identity' | 'body' | 'failure'> {
	let values = given;
	try {
		const { fields } = kind.shape;
		const described = withSimpleDescription(given, fields, context.parameters, itemIndex);
		const normalized = normalize(described, kind.shape);
		values = withTrimmedSkus(normalized.values);
		if (failure !== undefined) throw failure;
		const body = toBody(context.hints, { ...normalized, values });
		return { identity: identityOf(body, kind), body };
	} catch (error) {
		const named = pick(values, Object.values(kind.identity));
		const identity = identityOf(asSent(named, kind.shape), kind);
		return { identity, body: values, failure: toInvalid(error) };
	}
}

const withDefaults = (entries: Values[], values: Values = {}): Values[] =>
	isEmpty(values) ? entries : entries.map((entry) => ({ ...values, ...omitBy(entry, isBlank) }));

const identityOf = (values: Values, { identity }: EntryKind): Identity =>
	pickBy(
		mapValues(identity, (field) => values[field]),
		isTextOrNumber,
	);

/** Each value as it is sent, if it can be. */
const asSent = (values: Values, { fields }: WriteShape): Values =>
	mapValues(values, (value, name) => fields[name]?.check.safeParse(value).data ?? value);

const isTextOrNumber = (value: unknown): value is string | number =>
	typeof value === 'string' || typeof value === 'number';
