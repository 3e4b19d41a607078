import get from 'lodash/get';
import type { z } from 'zod';
import { HubError } from '../errors';
import { isBlank } from '../values/checks';
import { shorten } from '../values/text';
import { stringifyJson } from '../values/json';
import type { Reader } from './answers';
import type { WriteFields } from './fields';

/** Knowledge of the entry that its messages tell besides. */
interface Known {
	/** By path, the numbers that text such as `1.500` was read as. */
	readings?: ReadonlyMap<string, unknown>;
	/** Fields that were given and that the hub does not know. */
	unknown?: readonly string[];
}

/** Checks a value that is about to be sent, and gives it the form that the hub expects. */
export function checked<Output>(
	{ check, fields }: { check: Reader<Output>; fields: WriteFields },
	value: unknown,
	{ readings = new Map(), unknown = [] }: Known = {},
): Output {
	const result = check.safeParse(value);
	if (result.success) return result.data;
	const { issues } = result.error;
	const details = issues.map(
		(issue) =>
			`${brokenRule(issue, ofEntry(value, issue, fields))}${valueAt(value, issue, readings)}`,
	);
	const others = unknown.slice(0, 5).join(', ');
	const advice = issues.flatMap((issue) => adviceOf(issue) ?? []).join(' ');
	throw new HubError('invalid', details.join('; '), {
		details,
		description: `Nothing was sent for this entry. ${advice || 'Correct the value, or the expression or column that it comes from.'}${others === '' ? '' : ` The hub does not know these fields: ${others}.`}`,
	});
}

/** How a person gives the value, where the check says that. */
function adviceOf(issue: z.ZodIssue): string | undefined {
	const advice: unknown = issue.code === 'custom' ? issue.params?.advice : undefined;
	return typeof advice === 'string' ? advice : undefined;
}

const units: Record<string, readonly [one: string, more: string]> = {
	string: ['character', 'characters'],
	array: ['entry', 'entries'],
};

function bound(direction: string, limit: number | bigint, type: string): string {
	const unit = units[type]?.[Number(limit) === 1 ? 0 : 1];
	return unit === undefined
		? `must be ${direction} ${limit}`
		: `must have ${direction} ${limit} ${unit}`;
}

/** The SKU of the entry of a list that a field belongs to, e.g. ` of CAMISETA-M`. */
function ofEntry(value: unknown, { path }: z.ZodIssue, fields: WriteFields): string {
	const [list = '', place = '', inside] = path;
	const knownBy = fields[list]?.knownBy;
	if (knownBy === undefined || inside === undefined || inside === knownBy) return '';
	const sku: unknown = get(value, [list, place, knownBy]);
	return isBlank(sku) ? '' : ` of ${shorten(String(sku), longestValue)}`;
}

function brokenRule(issue: z.ZodIssue, owner: string): string {
	const field = `\`${issue.path.join('.') || 'entry'}\`${owner}`;
	switch (issue.code) {
		case 'invalid_type':
			return issue.received === 'undefined'
				? `${field} is required`
				: `${field} must be ${article(issue.expected)}`;
		case 'too_small':
			return `${field} ${bound('at least', issue.minimum, issue.type)}`;
		case 'too_big':
			return `${field} ${bound('at most', issue.maximum, issue.type)}`;
		case 'invalid_enum_value':
			return `${field} must be one of ${issue.options.join(', ')}`;
		default:
			return `${field} ${issue.message}`;
	}
}

const names: Record<string, string> = {
	integer: 'a whole number',
	array: 'a list',
	object: 'an object',
	string: 'text',
	boolean: 'true or false',
};
const article = (type: string) => names[type] ?? `a ${type}`;

const longestValue = 80;

function valueAt(
	value: unknown,
	{ path }: z.ZodIssue,
	readings: ReadonlyMap<string, unknown>,
): string {
	const found: unknown = path.length === 0 ? undefined : get(value, path);
	if (found === undefined) return '';
	const shown = stringifyJson(found) ?? String(found);
	const number = readings.get(path.join('.'));
	const reading = number === undefined ? '' : `, read as ${String(number)}`;
	return `, got ${shown.length > longestValue ? `${shown.slice(0, longestValue)}…` : shown}${reading}`;
}
