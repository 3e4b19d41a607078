import type { IDataObject } from 'n8n-workflow';
import type { HubError } from '../errors';
import { isBlank } from '../values/blanks';

/**
 * An entry of a write, from the input item to the output item. The stages of a write fill it in turn:
 * it is checked, in a sync also read, compared and guarded, then sent and reported.
 */
export interface Row {
	/** The input items that gave the entry or a part of it; none for an entry that only the hub has. */
	itemIndexes: readonly number[];
	/** Whether no item gives a product's own prices and measures, but only its variations'. */
	lacksOwn?: boolean;
	/** Of a variation, the SKU of its product, where the row says it. */
	ofProduct?: string;
	/** The row's place among all rows of the run. */
	position: number;
	/** The fields that identify it, under their names in its result. */
	identity: Identity;
	/** check, of a sync after the comparison: body of the request, or its part of one. */
	body: Record<string, unknown>;
	/** send: the row's outcome. */
	result?: IDataObject;
	/** send: the batch that it went out in. */
	batchId?: number | string;
	/** check, guard: why it is not sent; send: why it did not succeed. */
	failure?: HubError;
}

/** Fields of a result that say which row it is about, e.g. `sku`. */
export type Identity = Record<string, string | number>;

/** Which thing a row of the list or a record of the hub is about, and its key (`keyOf`): without a channel, its SKU. */
export interface Entry {
	key: string;
	identity: Identity;
}

/** The identity of another SKU, in the same channel. */
export const withSku = (identity: Identity, sku: string): Identity =>
	'skuProduto' in identity ? { ...identity, skuProduto: sku } : { ...identity, sku };

/** Result of a row, or of several that share it. */
export interface EntryResult {
	itemIndexes: readonly number[];
	json: IDataObject;
	/** Why the row failed; follows the node's On Error setting. */
	failure?: HubError;
	/** The row that it is about, or adds something to, e.g. a variation's product. Left out where a sync reports its own row. */
	about?: Row;
}

/**
 * Words of the hub beyond one answer to each row that was sent: a second note about a SKU, a refusal of a
 * variation (`about` is the row of its product), a refusal of a whole batch (`about` is left out).
 */
export type FurtherResult = EntryResult;

/** So many of an answer become items: a request has up to 100 rows, and n8n takes long over many items of errors. */
export const mostFurther = 10_000;

/**
 * One key for all rows and answers about the same SKU, in the same channel and under the same prefix where they name
 * one. It is compared, never taken apart.
 */
export function keyOf(identity: Readonly<Record<string, unknown>>): string {
	const { sku, skuProduto = sku, idCanalIntegracao, prefixoCanalIntegracao } = identity;
	// the same text, not a copy for each of 200,000 rows
	if (idCanalIntegracao === undefined) return String(skuProduto ?? '');
	return [skuProduto, idCanalIntegracao, prefixoCanalIntegracao].join('\u0000');
}

/**
 * Notes on each row the hub's further words about it: a failure counts.
 * @returns the words that are about no row
 */
export function noteOnRows(told: readonly FurtherResult[]): FurtherResult[] {
	for (const { about, failure, json } of told)
		if (about !== undefined && about.failure === undefined && failure !== undefined)
			Object.assign(about, { failure, result: { ...json, ...about.identity } });
	return told.filter(({ about }) => about === undefined);
}

/** The SKU in the fields of a row or a result, which the hub calls `sku` or `skuProduto`; empty where there is none. */
export const skuOf = ({ sku, skuProduto = sku }: IDataObject | Identity): string =>
	isBlank(skuProduto) ? '' : String(skuProduto);

/** The channel in the fields of a row, as text; empty where there is none. */
export const channelOf = ({ idCanalIntegracao = '' }: Identity): string =>
	String(idCanalIntegracao);

/** The input items that gave the rows. */
export const itemsOf = (rows: readonly Row[]): number[] => [
	...new Set(rows.flatMap(({ itemIndexes }) => itemIndexes)),
];
