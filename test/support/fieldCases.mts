import get from 'lodash/get.js';
import range from 'lodash/range.js';
import type { IDataObject } from 'n8n-workflow';
import { declared, type Declared, type OperationId } from '../hub/contract/operations.mts';

/** A number as messages write it. */
const comma = (number: number) => String(number).replace('.', ',');

/** One value of one field, and whether the reference allows it. */
export interface FieldCase {
	field: string;
	/** undefined: the field is left out */
	value: unknown;
	/** Words of the message when it is not allowed. */
	rule?: string | undefined;
	/** Other fields that it comes with. */
	beside?: IDataObject;
}
type Value = [value: unknown, rule?: string];

type Bound = `${'min' | 'max'}${'imum' | 'Length' | 'Items' | 'Properties'}`;
/** The keywords of JSON Schema that say what may be written. */
interface Rules extends Partial<Record<Bound, number>> {
	type?: string;
	enum?: string[];
	format?: string;
	pattern?: string;
	items?: Rules;
	properties?: Record<string, Rules>;
	required?: string[];
}

/** What the contract says of a request's entry, and the list that the entries are in, if they are in one. */
export function entryOf(endpoint: OperationId): { list: string | undefined; rules: Rules } {
	const rules = (declared[endpoint] as Declared).body as Rules;
	const [[list, only] = [], ...others] = Object.entries(rules.properties ?? {});
	const isBatch = others.length === 0 && only?.items !== undefined;
	return isBatch ? { list, rules: only.items! } : { list: undefined, rules };
}

const address = (length: number) => 'https://example.com/'.padEnd(length, 'v');
const unlimited = 10_000;

/** What a pattern allows is for the test to say. */
function texts({ minLength = 1, maxLength = unlimited, format, pattern }: Rules): Value[] {
	if (pattern !== undefined) return [];
	const isAddress = format === 'uri';
	const text = isAddress ? address : (length: number) => '😀'.repeat(length);
	const bounds: Value[] = [[text(maxLength)]];
	const most = `${minLength === maxLength ? '' : 'at most '}${maxLength} characters`;
	if (maxLength < unlimited) bounds.push([text(maxLength + 1), most]);
	if (isAddress) return [...bounds, ['www.example.com', 'must be a valid URL']];
	if (minLength > 1) bounds.push([text(minLength - 1), `${minLength} characters`]);
	return [...bounds, ['x'.repeat(minLength)], ['é'.repeat(maxLength)], [{ a: 1 }, 'must be text']];
}

/** In whole numbers where the bounds are such. */
function numbers({ minimum, maximum }: Rules): Value[] {
	const isWhole = [minimum, maximum ?? 1].every(Number.isInteger);
	const step = isWhole ? 1 : (minimum || 0.01) / 10;
	const values: Value[] = ['abc', true].map((value) => [value, 'must be a']);
	if (minimum === undefined) values.push([0], [45]);
	else values.push([minimum], [Number((minimum - step).toFixed(6)), `at least ${comma(minimum)}`]);
	if (maximum !== undefined)
		values.push([maximum], [Number((maximum + step).toFixed(6)), `at most ${comma(maximum)}`]);
	return values;
}

function lists({ minItems, maxItems, items }: Rules, [first]: unknown[]): Value[] {
	const some = (count: number) => Array<unknown>(count).fill(first);
	const others = [{ a: 1 }, ...(items?.properties ? ['M, G'] : [])];
	const values: Value[] = others.map((value) => [value, 'must be a list']);
	if (minItems === undefined) values.push([[]]);
	else values.push([some(minItems)], [[], `at least ${minItems} entry`]);
	if (maxItems !== undefined)
		values.push([some(maxItems)], [some(maxItems + 1), `at most ${maxItems} entries`]);
	return values;
}

function objects({ maxProperties = 0 }: Rules): Value[] {
	const some = (count: number) => Object.fromEntries(range(count).map((at) => [`f${at}`, 'x']));
	const tooMany: Value = [some(maxProperties + 1), `at most ${maxProperties}`];
	return [[some(maxProperties)], tooMany, [['a'], 'must be an object']];
}

/** Values at the boundaries of a field, one beyond each, and some of another type. */
function valuesOf(rules: Rules, now: unknown): Value[] {
	const { type, enum: words } = rules;
	if (words) {
		return [...words.map((word): Value => [word]), [`${words[0]!}s`, 'must be one of']];
	}
	if (type === 'boolean') return [[true], [false], ['talvez', 'must be true or false']];
	if (type === 'array') return lists(rules, Array.isArray(now) ? now : []);
	if (type === 'object') return objects(rules);
	return type === 'string' ? texts(rules) : numbers(rules);
}

function casesIn(
	{ properties = {}, required = [] }: Rules,
	entry: IDataObject,
	at = '',
): FieldCase[] {
	return Object.entries(properties).flatMap(([name, rules]) => {
		const field = at + name;
		if (rules.properties) return casesIn(rules, entry, `${field}.`);
		const now: unknown = get(entry, field);
		const nothing = rules.type === 'string' ? [undefined, ''] : [undefined];
		const rule = required.includes(name) ? 'is required' : undefined;
		const values = [...valuesOf(rules, now), ...nothing.map((value): Value => [value, rule])];
		const inFirst =
			rules.items && Array.isArray(now) ? casesIn(rules.items, entry, `${field}[0].`) : [];
		return [...values.map(([value, broken]) => ({ field, value, rule: broken })), ...inFirst];
	});
}

/**
 * Each field of a request's entry, as the contract has it: at its boundaries, beyond them and left
 * out. Of a list in the entry, the fields of its first object as well.
 */
export const casesOf = (endpoint: OperationId, entry: IDataObject): FieldCase[] =>
	casesIn(entryOf(endpoint).rules, entry);

/** Selling prices at the price before discount, and above it: `price` ends the names of both. */
export const priceOrder = (at = '', kind = ''): FieldCase[] =>
	[
		undefined,
		`must not be above ${kind === '' ? '' : 'Media '}List Price (BRL) (\`precoDe${kind}\`)`,
	].map((rule, above) => ({
		...{ field: `${at}precoPor${kind}`, value: 50 + above / 100, rule },
		beside: { [`${at}precoDe${kind}`]: 50 },
	}));

/** What a case is called in a test's output. */
export const caseName = ({ field, value }: FieldCase): string => {
	const shown = value === undefined ? 'left out' : (JSON.stringify(value) ?? String(value));
	return `${field} = ${shown.length > 40 ? `${shown.slice(0, 30)}… (${shown.length})` : shown}`;
};
