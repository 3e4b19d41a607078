import type { Endpoint } from '../endpoints';
import { HubError } from '../errors';
import { isBlank, readNumericId } from '../values/checks';

/** Values of a path's `{parts}`, as they are: they are percent-encoded here. */
export type PathValues = Readonly<Record<string, string | number>>;

/** Query parameters; undefined and empty ones are left out. */
export type QueryValues = Readonly<Record<string, string | number | undefined>>;

/** Parts of paths that are numbers by their name. */
const numericParts = ['idCanalIntegracao'] as const;

/**
 * The address of one request.
 * @throws HubError of kind `invalid` for a value that would not end up in the address as it is
 */
export function addressOf(
	baseUrl: string,
	{ path, id }: Endpoint,
	values: PathValues = {},
	query: QueryValues = {},
): string {
	const filled = path.replace(/\{(\w+)\}/g, (_part, name: string) => {
		const value = safePart(name, String(values[name] ?? ''));
		const numeric = name === 'id' ? id : numericParts.find((part) => part === name);
		return encode(name, numeric === undefined ? value : readNumericId(numeric, value));
	});
	const pairs = Object.entries(query).flatMap(([name, value]) =>
		value === undefined || value === ''
			? []
			: [`${encode(name, name)}=${encode(name, String(value))}`],
	);
	return baseUrl + filled + (pairs.length === 0 ? '' : `?${pairs.join('&')}`);
}

function safePart(name: string, value: string): string {
	if (isBlank(value)) {
		throw new HubError('invalid', `\`${name}\` is empty`, {
			description: 'Enter a value, or check the expression that should give it.',
		});
	}
	if (value === '.' || value === '..') {
		throw new HubError('invalid', `\`${name}\` must not be '${value}'`, {
			description: 'As a part of an address it would lead to another one.',
		});
	}
	return value;
}

function encode(name: string, value: string): string {
	if (/\p{Surrogate}/u.test(value)) {
		throw new HubError(
			'invalid',
			`\`${name}\` holds half a character that cannot be sent: '${value}'`,
		);
	}
	return encodeURIComponent(value);
}

/**
 * Several filter values as one query value, separated by a vertical bar; undefined for none.
 * @throws HubError of kind `invalid` for a value that holds a vertical bar itself
 */
export function joinFilter(
	name: string,
	values: ReadonlyArray<string | number>,
): string | undefined {
	const texts = values.map(String).filter((value) => value !== '');
	const barred = texts.find((value) => value.includes('|'));
	if (barred !== undefined) {
		throw new HubError('invalid', `\`${name}\` must not hold a vertical bar: '${barred}'`, {
			description:
				'The hub reads it as a separator. Enter several values as a list or separated by commas.',
		});
	}
	return texts.length === 0 ? undefined : texts.join('|');
}
