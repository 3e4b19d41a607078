/** The hub's records: as its contract has them, and as it stores them. */
import type * as orders from './contract/orders.mts';
import type * as products from './contract/products.mts';
import type * as records from './contract/records.mts';
import type { Of } from './contract/schema.mts';

export type Channel = Of<typeof records.channel>;
export type FiscalDocument = Of<typeof records.fiscalDocument>;
export type Label = Of<typeof records.label>;
export type SecurityStockEntry = Of<typeof records.securityStockEntry>;
export type BatchNote = Of<typeof records.batchNote>;
export type BatchRecord = Of<typeof records.batch>;
export type Notification = Of<typeof records.notification>;
export type ProductWrite = Of<typeof products.productWrite>;
export type VariationWrite = Of<typeof products.variationWrite>;
export type StockWrite = Of<typeof products.stockWrite>;
export type PriceWrite = Of<typeof products.priceWrite>;
export type Prices = Omit<PriceWrite, 'sku'>;
export type SandboxOrder = Of<typeof orders.sandboxOrder>;

type OrderAnswer = Of<typeof orders.order>;
export interface FullOrder extends Omit<OrderAnswer, 'idInterno'> {
	/** null until acknowledged; a bigint beyond 2^53-1, so that no digit is lost */
	idInterno: number | bigint | null;
}
export type OrderItem = FullOrder['itens'][number];
export type Payment = FullOrder['pagamentos'][number];

/** A stored variation: the fields that were written, its stock and its numeric id (`idAtributoSimples`). */
export interface StoredVariation extends VariationWrite {
	idAtributoSimples: number;
	estoque: number;
}

/** A stored product; `estoque` counts only while it has no variations. */
export interface StoredProduct extends ProductWrite {
	idProduto: number;
	idAtributoSimples: number;
	estoque: number;
	variacoes: StoredVariation[];
}

export interface CustomizedPriceEntry {
	idProduto: number;
	skuProduto: string;
	idCanalIntegracao: number;
	precoDe: number;
	precoPor: number;
}

export interface Listing {
	idCanalIntegracao: number;
	prefixoCanalIntegracao: string;
	skuProduto: string;
	codigoMkt: string;
	/** the customized price of the listing, when it has one */
	preco?: { precoDe: number; precoPor: number };
}

export type BatchItem =
	| { kind: 'product'; value: ProductWrite }
	| { kind: 'stock'; value: StockWrite }
	| { kind: 'price'; value: PriceWrite };

export interface StoredBatch {
	batchId: number;
	requestId: string;
	tipo: string;
	acao: string;
	/** hub ms */
	createdAt: number;
	/** hub ms from creation until the last item is done */
	duration: number;
	items: BatchItem[];
	/** one per item that was carried out, in the order of the items */
	notes: BatchNote[];
}

export interface Acknowledgement {
	idPedido: number;
	/** the digits as they were sent */
	idInterno: string;
	status: string;
	/** hub ms */
	at: number;
}

/** A call of invoiced, sent or delivered. */
export interface StatusUpdate {
	idPedido: number;
	status: string;
	body: unknown;
	/** hub ms */
	at: number;
}
