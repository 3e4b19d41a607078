import omit from 'lodash/omit';
import uniq from 'lodash/uniq';
import { eachWithPauses } from '../../api/async';
import { Channels } from '../../api/channels';
import { HubError } from '../../api/errors';
import type { EntryResult } from '../../api/rows/row';
import type { Values } from '../../api/schemas/fields';
import { TextLimit } from '../../api/schemas/textLimit';
import { Unread } from '../../api/values/cellReaders';
import { kindNamed, readCell } from '../../api/values/cells';
import { NumberColumn } from '../../api/values/numberColumn';
import { isCancelled, isReturned } from '../../api/values/statuses';
import { withoutFormula } from '../../api/values/spreadsheet';
import { listed, shorten } from '../../api/values/text';
import { typedSwitch } from '../../shared/typedValues';
import { defineOperation, type NodeContext, type OperationContext } from '../operation';
import { ColumnFinder } from './findColumns';
import { type RowField, rowFieldProperties, rowFieldsIn } from './rowFields';

/** A column of the list: how it is found and read. */
interface Column extends RowField {
	finder: ColumnFinder;
	numbers?: NumberColumn;
}

/** A row of the list, and the item that gives it. */
interface GivenRow {
	itemIndex: number;
	/** The row's number for a person. */
	number: number;
	values: Values;
}

/** Reads the values that people type, without a request unless a channel is given by its name. */
export const readRows = defineOperation({
	option: {
		name: 'Read Rows',
		value: 'readRows',
		action: 'Read rows of list',
		toolDescription:
			'Turn the text of a list that people typed (prices, pieces, dates, channels, SKUs, yes and no) into typed values. Not for records of the hub, which are typed already. Reads only; no request, or one where a channel is given by its name.',
		description: 'Turn what people type into numbers, dates, SKUs, channels and yes or no',
	},
	properties: rowFieldProperties,
	endpoints: ['channels'],
	output: { isCancelled: 'boolean', isReturned: 'boolean', '*': 'string' },
	async perRun(context, itemIndexes): Promise<EntryResult[]> {
		const columns = rowFieldsIn(context.parameters).map((field): Column => {
			const counts = kindNamed(field.kind).counts;
			const numbers = counts === undefined ? undefined : new NumberColumn(counts);
			return { ...field, finder: new ColumnFinder(field.column), numbers };
		});
		const rows = rowsOf(context, itemIndexes);
		await noteCells(rows, columns);
		assertColumns(rows, columns);
		const readings: EntryResult[] = [];
		const read = rowReader(context, columns);
		await eachWithPauses(rows, async (row) => {
			readings.push(await read(row));
		});
		return readings;
	},
});

function rowsOf({ node }: NodeContext, itemIndexes: readonly number[]): GivenRow[] {
	const items = node.getInputData();
	return itemIndexes.map((itemIndex) => {
		const values: Values = items[itemIndex]?.json ?? {};
		return { itemIndex, number: itemIndex + 1, values };
	});
}

/**
 * Looks at all cells: the whole column decides on numbers that can be read in two ways.
 * @throws HubError where they have more text than a run reads
 */
async function noteCells(rows: readonly GivenRow[], columns: readonly Column[]): Promise<void> {
	const text = new TextLimit();
	await eachWithPauses(rows, ({ values }) => {
		const cells = columns.map(({ finder }) => finder.valueIn(values));
		text.count(cells);
		for (const [index, { numbers }] of columns.entries())
			numbers?.note(withoutFormula(cells[index]));
	});
}

/** A list whose columns do not fit says so once. */
function assertColumns(rows: readonly GivenRow[], columns: readonly Column[]): void {
	if (rows.length === 0) return;
	const missing = columns.filter(
		({ required, finder }) =>
			required && rows.every(({ values }) => finder.valueIn(values) === undefined),
	);
	if (missing.length === 0) return;
	const names = uniq(rows.slice(0, 100).flatMap(({ values }) => Object.keys(values)));
	const lacking = listed(missing.map(({ column }) => `\`${column}\``));
	throw new HubError(
		'invalid',
		`No row has a column ${lacking}: the columns are ${listed(names.map((name) => `\`${name}\``))}`,
		{
			outcome: undefined,
			description:
				'Correct the Column under Fields, or rename the column of the list. Of two columns that differ only in case, accents, blanks or signs, none is taken.',
		},
	);
}

function rowReader(context: OperationContext<'channels'>, columns: readonly Column[]) {
	const { hub, parameters } = context;
	const { includeOtherFields } = parameters.object('readOptions', 0);
	const keepsOthers = typedSwitch('includeOtherFields', includeOtherFields ?? true);
	const zone = parameters.timezone;
	const channels = new Channels(hub);
	return async ({ itemIndex, number, values }: GivenRow): Promise<EntryResult> => {
		const typed: Values = {};
		const unread: Array<{ name: string; rule: string }> = [];
		for (const column of columns) {
			const value = await readColumn(column);
			if (value instanceof Unread) unread.push({ name: column.column, rule: value.rule });
			else typed[column.name] = value;
			if (column.kind === 'status')
				Object.assign(typed, { isCancelled: isCancelled(value), isReturned: isReturned(value) });
		}
		const taken = columns.flatMap(({ finder }) => finder.nameIn(values) ?? []);
		const others = keepsOthers ? omit(values, taken) : {};
		if (unread.length === 0) return resultOf({ ...others, ...typed });
		const place = { row: number, column: unread.map(({ name }) => name).join(', ') };
		// columns of the list itself keep their values
		const kept = { ...values, ...omit(place, Object.keys(values)) };
		return { ...resultOf(kept), failure: refusal(number, unread) };

		async function readColumn({ kind, finder, required, numbers }: Column): Promise<unknown> {
			const ambiguous = finder.ambiguousIn(values);
			if (ambiguous.length > 0)
				return new Unread(`may be ${listed(ambiguous.map((name) => `\`${name}\``))}`);
			const given = finder.valueIn(values);
			const cell = kind === 'channel' ? await channels.idOf(given) : given;
			if (cell instanceof HubError) return new Unread(cell.rule ?? cell.message);
			const value = readCell(kind, cell, { zone, numbers });
			if (value instanceof Unread) return new Unread(`${value.rule}, got ${shown(given)}`);
			return value === null && required ? new Unread('is missing') : value;
		}

		function resultOf(json: Values): EntryResult {
			return { itemIndexes: [itemIndex], json: json as EntryResult['json'] };
		}
	};
}

const longestValue = 80;
const shown = (value: unknown): string =>
	shorten(JSON.stringify(value) ?? String(value), longestValue);

function refusal(number: number, unread: ReadonlyArray<{ name: string; rule: string }>): HubError {
	const rules = unread.map(({ name, rule }) => `\`${name}\` ${rule}`);
	return new HubError('invalid', `Row ${number}: ${rules.join('; ')}`, {
		outcome: undefined,
		description: 'Correct the cell in the list, or the kind of its column under Fields.',
	});
}
