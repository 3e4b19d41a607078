import isObject from 'lodash/isObject';
import mapValues from 'lodash/mapValues';
import type { IDataObject } from 'n8n-workflow';

/** Whether lists and objects lie in each other more than so many levels deep. */
export function isDeeper(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (levels === 0) return true;
	if (Array.isArray(value)) return value.some((entry) => isDeeper(entry, levels - 1));
	// lists no values first, which took longer than all the rest
	for (const key in value) if (isDeeper((value as IDataObject)[key], levels - 1)) return true;
	return false;
}

/** Levels of an answer that are kept: records of the hub have four (reference: Resources and their fields). */
const deepest = 200;

const cut = (value: unknown, levels: number): unknown => {
	if (!isObject(value)) return value;
	if (levels === 0) return null;
	const inner = (entry: unknown) => cut(entry, levels - 1);
	return Array.isArray(value) ? value.map(inner) : mapValues(value, inner);
};

/**
 * An answer with `null` in place of what lies deeper than some hundred levels: a list as text costs its length times
 * its levels, and a walk through thousands of levels ends with an error.
 */
export const withoutDepths = (value: unknown): unknown =>
	isDeeper(value, deepest) ? cut(value, deepest) : value;
