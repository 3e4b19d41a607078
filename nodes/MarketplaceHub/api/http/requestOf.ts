import type { Endpoint, PathValues } from '../endpoints';
import { HubError } from '../errors';
import { isBlank } from '../values/blanks';
import { givesNumericId, readNumericId } from '../values/addressIds';
import { stringifyJson } from '../values/json';
import { addressed } from '../values/labels';
import { holdsHalfCharacter } from '../values/text';
import type { OutgoingRequest } from './send';

/** The values of one request, beside its endpoint's row. */
export interface RequestInput {
	path?: PathValues;
	/** Undefined and empty parameters are left out. */
	query?: Readonly<Record<string, string | number | undefined>>;
	/** Serialized as JSON; a bigint keeps all its digits. */
	body?: unknown;
	/** Ends the request and every wait for it, beside the execution's own cancel signal. */
	signal?: AbortSignal;
}

/**
 * The request as it goes out.
 * @throws HubError of kind `invalid` for a value that has no place in an address
 */
export const requestOf = (
	baseUrl: string,
	endpoint: Endpoint,
	input: RequestInput,
	signal?: AbortSignal,
): OutgoingRequest => ({
	method: endpoint.method,
	url: addressOf(baseUrl, endpoint, input),
	body: input.body === undefined ? undefined : stringifyJson(input.body),
	signal,
});

/**
 * A part of an address.
 * @param title its name in a message
 */
function encoded(title: string, value: string): string {
	if (!holdsHalfCharacter(value)) return encodeURIComponent(value);
	throw new HubError('invalid', `${title} holds half of a character`, {
		description: 'The text was cut in the middle of a character. Take it from its source again.',
	});
}

function addressOf(
	baseUrl: string,
	endpoint: Endpoint,
	{ path = {}, query = {} }: RequestInput,
): string {
	const filled = endpoint.path.replace(/\{(\w+)\}/g, (_part, name: string) => {
		const parameter = endpoint.parameters?.[name] ?? name;
		const title = addressed(name, parameter);
		const value = safePart(title, String(path[name] ?? ''));
		return givesNumericId(parameter) ? readNumericId(parameter, value) : encoded(title, value);
	});
	const pairs = Object.entries(query).flatMap(([name, value = '']) =>
		value === '' ? [] : [`${name}=${encoded(addressed(name), String(value))}`],
	);
	return baseUrl + filled + (pairs.length === 0 ? '' : `?${pairs.join('&')}`);
}

function safePart(title: string, value: string): string {
	if (isBlank(value)) {
		throw new HubError('invalid', `${title} is empty`, {
			description: 'Enter a value, or check the expression that should give it.',
		});
	}
	if (value === '.' || value === '..') {
		throw new HubError('invalid', `${title} must not be '${value}'`, {
			description: 'Enter another value: this one would change the address of the request.',
		});
	}
	return value;
}
