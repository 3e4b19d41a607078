import { type Row, skuOf } from '../../api/rows/row';

/**
 * Finds the row of a product's leader, which is registered before it (reference: Products). If several rows
 * name the leader, the first row that may be sent counts.
 */
export function leadersIn(rows: readonly Row[]): (row: Row) => Row | undefined {
	const bySku = new Map<string, Row>();
	for (const row of rows) {
		const sku = skuOfProduct(row);
		const known = bySku.get(sku);
		if (known === undefined || (known.failure !== undefined && row.failure === undefined))
			bySku.set(sku, row);
	}
	return ({ body: { skuProduto, skuProdutoLider } }) =>
		skuProduto === skuProdutoLider ? undefined : bySku.get(String(skuProdutoLider));
}

const skuOfProduct = ({ identity }: Row) => skuOf(identity).trim();
