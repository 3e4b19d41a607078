import type { Entry } from '../../api/entries';

/**
 * Leaders before their children (reference: Products): the hub takes a child only once its leader
 * is there. Children say what they come `after`; apart from that the order stays.
 */
export function leadersFirst(entries: Entry[]): Entry[] {
	const isLeader = ({ body }: Entry) => body.skuProduto === body.skuProdutoLider;
	const leaders = entries.filter(isLeader);
	const children = entries.filter((entry) => !isLeader(entry));
	return [
		...leaders,
		...children.map((entry) => ({ ...entry, after: String(entry.body.skuProdutoLider) })),
	];
}
