import { readKey } from './accessKey';
import { isBlank } from './blanks';
import {
	type CellReader,
	type Column,
	dateOf,
	dayOf,
	numberOf,
	readEan,
	readFlag,
	readId,
	readList,
	readSku,
	readText,
	textBy,
} from './cellReaders';
import { isUnsetDate } from './dates';
import type { NumberKind } from './numbers';
import { withoutFormula } from './spreadsheet';
import { readTaxId } from './taxId';

/* The value of a cell, by the kind of its column. */

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
		read: textBy((text) => readKey(text)),
	},
	channel: {
		name: 'Channel',
		description: 'Its ID, of an ID or of a name; the first name costs one request',
		read: readId,
	},
	taxId: {
		name: 'CPF or CNPJ',
		description: 'Without dots, with letters in capitals and zeros that a number lost',
		read: textBy((text) => readTaxId(text)),
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
