import isEmpty from 'lodash/isEmpty';
import omitBy from 'lodash/omitBy';
import sortBy from 'lodash/sortBy';
import type { z } from 'zod';
import type { Entry, EntryResult, Identity } from '../../api/entries';
import { HubError } from '../../api/errors';
import { invalidEntry } from '../../api/schemas/brokenRules';
import type { objectOf } from '../../api/schemas/fields';
import {
	type Intake,
	settle,
	takeIn,
	type Values,
	type WriteShape,
} from '../../api/schemas/intake';
import { assertAllExact, isBlank, isRecord } from '../../api/values/checks';
import { tryParseExactJson } from '../../api/values/json';
import { NumberColumns, toNumber } from '../../api/values/numbers';
import { toInvalid } from '../../shared/nodeErrors';
import type { NodeContext } from '../operation';

/** How the values that a user gives become what is sent. */
export interface Writing {
	shape: WriteShape;
	/** Check of a whole entry. */
	schema: ReturnType<typeof objectOf>;
	/** Whether fields may be left out: what is not sent stays as it is. */
	change?: boolean;
	/** The values that an item gives, as they are. */
	read: (context: NodeContext, itemIndex: number) => Values[];
}

/** What the entries of an operation are. */
export interface EntryKind extends Pick<Writing, 'shape' | 'schema'> {
	/** Fields that say which entry a result is about: name in the result → field. */
	identity: Readonly<Record<string, string>>;
	/** Values for every entry of an item that does not give them itself. */
	beside?: (context: NodeContext, itemIndex: number) => Values;
}

/**
 * The entries that an item gives, as they are: one, or several when JSON holds a list. With automatic
 * mapping, all input columns.
 * @throws HubError of kind `invalid` for JSON that cannot be read
 */
export function readEntries({ node, parameters }: NodeContext, itemIndex: number): Values[] {
	if (parameters.value('inputMode', itemIndex) === 'json')
		return readJson('json', parameters.value('json', itemIndex));
	const { mappingMode, value } = parameters.object('columns', itemIndex);
	const source = mappingMode === 'autoMapInputData' ? node.getInputData()[itemIndex]?.json : value;
	return [isRecord(source) ? source : {}];
}

/**
 * The objects in a JSON parameter: text, or what an expression already gives as an object or list.
 * @param name what the user knows the parameter by
 * @throws HubError of kind `invalid` for anything else
 */
export function readJson(name: string, value: unknown): Values[] {
	const parsed = typeof value === 'string' ? tryParseExactJson(value)?.value : value;
	const list: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
	if (list.every(isRecord)) return list;
	throw new HubError('invalid', `\`${name}\` must be an object or a list of objects`, {
		description: `Check its commas and quotation marks. It starts with ${String(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 60)}`,
	});
}

/**
 * Reads and checks the entries of all items. What may not be sent becomes a result with its own
 * message, so that the good ones still go through.
 */
export function checkEntries(
	context: NodeContext,
	itemIndexes: number[],
	{ identity, beside, ...kind }: EntryKind,
): { entries: Entry[]; refused: EntryResult[] } {
	const writing: Writing = { ...kind, read: readEntries };
	const entries: Entry[] = [];
	const refused: EntryResult[] = [];
	let position = 0;
	for (const itemIndex of itemIndexes) {
		const refuse = (error: unknown, values: Values) => {
			refused.push({
				itemIndexes: [itemIndex],
				position: position++,
				json: { ...identityOf(values, identity, kind.shape), sucesso: false },
				failure: toInvalid(error),
			});
		};
		const given = valueOr(
			() => withBeside(readEntries(context, itemIndex), beside?.(context, itemIndex)),
			(error) => refuse(error, {}),
		);
		given?.forEach((values) => {
			const intake = valueOr<Intake>(
				() => takeIn(values, kind.shape),
				(error) => refuse(error, values),
			);
			if (intake === undefined) return;
			const body = valueOr(
				() => toBody(context, intake, writing),
				(error) => refuse(error, intake.values),
			);
			if (body === undefined) return;
			entries.push({ itemIndex, position: position++, identity: identityOf(body, identity), body });
		});
	}
	return { entries, refused };
}

const withBeside = (entries: Values[], values: Values = {}): Values[] =>
	isEmpty(values) ? entries : entries.map((entry) => ({ ...values, ...omitBy(entry, isBlank) }));

/** @param shape where the values are not checked yet: each comes as it is sent, if it can be */
function identityOf(
	values: Values,
	identity: Readonly<Record<string, string>>,
	shape?: WriteShape,
): Identity {
	const fields = Object.entries(identity).map(([name, field]) => {
		const sent = shape?.fields[field]?.check.safeParse(values[field]);
		return [name, isName(sent?.data) ? sent.data : values[field]] as const;
	});
	return Object.fromEntries(
		fields.filter((pair): pair is readonly [string, string | number] => isName(pair[1])),
	);
}

const isName = (value: unknown): value is string | number =>
	typeof value === 'string' || typeof value === 'number';

/** Results in the order of the entries they are about; those about none come last. */
export const inEntryOrder = (results: EntryResult[]): EntryResult[] =>
	sortBy(results, ({ position = Infinity }) => position);

/**
 * What is sent for an entry that was taken in. What is left out, filled in or read in one of two ways
 * on the way is noted for the run's hints.
 * @throws HubError of kind `invalid`
 */
export function toBody(context: NodeContext, intake: Intake, writing: Writing): Values {
	const { shape, schema, change = false } = writing;
	const { notes } = context;
	Object.entries(intake.values).forEach(([name, value]) => assertAllExact(name, value));
	notes.addUnknown(intake.unknown);
	const textOf = new Map<string, string>();
	for (const { path, column, use, text, number, replace } of intake.numbers) {
		if ('value' in number) {
			// the others are shown by the check as they are
			if (toNumber(text) !== number.value) textOf.set(path, text);
			continue;
		}
		const columns = notes.numberColumns(() => columnsOf(context, writing));
		const { value, certain } = columns.decide(column, use, number);
		replace(value);
		textOf.set(path, text);
		if (!certain) notes.addNumber(column, text, value);
	}
	const settled = settle(intake, shape.fields, change);
	notes.addSettled(settled);
	return checked(schema, settled.values, textOf);
}

/**
 * How the numbers of all items of the run are written. An item that cannot be read says nothing here:
 * its own turn tells what is wrong with it.
 */
function columnsOf(context: NodeContext, { shape, read }: Writing): NumberColumns {
	const columns = new NumberColumns();
	for (const itemIndex of context.node.getInputData().keys()) {
		const numbers = valueOr(() =>
			read(context, itemIndex).flatMap((values) => takeIn(values, shape).numbers),
		);
		numbers?.forEach(({ column, use, number }) => columns.add(column, use, number));
	}
	return columns;
}

/**
 * What is about to be sent, in the form the hub expects.
 * @param textOf by path, the text that a number was read from
 * @throws HubError of kind `invalid` that names each field, the rule it breaks and its value
 */
export function checked<Output>(
	schema: z.ZodType<Output, z.ZodTypeDef, unknown>,
	value: unknown,
	textOf: ReadonlyMap<string, string> = new Map(),
): Output {
	const result = schema.safeParse(value);
	if (!result.success) throw invalidEntry(result.error, value, textOf);
	return result.data;
}

/** What `work` gives; undefined when it throws. */
function valueOr<Value>(
	work: () => Value,
	otherwise?: (error: unknown) => void,
): Value | undefined {
	try {
		return work();
	} catch (error) {
		otherwise?.(error);
		return undefined;
	}
}
