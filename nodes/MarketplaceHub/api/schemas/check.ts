import compact from 'lodash/compact';
import difference from 'lodash/difference';
import get from 'lodash/get';
import type { z } from 'zod';
import { HubError } from '../errors';
import { isBlank } from '../values/blanks';
import { toNumber } from '../values/numbers';
import { isRecord } from '../values/objects';
import { shorten } from '../values/text';
import { typed } from '../values/amounts';
import { stringifyJson } from '../values/json';
import { titled } from '../values/labels';
import type { Check } from './effects';
import type { Field, WriteFields } from './fields';

interface Checked<Output> {
	check: Check<Output>;
	fields: WriteFields;
	/** Words for the thing that lacks the fields, e.g. `a new product`. */
	entry?: string;
}

/** What a message tells of the entry besides its broken rules. */
interface Known {
	/** By path, the numbers that text such as `1.500` was read as. */
	readings?: ReadonlyMap<string, unknown>;
	/** Fields that were given and that the hub does not know. */
	unknown?: readonly string[];
	/** Words before the advice to give the missing fields. */
	lead?: string;
}

/** A message names at most this many missing fields; more of them are counted. */
const mostNamed = 2;

/**
 * Checks a value that is about to be sent, and gives it the form that the hub expects.
 * @throws HubError of kind `invalid` that names each broken rule with its field and value
 */
export function checked<Output>(
	{ check, fields, entry }: Checked<Output>,
	value: unknown,
	{ readings = new Map(), unknown = [], lead = '' }: Known = {},
): Output {
	const result = check.safeParse(value);
	if (result.success) return result.data;
	const { issues } = result.error;
	const missing = issues.filter((issue) => isMissing(issue, fields));
	const labels = compact(missing.map(({ path }) => fieldAt(path, fields)?.label));
	const isCounted = labels.length > mostNamed;
	const rules = (isCounted ? difference(issues, missing) : issues).map(
		(issue) => `${brokenRule(issue, value, fields)}${valueAt(value, issue, readings)}`,
	);
	const count = isCounted ? [missingInWords(labels.length, entry)] : [];
	const give = isCounted || (lead !== '' && labels.length > 0) ? giveInWords(labels, lead) : '';
	const advice = compact([give, ...issues.map(adviceOf)]).join(' ') || usualAdvice;
	throw new HubError('invalid', [...count, ...rules].join('; '), {
		details: isCounted ? [...labels, ...rules] : rules,
		...(isCounted && { missingFields: labels }),
		broken: brokenBy(issues, value),
		description: compact([
			'Nothing was sent for this entry.',
			advice,
			unknown.length > 0 &&
				`The hub does not know these fields: ${unknown.slice(0, 5).join(', ')}.`,
		]).join(' '),
	});
}

const usualAdvice = 'Correct the value, or the expression or column that it comes from.';

const missingInWords = (count: number, entry: string | undefined) =>
	`${count} fields are missing${entry === undefined ? '' : ` for ${entry}`}`;

const giveInWords = (labels: readonly string[], lead: string) =>
	`${lead === '' ? 'Give' : `${lead} give`}: ${labels.join(', ')}.`;

/** Whether a field of the entry itself, not of a record in one of its lists, was not given. */
const isMissing = (issue: z.ZodIssue, fields: WriteFields): boolean =>
	issue.code === 'invalid_type' &&
	issue.received === 'undefined' &&
	issue.path.every((name) => typeof name === 'string') &&
	fieldAt(issue.path, fields) !== undefined;

/** Whether all issues are of fields that are missing, or of values beyond their bounds; below zero is no bound. */
function brokenBy(issues: readonly z.ZodIssue[], value: unknown): HubError['broken'] {
	const all = issues.map((issue): HubError['broken'] => {
		if (issue.code === 'invalid_type' && issue.received === 'undefined') return 'missing';
		const isOfBound = issue.code === 'too_big' || issue.code === 'too_small';
		return isOfBound && !(Number(toNumber(get(value, issue.path))) < 0) ? 'bound' : undefined;
	});
	if (all.includes(undefined)) return undefined;
	return all.includes('bound') ? 'bound' : 'missing';
}

/** The field at a path, also of a record in a list or of a group. */
function fieldAt(
	[name = '', ...inside]: ReadonlyArray<string | number>,
	fields: WriteFields,
): Field | undefined {
	const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
	const rest = typeof inside[0] === 'number' ? inside.slice(1) : inside;
	return rest.length === 0 ? field : fieldAt(rest, field?.fields ?? {});
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
	const number = typed(limit);
	return unit === undefined
		? `must be ${direction} ${number}`
		: `must have ${direction} ${number} ${unit}`;
}

/** The SKU of the entry of a list that a field belongs to, e.g. ` of CAMISETA-M`. */
function ofEntry(value: unknown, { path }: z.ZodIssue, fields: WriteFields): string {
	const [list = '', place = '', inside] = path;
	const knownBy = fields[list]?.knownBy;
	if (knownBy === undefined || inside === undefined || inside === knownBy) return '';
	const sku: unknown = get(value, [list, place, knownBy]);
	return isBlank(sku) ? '' : ` of ${shorten(String(sku), longestValue)}`;
}

/** A value by the label of its field, and by the name of its column. */
function titleOf(value: unknown, issue: z.ZodIssue, fields: WriteFields): string {
	const { path } = issue;
	const owner = ofEntry(value, issue, fields);
	// a row of a list is known by its SKU, not by its place
	const name = (owner === '' ? path : path.slice(2)).join('.') || 'entry';
	return `${titled(fieldAt(path, fields)?.label, name)}${owner}`;
}

function brokenRule(issue: z.ZodIssue, value: unknown, fields: WriteFields): string {
	const field = titleOf(value, issue, fields);
	switch (issue.code) {
		case 'invalid_type':
			return issue.received === 'undefined'
				? `${field} is required`
				: `${field} must be ${typeInWords(issue.expected)}`;
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

const typesInWords: Record<string, string> = {
	integer: 'a whole number',
	array: 'a list',
	object: 'an object',
	string: 'text',
	boolean: 'true or false',
};
const typeInWords = (type: string) => typesInWords[type] ?? `a ${type}`;

const longestValue = 80;

function valueAt(
	value: unknown,
	{ path }: z.ZodIssue,
	readings: ReadonlyMap<string, unknown>,
): string {
	const found: unknown = path.length === 0 ? undefined : get(value, path);
	// records as JSON say nothing to a person who gave them as rows
	if (found === undefined || (Array.isArray(found) && found.some(isRecord))) return '';
	const shown = stringifyJson(found) ?? String(found);
	const number = readings.get(path.join('.'));
	const reading =
		number === undefined
			? ''
			: `, read as ${typeof number === 'number' ? typed(number) : String(number)}`;
	return `, got ${shown.length > longestValue ? `${shown.slice(0, longestValue)}…` : shown}${reading}`;
}
