import { HubError } from '../errors';

/** Whether a number is whole and has lost digits, or may have. */
const isInexact = (value: unknown): value is number =>
	typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);

/** @throws HubError of kind `invalid` for a number that is no longer exact */
export function assertExact(name: string, value: unknown): void {
	if (!isInexact(value)) return;
	throw new HubError(
		'invalid',
		`\`${name}\` is no longer exact as a number, give it as text: got ${value}`,
		{
			description:
				'Whole numbers beyond 9007199254740991 lose digits in n8n and in spreadsheets. Make the column text, or put quotation marks around the digits.',
		},
	);
}

/**
 * `assertExact` for everything in a value that is to be sent.
 * @param name what the user knows it by; places inside follow, e.g. `bodyJson.lista.0`
 */
export function assertAllExact(name: string, value: unknown): void {
	assertExact(name, value);
	if (typeof value !== 'object' || value === null) return;
	Object.entries(value).forEach(([key, entry]) => assertAllExact(`${name}.${key}`, entry));
}
