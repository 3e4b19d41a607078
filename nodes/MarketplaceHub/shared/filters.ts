import type { IDataObject } from 'n8n-workflow';
import { HubError } from '../api/errors';
import { orderStatuses } from '../api/schemas/reads/records';
import { isBlank } from '../api/values/blanks';
import { isRecord } from '../api/values/objects';
import { readNumericId } from '../api/values/addressIds';
import { titled } from '../api/values/labels';
import { cutNumberIn } from '../api/values/spreadsheet';
import { labelled } from './parameterLabels';
import { assertAll, assertUncut, assertWhole } from './typedValues';

/* The filters of a list that a person enters, as the hub's query takes them. */

/** The values of one filter: a list as it is, text split at commas; without blank ones. */
export function filterValues(value: unknown): string[] {
	const values: unknown[] = Array.isArray(value)
		? value
		: String(value ?? '')
				.split(',')
				.map((entry) => entry.trim());
	return values.filter((entry) => !isBlank(entry)).map(String);
}

/** A filter in a message. The filter by SKUs is not the parameter `Product`, although both are called `sku`. */
const filterTitle = (name: string) => (name === 'sku' ? titled(undefined, name) : labelled(name));

/** Refuses a filter that holds an object, or a number that has lost digits or was cut. */
export function assertFilter(name: string, value: unknown): void {
	assertAll(assertWhole, name, value, filterTitle(name));
	assertUncut(name, cutNumberIn(value), filterTitle(name));
	const object = [value].flat().find((entry) => typeof entry === 'object' && entry !== null);
	if (object === undefined) return;
	throw new HubError(
		'invalid',
		`${filterTitle(name)} must be text, got ${JSON.stringify(object)}`,
		{
			description: 'Enter several values as a list of texts or separated by commas.',
		},
	);
}

/** Several filter values as one query value, separated by a vertical bar; undefined for none. */
function joinFilter(name: string, values: readonly string[]): string | undefined {
	const texts = values.filter((value) => value !== '');
	const barred = texts.find((value) => value.includes('|'));
	if (barred !== undefined) {
		throw new HubError(
			'invalid',
			`${filterTitle(name)} must not hold a vertical bar: '${barred}'`,
			{
				description:
					'The hub reads it as a separator. Enter several values as a list or separated by commas.',
			},
		);
	}
	return texts.length === 0 ? undefined : texts.join('|');
}

/** The query value of one filter of a collection, joined by vertical bars; undefined for none. */
export function filterQuery(name: string, filters: IDataObject): string | undefined {
	assertFilter(name, filters[name]);
	const values = filterValues(filters[name]);
	const isChannel = name === 'idCanalIntegracao';
	return joinFilter(name, isChannel ? values.map((id) => readNumericId(name, id)) : values);
}

/** Separators between statuses that a person types; the bar is the hub's own. */
const separators = /[,;|\r\n]/;

/**
 * The order statuses chosen in filters, each once: picked and typed ones. Statuses that the reference names
 * count whatever their case; any other word is the hub's own and stays as it was typed.
 */
export function statusesIn(filters: unknown): string[] {
	const { status, otherStatus } = isRecord(filters) ? filters : {};
	const typed = [status, otherStatus]
		.flatMap(filterValues)
		.flatMap((value) => value.split(separators))
		.map((value) => value.trim())
		.filter((value) => value !== '');
	const statuses = typed.map(
		(value) => orderStatuses.find((known) => known === value.toLowerCase()) ?? value,
	);
	return [...new Set(statuses)];
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

/** Whether an order's status is one of these, whatever its case; every status is where none is chosen. */
export function hasStatus(statuses: readonly string[], status: unknown): boolean {
	const given = String(status).trim().toLowerCase();
	return statuses.length === 0 || statuses.some((chosen) => chosen.toLowerCase() === given);
}
