import type { GenericValue } from 'n8n-workflow';
import { isBlank, trimmed } from './blanks';
import { readGtin } from './codes';
import { type Edge, isUnsetDate, momentOfCell } from './dates';
import { exactId, plainIdText, positiveDigits } from './ids';
import { fromJson } from './json';
import { leftOpen, type NumberColumn } from './numberColumn';
import { meansTwo, type NumberKind, toNumber, twoReadings, withoutNoise } from './numbers';
import { isDamaged, isErrorOfCell, withoutFormula } from './spreadsheet';
import { splitTexts } from './textLists';
import { readTaxId } from './taxId';
import { readKey } from './accessKey';
import { asFlag } from './words';

/* The value of a cell, by the kind of its column: the readers of everything that people type. */

/** The facts that a reader needs beside the cell. */
interface Column {
	/** Time zone of dates that name none. */
	zone: string;
	/** All numbers of the column, where it has some. */
	numbers?: NumberColumn;
}

/** Why a cell cannot be read. */
export class Unread {
	/** @param rule words behind the name of the column, such as `must be a price` */
	constructor(readonly rule: string) {}
}

type CellReader = (value: unknown, column: Column) => GenericValue | object | Unread;

const must = (rule: string) => new Unread(`must be ${rule}`);

/** Text of a number too, as long as it has all its digits. */
function asText(value: unknown): string | undefined {
	if (typeof value === 'bigint') return String(value);
	if (typeof value === 'number')
		return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : undefined;
	return typeof value === 'string' ? trimmed(value) : undefined;
}

function readText(value: unknown): string | Unread {
	const text = typeof value === 'boolean' ? String(value) : asText(value);
	return text === undefined || isErrorOfCell(text) ? must('text') : text;
}

function readSku(value: unknown): string | Unread {
	const text = asText(value);
	return text === undefined || isDamaged(text)
		? must('a SKU, as text, not an error or a cut number of a spreadsheet')
		: text;
}

function readEan(value: unknown): GenericValue | Unread {
	const { value: code } = readGtin(value);
	const text = asText(code);
	return text === undefined || isDamaged(text) ? must('a whole code, as text') : text;
}

const withoutPercent = (value: unknown): unknown =>
	typeof value === 'string' ? trimmed(value).replace(/(\d)\s*%$/, '$1') : value;

const numberOf =
	(kind: NumberKind, rule: string): CellReader =>
	(value, { numbers }) => {
		const decided = numbers?.reading(value);
		if (decided?.readings !== undefined)
			return new Unread(leftOpen(decided.readings, decided.because));
		const open = decided === undefined && kind === 'money' ? twoReadings(value) : undefined;
		if (open !== undefined) return new Unread(meansTwo(open));
		const plain = kind === 'measure' ? withoutPercent(value) : value;
		const number = decided?.number ?? toNumber(plain, kind);
		if (typeof number !== 'number' || !Number.isFinite(number)) return must(rule);
		if (kind === 'pieces' && !Number.isSafeInteger(number)) return must(rule);
		return kind === 'money' ? withoutNoise(number) : number;
	};

const dateOf =
	(edge: Edge): CellReader =>
	(value, { zone }) =>
		momentOfCell(value, zone, edge)?.setZone(zone).toISO() ??
		must('a day, with a time or without, such as 26/11/2026 23:59 or 2026-11-26');

const dayOf: CellReader = (value, { zone }) =>
	momentOfCell(value, zone)?.setZone(zone).toISODate() ??
	must('a day such as 26/11/2026 or 2026-11-26');

const readFlag: CellReader = (value) => {
	const flag = asFlag(value);
	return typeof flag === 'boolean' ? flag : must('yes or no, such as sim, não, true, 1 or 0');
};

const readId: CellReader = (value) => {
	const digits = positiveDigits(typeof value === 'string' ? plainIdText(value) : value);
	const isExact = typeof value !== 'number' || Number.isSafeInteger(value);
	return digits === undefined || !isExact ? must('an ID of 1 to 18 digits') : exactId(digits);
};

const readList: CellReader = (value) => {
	const list = fromJson(value);
	if (Array.isArray(list)) {
		const entries = list.filter((entry) => !isBlank(entry)).map(asText);
		return entries.every((entry) => entry !== undefined) ? entries : must('texts, no records');
	}
	const text = asText(value);
	return text === undefined || isErrorOfCell(text)
		? must('texts separated by commas or semicolons')
		: splitTexts(text);
};

const refusedOr = (read: (text: string) => string | { rule: string }): CellReader => {
	return (value) => {
		const text = asText(value);
		const result =
			text === undefined ? { rule: 'must be text that has all its digits' } : read(text);
		return typeof result === 'string' ? result : new Unread(result.rule);
	};
};

/** A kind of column, as the form offers it. */
interface CellKind {
	name: string;
	description: string;
	read: CellReader;
	/** Unit of the numbers, where the whole column decides on numbers that can be read in two ways. */
	counts?: Exclude<NumberKind, 'measure'>;
	/** Whether a value stands for none. */
	isUnset?: (value: unknown) => boolean;
}

/** Every kind of column. The channel's name is looked up before it is read. */
export const cellKinds = {
	accessKey: {
		name: 'Access Key of an NF-e',
		description: 'The 44 characters, checked; with dots, blanks or NFe in front, too',
		read: refusedOr((text) => readKey(text)),
	},
	channel: {
		name: 'Channel',
		description: 'Its ID, of an ID or of a name; the first name costs one request',
		read: readId,
	},
	taxId: {
		name: 'CPF or CNPJ',
		description: 'Without dots, with letters in capitals and zeros that a number lost',
		read: refusedOr((text) => readTaxId(text)),
	},
	dateTime: {
		name: 'Date and Time',
		description: 'A moment with its offset; a day alone is its beginning',
		read: dateOf('start'),
		isUnset: isUnsetDate,
	},
	dateTimeEnd: {
		name: 'Date and Time, End of a Period',
		description: 'A moment with its offset; a day alone includes that day',
		read: dateOf('end'),
		isUnset: isUnsetDate,
	},
	day: {
		name: 'Day',
		description: 'A date without its time, such as 2026-11-26',
		read: dayOf,
		isUnset: isUnsetDate,
	},
	ean: {
		name: 'EAN',
		description: 'A code of digits as text, with zeros that a number lost',
		read: readEan,
	},
	id: { name: 'ID', description: 'Up to 18 digits, such as the ID of an order', read: readId },
	list: {
		name: 'List of Texts',
		description: 'Separated by commas or semicolons; quotation marks hold a text together',
		read: readList,
	},
	number: {
		name: 'Number',
		description: 'A measure or a percentage: 1.500 is 1.5, 15% is 15',
		read: numberOf('measure', 'a number such as 12,5'),
	},
	pieces: {
		name: 'Pieces',
		description: 'A whole number: 1.500 is 1500',
		read: numberOf('pieces', 'a whole number of pieces'),
		counts: 'pieces',
	},
	price: {
		name: 'Price (BRL)',
		description: 'A number in BRL: R$ 1.199,90 is 1199.9',
		read: numberOf('money', 'a price such as 39,90'),
		counts: 'money',
	},
	sku: { name: 'SKU', description: 'Text, also of a number: 1001 is "1001"', read: readSku },
	status: {
		name: 'Status of an Order',
		description: 'Text; isCancelled and isReturned say what it means for the sale',
		read: readText,
	},
	text: { name: 'Text', description: 'Text without blanks around it', read: readText },
	yesNo: {
		name: 'Yes or No',
		description: 'true or false, of sim, não, VERDADEIRO, 1 or 0',
		read: readFlag,
	},
} satisfies Record<string, CellKind>;

export type CellKindName = keyof typeof cellKinds;

/** A kind by its name, as a kind with any of the settings. */
export const kindNamed = (name: CellKindName): CellKind => cellKinds[name];

/**
 * The value of a cell in the type of its kind; `null` where it stands for none.
 * @returns `Unread` where nobody can read it
 */
export function readCell(
	name: CellKindName,
	given: unknown,
	column: Column,
): ReturnType<CellReader> {
	const kind = kindNamed(name);
	const value = withoutFormula(given);
	if (isBlank(value) || kind.isUnset?.(value) === true) return null;
	return kind.read(value, column);
}
