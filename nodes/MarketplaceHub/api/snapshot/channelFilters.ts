import { eachWithPauses } from '../async';
import { holdsHalfCharacter } from '../values/text';

/**
 * The most SKUs in one filter. A page has 100 entries, so a filter with more SKUs saves no request.
 */
const mostSkus = 100;

/**
 * The most characters of both filters. Servers take addresses of 4,000 characters, and up to 500
 * stand before the filters.
 */
const longestFilters = 4_000 - 500;

const encodedLength = (text: string) => encodeURIComponent(text).length;

/**
 * Whether a filter can hold the SKU. A vertical bar separates the values of a filter, so no value
 * may contain one. Half of a character has no place in an address.
 */
export const fitsFilter = (sku: string): boolean => !sku.includes('|') && !holdsHalfCharacter(sku);

/**
 * Divides SKUs into filters.
 * @param skus a filter can hold each (`fitsFilter`)
 * @param channels the values of the filter by channel, which shares the address
 */
export async function filtersOf(
	skus: readonly string[],
	channels: readonly string[],
): Promise<string[][]> {
	const filters: string[][] = [];
	const room = longestFilters - encodedLength(channels.join('|'));
	let left = 0;
	await eachWithPauses(skus, (sku) => {
		const length = encodedLength(`|${sku}`);
		const last = filters.at(-1);
		if (last !== undefined && last.length < mostSkus && length <= left) {
			last.push(sku);
			left -= length;
		} else {
			filters.push([sku]);
			left = room - length;
		}
	});
	return filters;
}
