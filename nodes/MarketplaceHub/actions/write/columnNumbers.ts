import { eachWithPauses } from '../../api/async';
import { HubError } from '../../api/errors';
import type { WriteFields } from '../../api/schemas/fields';
import { titled } from '../../api/values/labels';
import { type ColumnReading, leftOpen, NumberColumn } from '../../api/values/numberColumn';
import { typed } from '../../api/values/amounts';
import type { ListHint } from '../hints';
import type { NodeContext } from '../operation';
import type { EntryKind, GivenEntry } from './checkRows';

/**
 * The entries with the numbers that their whole column decides: text such as `6.000` beside `0.500`. An entry with a
 * number that its column leaves open gets a failure.
 */
export async function withColumnNumbers(
	context: Pick<NodeContext, 'hints'>,
	entries: Iterable<GivenEntry>,
	{ shape, rows }: EntryKind,
): Promise<GivenEntry[]> {
	const columns = numberColumnsOf(rows?.fields ?? shape.fields);
	const all: GivenEntry[] = [];
	await eachWithPauses(entries, (entry) => {
		for (const { name, numbers } of columns) numbers.note(entry.values[name]);
		all.push(entry);
	});
	const deciding = columns.filter(({ numbers }) => numbers.decides);
	if (deciding.length === 0) return all;
	await eachWithPauses(all, (entry) => {
		for (const column of deciding) {
			const reading = column.numbers.reading(entry.values[column.name]);
			if (reading !== undefined) applyReading(context, entry, column, reading);
		}
	});
	return all;
}

/** A column of prices or pieces. */
interface Column {
	name: string;
	/** The field's label in the form. */
	label: string;
	numbers: NumberColumn;
}

const numberColumnsOf = (fields: WriteFields): Column[] =>
	Object.entries(fields).flatMap(([name, { counts, label }]) =>
		counts === 'money' || counts === 'pieces'
			? [{ name, label, numbers: new NumberColumn(counts) }]
			: [],
	);

function applyReading(
	{ hints }: Pick<NodeContext, 'hints'>,
	entry: GivenEntry,
	{ name, label }: Column,
	{ number, readings, because }: ColumnReading,
): void {
	const given = entry.values[name];
	if (readings === undefined) {
		hints.list(readAsColumn, `\`${name}\` "${String(given)}" as ${typed(number)}`);
		entry.values = { ...entry.values, [name]: number };
		return;
	}
	entry.failure ??= new HubError(
		'invalid',
		`${titled(label, name)} ${leftOpen(readings, because)}, got ${JSON.stringify(given)}`,
		{ description: 'Write all numbers of the column in one way, or as numbers.' },
	);
}

const readAsColumn: ListHint = {
	type: 'warning',
	words: 'Text that can be read in two ways is read as other values of its column are',
	advice: 'To be sure, give numbers, or text with decimals such as 1500,00.',
};
