import type { FieldKind } from '../fields';

/** A kind that says in words which values it takes, e.g. `0.01 to 999999.99`, for the descriptions of its fields. */
export interface BoundedKind extends FieldKind {
	takes: string;
}

/** Bounds in words, e.g. `1 to 250`. */
export function inBounds(min: number, max: number): string {
	if (max === Infinity) return `from ${min}`;
	return min === max ? `exactly ${min}` : `${min} to ${max}`;
}
