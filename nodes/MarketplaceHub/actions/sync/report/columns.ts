import type { IDataObject } from 'n8n-workflow';
import type { HubError } from '../../../api/errors';
import { shorten, typed, withoutStop } from '../../../api/values/text';
import type { FieldChange } from '../change';
import { isPrice } from '../guards/guardedPrices';

/* The columns that a person reads first of a result: short, and the same in every row. */

const longest = 80;
const longestValue = 30;

/**
 * The fields of a result with those at a glance in front: `sku`, `status`, `why` (one sentence, or empty) and
 * `change` (e.g. `precoPor: 49,90 → 39,90`, or empty).
 * @param json the fields of the result; without a `sku` where it is about no row
 * @param change by field, the values before and after; left out where nothing would change
 */
export function withColumns(
	json: IDataObject,
	{ failure, change = [] }: { failure?: HubError; change?: readonly FieldChange[] } = {},
): IDataObject {
	return {
		...('sku' in json && { sku: json.sku }),
		status: json.status,
		why: whyOf(json, failure),
		change: changeInWords(change),
		...json,
	};
}

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

function whyOf({ status, note }: IDataObject, failure: HubError | undefined): string {
	if (failure !== undefined)
		return shorten(withoutStop(failure.reason ?? failure.message), longest);
	if (typeof note === 'string') return shorten(note, longest);
	return status === 'notInHub' ? 'The hub has no such SKU' : '';
}
