import { eachWithPauses } from '../async';
import { holdsHalfCharacter } from '../values/text';

/** SKUs in one filter: more than a page has entries save no request. */
const mostSkus = 100;

/** Characters of an address that servers take, less 500 for what stands before the filters. */
const longestFilters = 4_000 - 500;

const encodedLength = (text: string) => encodeURIComponent(text).length;

/** Whether a filter, which separates its values by vertical bars, can hold the SKU. */
export const fitsFilter = (sku: string): boolean => !sku.includes('|') && !holdsHalfCharacter(sku);

/**
 * SKUs in parts, each for one filter; without those that no filter can hold.
 * @param channels the values of the other filter
 */
export async function filtersOf(
	skus: readonly string[],
	channels: readonly string[],
): Promise<string[][]> {
	const filters: string[][] = [];
	const room = longestFilters - encodedLength(channels.join('|'));
	let left = 0;
	await eachWithPauses(skus, (sku) => {
		if (!fitsFilter(sku)) return;
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
