/** A number as a Brazilian types it, e.g. `1399,90` with two decimals, without a mark for thousands. */
export const typed = (number: number | bigint, decimals?: number): string =>
	(decimals === undefined ? String(number) : Number(number).toFixed(decimals)).replace('.', ',');

/** A number of things in words, e.g. `1 request`. */
export const amount = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** A duration as a user reads it, e.g. `5 minutes` or `1 second`. */
export function inWords(ms: number): string {
	const [count, unit] =
		ms > 59_000 ? [Math.round(ms / 6_000) / 10, 'minute'] : [Math.ceil(ms / 1_000), 'second'];
	return `${typed(count)} ${unit}${count === 1 ? '' : 's'}`;
}
