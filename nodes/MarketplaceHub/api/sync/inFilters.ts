/** Longest value of a filter, in encoded characters: servers refuse long addresses. */
const longest = 1_500;

/** SKUs as the values of as few filters as possible, joined by vertical bars (those with one left out). */
export function inFilters(skus: readonly string[]): string[] {
	const filters: string[] = [];
	let length = Infinity;
	for (const sku of skus.filter((each) => !each.includes('|'))) {
		const added = encodeURIComponent(`|${sku}`).length;
		if (length + added > longest) {
			filters.push(sku);
			length = added;
		} else {
			filters[filters.length - 1] += `|${sku}`;
			length += added;
		}
	}
	return filters;
}
