import type { IDataObject } from 'n8n-workflow';
import { joinFilter } from './pagination';
import { orderStatuses } from './schemas/records';
import { assertFilter, filterValues, isRecord } from './values/checks';

/** Separators between statuses that a person types; the bar is the hub's own. */
const separators = /[,;|\r\n]/;

/**
 * The order statuses chosen in filters, each once: picked and typed ones. Those that the reference names
 * count whatever their case; any other word is the hub's own and stays as it was typed.
 */
export function statusesIn(filters: unknown): string[] {
	const { status, otherStatus } = isRecord(filters) ? filters : {};
	const typed = [status, otherStatus]
		.flatMap(filterValues)
		.flatMap((value) => value.split(separators))
		.map((value) => value.trim())
		.filter((value) => value !== '');
	const named = typed.map(
		(value) => orderStatuses.find((known) => known === value.toLowerCase()) ?? value,
	);
	return [...new Set(named)];
}

/** Refuses a filter by status that is no text. */
export function assertStatuses(filters: IDataObject): void {
	for (const name of ['status', 'otherStatus']) assertFilter(name, filters[name]);
}

/** The `status` query value of the statuses that are chosen in filters; undefined for no filter. */
export function statusFilterQuery(filters: IDataObject): string | undefined {
	assertStatuses(filters);
	return joinFilter('status', statusesIn(filters));
}

/** Whether an order's status is one of these, whatever its case; every one is where none is chosen. */
export function hasStatus(statuses: readonly string[], status: unknown): boolean {
	const given = String(status).trim().toLowerCase();
	return statuses.length === 0 || statuses.some((chosen) => chosen.toLowerCase() === given);
}
