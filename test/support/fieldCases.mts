/** One value of one field, and whether the reference allows it. */
export interface FieldCase {
	field: string;
	/** undefined: the field is left out */
	value: unknown;
	/** Words of the message when it is not allowed. */
	rule?: string;
}

const text = (length: number) => 'é'.repeat(length);

/** At the boundary and one beyond it. */
export function textCases(field: string, max: number, required: boolean): FieldCase[] {
	return [
		{ field, value: 'x' },
		{ field, value: text(max) },
		{ field, value: '😀'.repeat(max) },
		{ field, value: text(max + 1), rule: `at most ${max} characters` },
		{ field, value: undefined, ...(required && { rule: 'is required' }) },
		{ field, value: '', ...(required && { rule: 'is required' }) },
		{ field, value: { a: 1 }, rule: 'must be text' },
	];
}

export function numberCases(
	field: string,
	bounds: { min: number; max?: number; step: number; required: boolean },
): FieldCase[] {
	const { min, max, step, required } = bounds;
	return [
		{ field, value: min },
		{ field, value: Number((min - step).toFixed(6)), rule: `at least ${min}` },
		...(max === undefined
			? []
			: [
					{ field, value: max },
					{ field, value: Number((max + step).toFixed(6)), rule: `at most ${max}` },
				]),
		{ field, value: undefined, ...(required && { rule: 'is required' }) },
		{ field, value: 'abc', rule: 'must be a' },
		{ field, value: true, rule: 'must be a' },
	];
}

export function choiceCases(field: string, values: string[], required: boolean): FieldCase[] {
	return [
		...values.map((value) => ({ field, value })),
		{ field, value: 'indefinido', rule: 'must be one of' },
		{ field, value: (values[0] ?? '').toUpperCase(), rule: 'must be one of' },
		{ field, value: undefined, ...(required && { rule: 'is required' }) },
	];
}

const price = { min: 0.01, max: 999999.99, step: 0.001 };

/** `precoPor` follows `precoDe`, so that only one rule is broken at a time. */
export function priceCases(prefix = '', orderMatters = true): FieldCase[] {
	return [
		...numberCases(`${prefix}precoDe`, { ...price, required: true }).filter(
			({ value }) => value !== price.min,
		),
		...numberCases(`${prefix}precoPor`, { ...price, required: true }).filter(
			({ value }) => value !== price.max,
		),
		...(orderMatters
			? [
					{ field: `${prefix}precoPor`, value: 99.91, rule: 'must not be above `precoDe`' },
					{ field: `${prefix}precoPor`, value: 99.9 },
				]
			: [{ field: `${prefix}precoPor`, value: 500 }]),
	];
}

export function mediaPriceCases(prefix = ''): FieldCase[] {
	return [
		...numberCases(`${prefix}precoDeMidia`, { ...price, required: false }),
		...numberCases(`${prefix}precoPorMidia`, { ...price, required: false }),
	];
}

/** What a case is called in a test's output. */
export const caseName = ({ field, value }: FieldCase): string => {
	const shown = value === undefined ? 'left out' : (JSON.stringify(value) ?? String(value));
	return `${field} = ${shown.length > 40 ? `${shown.slice(0, 30)}… (${shown.length})` : shown}`;
};
