import sumBy from 'lodash/sumBy';
import takeWhile from 'lodash/takeWhile';
import type { IDataObject } from 'n8n-workflow';
import { addTo } from '../../../api/values/lists';
import { cellText } from './cells';

/** Whether text is a number of parts. */
export const isCount = (quantity: string): boolean => /^[1-9]\d*$/.test(quantity);

/** How many of each part a kit takes, as its rows say it; equal parts are added up. */
export type Parts = ReadonlyMap<string, string>;

/** The parts of each kit. */
export function kitsOf(rows: readonly IDataObject[]): ReadonlyMap<string, Parts> {
	const kits = new Map<string, Map<string, string[]>>();
	for (const row of rows) {
		const [kit = '', sku = '', quantity = ''] = [row.kit, row.sku, row.quantity].map(cellText);
		if (kit === '') continue;
		const parts = kits.get(kit) ?? new Map<string, string[]>();
		kits.set(kit, parts);
		addTo(parts, sku, quantity);
	}
	return new Map([...kits].map(([kit, parts]) => [kit, new Map([...parts].map(addedUp))]));
}

/** A part with its quantity: numbers are added up until a row says something else. */
function addedUp([sku, quantities]: [string, string[]]): [sku: string, quantity: string] {
	const numbers = takeWhile(quantities, isCount);
	const sum = numbers.length < 2 ? numbers : [String(sumBy(numbers, Number))];
	return [sku, [...sum, ...quantities.slice(numbers.length)].join(' + ')];
}
