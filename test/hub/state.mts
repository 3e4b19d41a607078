import type {
	Acknowledgement,
	Channel,
	CustomizedPriceEntry,
	FiscalDocument,
	FullOrder,
	Label,
	Listing,
	SecurityStockEntry,
	StatusUpdate,
	StoredBatch,
	StoredProduct,
	StoredVariation,
} from './records.mts';

export interface FoundSku {
	product: StoredProduct;
	/** absent: the SKU is the product's own */
	variation?: StoredVariation;
}

/** Everything the hub remembers, in memory. Maps keep the order of arrival. */
export class HubState {
	readonly channels = new Map<number, Channel>();
	/** by skuProduto, in order of registration; add and remove with addProduct and removeProduct */
	readonly products = new Map<string, StoredProduct>();
	/** skuProduto -> ids of the channels it is linked to: such a product cannot be deleted */
	readonly linkedProducts = new Map<string, number[]>();
	/** key: see listingKey */
	readonly listings = new Map<string, Listing>();
	/** key: `${idCanalIntegracao}|${idAtributoSimples}` */
	readonly securityStock = new Map<string, SecurityStockEntry>();
	/** key: `${idCanalIntegracao}|${skuProduto}` */
	readonly customizedPrices = new Map<string, CustomizedPriceEntry>();
	readonly orders = new Map<number, FullOrder>();
	/** idPedido -> hub ms since when it waits, first come first */
	readonly queue = new Map<number, number>();
	readonly acknowledgements: Acknowledgement[] = [];
	readonly statusUpdates: StatusUpdate[] = [];
	/** labels by idPedido, in place of the labels that an order has anyway */
	readonly labels = new Map<number, Label[]>();
	/** by chaveAcesso (for events the protocol) */
	readonly fiscalDocuments = new Map<string, FiscalDocument>();
	readonly batches = new Map<number, StoredBatch>();
	/** batches with items still to be carried out */
	readonly openBatches = new Set<StoredBatch>();
	private readonly variationOwners = new Map<string, string>();
	private readonly counters = new Map<string, number>();
	private sortedOrders: FullOrder[] | undefined;

	/** The next number of a running count that starts at `first`. */
	next(counter: string, first: number): number {
		const value = this.counters.get(counter) ?? first;
		this.counters.set(counter, value + 1);
		return value;
	}

	addProduct(product: StoredProduct): void {
		this.removeVariations(product.skuProduto);
		this.products.set(product.skuProduto, product);
		for (const { skuVariacao } of product.variacoes)
			this.variationOwners.set(skuVariacao, product.skuProduto);
	}

	/** Removes the product with everything that hangs on it. */
	removeProduct(sku: string): void {
		const product = this.products.get(sku);
		if (!product) return;
		this.removeVariations(sku);
		this.products.delete(sku);
		this.linkedProducts.delete(sku);
		for (const [key, entry] of this.securityStock) {
			if (entry.idProduto === product.idProduto) this.securityStock.delete(key);
		}
		for (const [key, entry] of this.customizedPrices) {
			if (entry.idProduto === product.idProduto) this.customizedPrices.delete(key);
		}
		for (const [key, listing] of this.listings) {
			if (listing.skuProduto === sku) this.listings.delete(key);
		}
	}

	/** The variation or product with this SKU (a variation goes first). */
	findSku(sku: string): FoundSku | undefined {
		const found = this.findVariation(sku);
		if (found) return found;
		const product = this.products.get(sku);
		return product && { product };
	}

	findVariation(sku: string): Required<FoundSku> | undefined {
		const product = this.products.get(this.variationOwners.get(sku) ?? '');
		const variation = product?.variacoes.find((candidate) => candidate.skuVariacao === sku);
		return product && variation && { product, variation };
	}

	addOrder(order: FullOrder): void {
		this.orders.set(order.idPedido, order);
		this.sortedOrders = undefined;
	}

	/** By issue date, then by id. */
	ordersByIssueDate(): FullOrder[] {
		if (this.sortedOrders?.length !== this.orders.size) this.sortedOrders = undefined;
		this.sortedOrders ??= [...this.orders.values()].sort((a, b) => {
			if (a.dataEmissao === b.dataEmissao) return a.idPedido - b.idPedido;
			return a.dataEmissao < b.dataEmissao ? -1 : 1;
		});
		return this.sortedOrders;
	}

	private removeVariations(sku: string): void {
		for (const { skuVariacao } of this.products.get(sku)?.variacoes ?? []) {
			if (this.variationOwners.get(skuVariacao) === sku) this.variationOwners.delete(skuVariacao);
		}
	}
}

/** Key of a listing in HubState.listings. */
export function listingKey(idCanalIntegracao: number, prefixo: string, sku: string): string {
	return `${idCanalIntegracao}|${prefixo}|${sku}`;
}
