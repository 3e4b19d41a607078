/**
 * Products that SKUs of variations probably belong to: the one whose own SKU is the longest
 * beginning of theirs. What belongs to none of them is left out. Only a read tells.
 * @param listed SKUs of the hub's products
 */
export function probableOwners(skus: readonly string[], listed: ReadonlySet<string>): string[] {
	const owners = new Set<string>();
	for (const sku of skus) {
		for (let length = sku.length - 1; length > 0; length--) {
			const start = sku.slice(0, length);
			if (!listed.has(start)) continue;
			owners.add(start);
			break;
		}
	}
	return [...owners];
}
