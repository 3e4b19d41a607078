import { isBlank } from '../values/blank';
import { toNumber } from '../values/numbers';
import type { Field, WriteFields } from './fields';
import { isValues, type Intake, type Values } from './intake';

/** What is sent of what was given, and what a hint should say about it. */
export interface Settled {
	values: Values;
	/** Numbers left out, because the hub writes 0 for "no value". */
	zeros: string[];
	/** Lists left out, because an entry of the hub's own lacks what the hub demands. */
	lists: string[];
	/** Fields filled in, because what was read has no value. */
	filled: string[];
}

/**
 * Leaves out what the hub itself gives where nothing is set (`indefinido`, a price of 0, empty lists)
 * and does not take: of a change everything, because what is not sent stays as it is; of a record
 * that was read what is optional; and zeros of optional numbers always. Where a read has no value at
 * all for what is demanded, the field's own substitute stands in. What the user wrote stays, for the
 * check to judge; so does a change in which there is nothing else.
 * @param change whether fields may be left out
 */
export function settle(intake: Intake, fields: WriteFields, change: boolean): Settled {
	const settled: Settled = { values: {}, zeros: [], lists: [], filled: [] };
	settled.values = settleObject(intake.values, fields, [], {
		settled,
		change,
		wasRead: intake.wasRead,
	});
	if (Object.keys(settled.values).length > 0) return settled;
	return { values: intake.values, zeros: [], lists: [], filled: [] };
}

interface Rules {
	settled: Settled;
	change: boolean;
	wasRead: boolean;
}

function settleObject(
	values: Values,
	fields: WriteFields,
	column: readonly string[],
	rules: Rules,
): Values {
	const { settled, change, wasRead } = rules;
	const result: Values = {};
	for (const [name, field] of Object.entries(fields)) {
		const value = values[name];
		const place = [...column, name].join('.');
		if (wasRead && field.fill !== undefined && (isBlank(value) || isNothing(field, value))) {
			result[name] = field.fill(values);
			settled.filled.push(`\`${place}\` (${String(result[name])})`);
		} else if (isBlank(value)) {
			if (value !== undefined) result[name] = value;
		} else {
			const isZero = toNumber(value) === 0;
			const mayGo = change || (!field.required && (wasRead || isZero));
			if (mayGo && isNothing(field, value)) {
				if (isZero) settled.zeros.push(`\`${place}\``);
				continue;
			}
			const incomplete = change ? incompleteEntry(field, value) : undefined;
			if (incomplete === undefined) result[name] = settleNested(value, field, place, rules);
			else settled.lists.push(`\`${place}\` (${incomplete})`);
		}
	}
	return result;
}

const isNothing = ({ isNothing: test }: Field, value: unknown) => test?.(value) === true;

function settleNested(value: unknown, { fields }: Field, place: string, rules: Rules): unknown {
	if (fields === undefined) return value;
	const settleOne = (entry: unknown) =>
		isValues(entry)
			? settleObject(entry, fields, place.split('.'), { ...rules, change: false })
			: entry;
	return Array.isArray(value) ? value.map(settleOne) : settleOne(value);
}

/**
 * What a list cannot be sent for: an entry in which the hub gives nothing for a field that it
 * demands, e.g. `ROUND-G has no precoDe`.
 */
function incompleteEntry({ fields }: Field, value: unknown): string | undefined {
	if (fields === undefined || !Array.isArray(value)) return undefined;
	const demanded = Object.entries(fields).filter(([, field]) => field.required);
	for (const entry of value.filter(isValues)) {
		const missing = demanded.find(
			([name, field]) => name in entry && (isBlank(entry[name]) || isNothing(field, entry[name])),
		);
		const [first] = Object.values(entry);
		if (missing !== undefined) return `${String(first)} has no ${missing[0]}`;
	}
	return undefined;
}
