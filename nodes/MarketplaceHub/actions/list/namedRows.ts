import { eachWithPauses } from '../../api/async';
import { HubError, toFailure } from '../../api/errors';
import { columnInWords, columnsInWords } from '../../api/schemas/columns/columnNames';
import type { WriteFields } from '../../api/schemas/fields';
import { peopleNames } from '../../api/schemas/columns/peopleNames';
import {
	takeColumns,
	type TakenColumns,
	type UnclearColumns,
} from '../../api/schemas/columns/takeColumns';
import { TextLimit } from '../../api/schemas/textLimit';
import { isBlank, trimmed } from '../../api/values/blanks';
import { titled } from '../../api/values/labels';

/** The cells of a row, by the key of their column. */
type Cells = Readonly<Record<string, unknown>>;

/** A row of a list as it comes. */
export interface ListedRow {
	cells: Cells;
	/** How many cells commas have cut it into, which decimal commas may have done; undefined of any other list. */
	cutInto?: number;
}

/** Rows under the names of the fields, and which columns they come from. */
export interface NamedRows {
	/** The name of the column, by field. */
	columns: Record<string, string>;
	/** Columns that are left out because their meaning is not clear: a sentence for each, with advice. */
	unclear: string[];
	/** The other columns that are left out. */
	otherColumns: string[];
	/** How many rows with something in them stand above the heading. */
	rowsAbove: number;
	rows: Array<Record<string, unknown>>;
}

/** A kind of list, and the columns that it must have. */
export interface WantedList {
	fields: WriteFields;
	/** Fields without which there is nothing to do. */
	needed: readonly string[];
}

const mostRows = 50_000;
/** A heading stands in one of the first rows, below a title and its date. */
const mostAbove = 20;

/** The rows of a list under the names of its fields, or why it cannot be read. */
export async function namedRows(
	all: Iterable<ListedRow>,
	wanted: WantedList,
): Promise<NamedRows | HubError> {
	try {
		return await nameRows(all, wanted);
	} catch (error) {
		return toFailure(error);
	}
}

/**
 * Finds the heading of a list and takes the columns that it names.
 * @throws HubError where the list has no heading, lacks a column that it needs, has no row or too many
 */
async function nameRows(all: Iterable<ListedRow>, wanted: WantedList): Promise<NamedRows> {
	const first: ListedRow[] = [];
	let found: Heading | undefined;
	const rows: Array<Record<string, unknown>> = [];
	const text = new TextLimit();
	const add = ({ cells }: ListedRow, heading: Heading) => {
		const { taken } = heading.columns;
		if (Object.values(cells).every(isBlank)) return;
		assertFits(cells, heading);
		if (rows.length === mostRows)
			throw refused(
				`The list has more than ${mostRows} rows`,
				'Give it in parts, none of them as the whole list.',
			);
		rows.push(Object.fromEntries([...taken].map(([field, key]) => [field, cells[key] ?? null])));
	};
	const begin = (): Heading => {
		const heading = headingIn(first, wanted);
		for (const below of first.slice(heading.rowsAbove + 1)) add(below, heading);
		return heading;
	};
	await eachWithPauses(all, (row) => {
		text.count(row.cells);
		if (found !== undefined) return add(row, found);
		if (Object.values(row.cells).every(isBlank)) return;
		if (first.push(row) === mostAbove) found = begin();
	});
	found ??= begin();
	if (rows.length === 0)
		throw refused('The list has a heading, and no row below it', 'Write the rows below it.');
	const { taken, unclear } = found.columns;
	const { headings } = found;
	const left = new Set([...taken.values()].map((key) => headings.get(key)));
	for (const { columns } of unclear) for (const name of columns) left.add(name);
	return {
		columns: Object.fromEntries(
			[...taken].map(([field, key]) => [field, headings.get(key) ?? key]),
		),
		unclear: unclear.map((each) => inWords(each, wanted)),
		otherColumns: [...headings.values()].filter((name) => !left.has(name)),
		rowsAbove: found.rowsAbove,
		rows,
	};
}

/** @throws HubError where a decimal comma has cut a row into more cells than the heading: its values are shifted */
function assertFits(row: Cells, { width }: Heading): void {
	const cells = Object.values(row);
	if (width === undefined || cells.slice(width).every(isBlank)) return;
	throw refused(
		`A row has ${cells.length} cells, and the heading ${width}: ${columnsInWords(cells.map(String))}`,
		'Put what has a comma in it, such as 39,90, into quotation marks, or separate the cells by semicolons.',
	);
}

interface Heading {
	/** How many cells it has, where commas cut them. */
	width?: number;
	/** How many rows stand above it. */
	rowsAbove: number;
	headings: ReadonlyMap<string, string>;
	columns: TakenColumns;
}

/** @throws HubError where no row is one, or the columns that are needed are not all there */
function headingIn(first: readonly ListedRow[], wanted: WantedList): Heading {
	if (first.length === 0)
		throw refused(
			'The list is empty',
			'Of a workbook the first sheet is read: put the list there.',
		);
	const candidates = first.map(({ cells, cutInto: width }, rowsAbove) => {
		const headings = headingsOf(cells);
		const columns = takeColumns(headings, wanted.fields);
		const known = columns.taken.size + columns.unclear.length;
		return { width, rowsAbove, headings, columns, known };
	});
	const heading = candidates.reduce((best, each) => (each.known > best.known ? each : best));
	if (heading.known === 0)
		throw refused(
			`The list has no heading: none of its first rows names a column of SKUs, such as ${namesOf('skuProduto')}`,
			`Its first row is ${namesIn(candidates[0])}. Write the names of the columns above the rows. Of a workbook the first sheet is read.`,
		);
	assertNeeded(heading, wanted);
	return heading;
}

function headingsOf(row: Cells): Map<string, string> {
	const texts = Object.entries(row).filter(
		([, cell]) => typeof cell === 'string' && !isBlank(cell),
	);
	return new Map(texts.map(([key, cell]) => [key, trimmed(cell as string)]));
}

function assertNeeded(heading: Heading, { fields, needed }: WantedList): void {
	const { taken, unclear } = heading.columns;
	const isThere = (field: string) =>
		taken.has(field) || (field === 'skuProduto' && taken.has('skuVariacao'));
	const lacking = needed.filter((field) => !isThere(field));
	if (lacking.length === 0 && taken.size > 1) return;
	if (lacking.length === 0)
		throw refused(
			`The list has no column beside ${namesIn(heading)}`,
			'Give columns with what is to change.',
		);
	const about = unclear.filter((each) => each.fields.some((field) => lacking.includes(field)));
	const isAdvised = new Set(about.flatMap((each) => each.fields));
	const names = lacking.map((field) => titled(fields[field]?.label, field)).join(', ');
	const clarify = about.map((each) => inWords(each, { fields }));
	const advice = lacking
		.filter((field) => !isAdvised.has(field))
		.map((field) => {
			const own = field === 'skuProduto' ? 'SKU' : field;
			const called = [own, ...(peopleNames[field] ?? [])].slice(0, 5);
			return `\`${field}\` may be called ${called.join(', ')}.`;
		});
	throw refused(
		`No column is taken for ${names}: the columns are ${namesIn(heading)}`,
		[...clarify, ...advice].join(' '),
	);
}

/** The reasons why columns are not taken, with advice. */
function inWords(
	{ columns, fields: meant }: UnclearColumns,
	{ fields }: Pick<WantedList, 'fields'>,
) {
	const titles = meant.map((field) => titled(fields[field]?.label, field));
	const [first = ''] = meant;
	return columns.length > 1
		? `${inTicks(columns)} may both be ${titles.join()}, so none is taken: call the right one \`${first}\`.`
		: `${inTicks(columns)} may be ${titles.join(' or ')}, so it is not taken: call it \`${meant.join('` or `')}\`.`;
}

const inTicks = (names: readonly string[]): string => names.map(columnInWords).join(' and ');

const namesIn = (heading: Heading | undefined): string =>
	columnsInWords([...(heading?.headings.values() ?? [])]);

const namesOf = (field: string): string =>
	['SKU', ...(peopleNames[field] ?? [])]
		.slice(0, 3)
		.map((name) => `\`${name}\``)
		.join(', ');

const refused = (message: string, description: string): HubError =>
	new HubError('invalid', message, { outcome: undefined, description });
