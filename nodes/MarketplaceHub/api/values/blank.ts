/** Nothing that can be seen. */
const blank = /^[\s\p{Cf}]*$/u;

/** Whether a value counts as left out: `null`, or text without anything that can be seen. */
export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && blank.test(value));
