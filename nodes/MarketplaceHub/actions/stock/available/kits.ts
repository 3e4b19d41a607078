import type { IDataObject } from 'n8n-workflow';
import { cellText } from './cells';

/** Whether text is a number of parts. */
export const isWhole = (quantity: string): boolean => /^[1-9]\d*$/.test(quantity);

/** How many of each part a kit takes, as its rows say it; equal parts are added up. */
export type Parts = ReadonlyMap<string, string>;

/** The parts of each kit. */
export function kitsOf(rows: readonly IDataObject[]): ReadonlyMap<string, Parts> {
	const kits = new Map<string, Map<string, string>>();
	for (const row of rows) {
		const [kit = '', sku = '', quantity = ''] = [row.kit, row.sku, row.quantity].map(cellText);
		if (kit === '') continue;
		const parts = kits.get(kit) ?? new Map<string, string>();
		kits.set(kit, parts);
		parts.set(sku, added(parts.get(sku), quantity));
	}
	return kits;
}

function added(known: string | undefined, quantity: string): string {
	if (known === undefined) return quantity;
	const areNumbers = isWhole(known) && isWhole(quantity);
	return areNumbers ? String(Number(known) + Number(quantity)) : `${known} + ${quantity}`;
}
