import type { HubError } from '../../../api/errors';
import { shorten, withoutStop } from '../../../api/values/text';
import { typed } from '../../../api/values/amounts';
import type { FieldChange } from '../change';
import { isPrice } from '../guards/guardedPrices';
import type { SyncStatus } from '../statuses';

/* The columns that a person reads first of a result: short, and the same in every row. */

const longest = 80;
const longestValue = 30;

/** What became of an entry, or of a run. */
interface Glance {
	status: SyncStatus;
	failure?: HubError;
	note?: string;
	/** By field, the values before and after; left out where nothing would change. */
	change?: readonly FieldChange[];
}

/** `status`, `why` (one sentence, or empty) and `change` (e.g. `precoPor: 49,90 → 39,90`, or empty). */
export const columnsOf = (glance: Glance) => ({
	status: glance.status,
	why: whyOf(glance),
	change: changeInWords(glance.change ?? []),
});

/** Of a whole product, which would fill the column, only that it is new, and its prices. */
const mostNew = 4;

function changeInWords(change: readonly FieldChange[]): string {
	const isNew = change.length > mostNew && change.every(([, before]) => before === undefined);
	if (!isNew) return shorten(change.map(inWords).join('; '), longest);
	const prices = change.filter(([name]) => isPrice.test(name));
	const values = prices.map(([name, , after]) => `${name}: ${valueInWords(name, after)}`);
	return shorten(['new', ...values].join('; '), longest);
}

const inWords = ([name, before, after]: FieldChange): string =>
	`${name}: ${valueInWords(name, before)} → ${valueInWords(name, after)}`;

function valueInWords(name: string, value: unknown): string {
	if (value === undefined || value === null || value === '') return 'none';
	if (typeof value === 'number') return typed(value, isPrice.test(name) ? 2 : undefined);
	return shorten(typeof value === 'string' ? value : JSON.stringify(value), longestValue);
}

function whyOf({ status, failure, note }: Glance): string {
	if (failure !== undefined)
		return shorten(withoutStop(failure.reason ?? failure.message), longest);
	if (note !== undefined) return shorten(note, longest);
	return status === 'notInHub' ? 'The hub has no such SKU' : '';
}
