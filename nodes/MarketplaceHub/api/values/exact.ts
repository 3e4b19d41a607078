import { HubError } from '../errors';
import { labelled } from './names';

/** Refuses a number that is whole and has lost digits, or may have. */
export function assertExact(name: string, value: unknown): void {
	if (typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return;
	throw new HubError(
		'invalid',
		`${labelled(name)} is no longer exact as a number, give it as text: got ${value}`,
		{
			description:
				'Whole numbers beyond 9007199254740991 lose digits in n8n and in spreadsheets. Make the column text, or put quotation marks around the digits.',
		},
	);
}

/**
 * `assertExact` for everything in a value that is to be sent.
 * @param name its name for messages; places inside follow, e.g. `bodyJson.lista.0`
 */
export function assertAllExact(name: string, value: unknown): void {
	assertExact(name, value);
	if (typeof value !== 'object' || value === null) return;
	Object.entries(value).forEach(([key, entry]) => assertAllExact(`${name}.${key}`, entry));
}
