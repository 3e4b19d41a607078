import { eachWithPauses } from '../async';
import { type Entry, skuOf } from '../rows/row';

/** The SKUs of entries, without repetition. */
export async function skusOf(
	...lists: Array<Iterable<Pick<Entry, 'identity'>>>
): Promise<string[]> {
	const skus = new Set<string>();
	for (const entries of lists)
		await eachWithPauses(entries, ({ identity }) => {
			skus.add(skuOf(identity));
		});
	return [...skus];
}
