import compact from 'lodash/compact';
import isEqual from 'lodash/isEqual';
import pickBy from 'lodash/pickBy';
import sumBy from 'lodash/sumBy';
import uniq from 'lodash/uniq';
import type { IDataObject } from 'n8n-workflow';
import { eachWithPauses, filterWithPauses } from '../async';
import type { Hub } from '../hub';
import { readList } from '../pagination';
import { type ChannelList, channelRows } from '../reads';
import { type Identity, keyOf, skuOf } from '../rows/row';
import { holdsHalfCharacter } from '../values/text';
import { type SyncFields, toComparable } from './comparable';
import { areMany, pagesOf, singlyOrList } from './howToRead';
import type { Entry } from './namedEntries';
import type { HubEntry, ReadRequest, Wanted } from './reading';

/** The field of a list's entries that holds their SKU, beside `idCanalIntegracao`. */
const skuFields = { customizedPriceList: 'skuProduto', securityStockList: 'sku' } as const;

export const channelOf = ({ idCanalIntegracao = '' }: Identity) => String(idCanalIntegracao);

export const skusOf = (entries: Iterable<Entry>) => [
	...new Set(Array.from(entries, ({ identity }) => skuOf(identity))),
];

/** A filter separates its values by vertical bars. */
const fitsFilter = (sku: string) => !sku.includes('|') && !holdsHalfCharacter(sku);

/** The entries of a list in the channels that the input names, as far as they were read. */
export class ChannelEntries<List extends ChannelList> {
	/** By key, what was found. Without values where rows of one key differ. */
	readonly found = new Map<string, HubEntry>();
	private readonly channels: string[];

	constructor(
		private readonly hub: Hub<List>,
		private readonly list: List,
		private readonly request: ReadRequest,
	) {
		const channels = new Set<string>();
		for (const { identity } of request.wanted.values()) channels.add(channelOf(identity));
		this.channels = [...channels];
	}

	/** Wanted entries that were not found yet. */
	async missing(): Promise<Wanted[]> {
		return await filterWithPauses(this.request.wanted.values(), ({ key }) => !this.found.has(key));
	}

	/**
	 * Reads the wanted entries: a few by filters, many from all pages of the list, which also show entries of
	 * their relatives.
	 */
	async read(): Promise<void> {
		const { wanted, mostSingleReads, others } = this.request;
		// without a channel the hub would list all
		if (wanted.size === 0) return;
		const needsPages = areMany(wanted.size, mostSingleReads) || others !== 'ignore';
		const skus = needsPages ? [] : skusOf(wanted.values());
		if (!needsPages && skus.every(fitsFilter))
			await this.readFilters(await filtersOf(skus, this.channels));
		else await this.lookAgain(await this.readPages());
	}

	/**
	 * Looks once more for what no page showed, since entries move from page to page while others come and go: by filters,
	 * or on the pages if these take fewer requests.
	 */
	private async lookAgain(pages: number): Promise<void> {
		const { mostSingleReads } = this.request;
		const entries = await this.missing();
		const missing = entries.length;
		// of many prices of variations, the filter of customized prices, which is by product, would find none
		if (this.list === 'customizedPriceList' && areMany(missing, mostSingleReads))
			return void (await this.readPages());
		const inFilters = await filtersOf(skusOf(entries), this.channels);
		// each SKU may have an entry in each channel
		const filters = sumBy(inFilters, (skus) => pagesOf(skus.length * this.channels.length));
		if (singlyOrList({ missing, mostSingleReads, filters, pages }) === 'list')
			await this.readPages();
		else await this.readFilters(inFilters);
	}

	/**
	 * Reads entries of few SKUs that are listed under another one: the filter of security stock takes SKUs as the list
	 * has them, that of customized prices those of products. More were read from the list, which shows these, too.
	 */
	async readRelatives(
		relativesOf: (sku: string) => ReadonlyArray<string | undefined>,
	): Promise<void> {
		const missing = await this.missing();
		if (areMany(missing.length, this.request.mostSingleReads)) return;
		const skus = skusOf(missing);
		const relatives = compact(skus.flatMap(relativesOf));
		const asked = new Set(skus);
		const others = uniq(relatives).filter((sku) => !asked.has(sku));
		await this.readFilters(await filtersOf(others, this.channels));
	}

	/** @param filters the SKUs of each */
	private async readFilters(filters: readonly string[][]): Promise<void> {
		for (const skus of filters) await this.readPages(skus.join('|'));
	}

	/**
	 * @param sku a filter; left out: all SKUs
	 * @returns how many requests the pages take
	 */
	private async readPages(sku?: string): Promise<number> {
		const { list, request } = this;
		const rows = await readList(this.hub, {
			endpoint: list,
			query: { idCanalIntegracao: this.channels.join('|'), sku },
			rows: channelRows[list].transform((page) =>
				page.map((row) => toEntry(row, skuFields[list], request.fields)),
			),
		});
		const read = new Map<string, HubEntry>();
		await eachWithPauses(rows, (row) => {
			// a hub may list other channels, too, and rows without a SKU
			if (!this.channels.includes(channelOf(row.identity)) || skuOf(row.identity) === '') return;
			const earlier = read.get(row.key)?.values ?? row.values;
			read.set(row.key, isEqual(earlier, row.values) ? row : { ...row, values: {} });
		});
		await eachWithPauses(read.values(), (entry) => void this.found.set(entry.key, entry));
		return pagesOf(rows.length);
	}
}

/** @param skuField the field of the entry that holds its SKU */
function toEntry(row: IDataObject, skuField: string, fields: SyncFields): HubEntry {
	const { precoDePersonalizado: precoDe, precoPorPersonalizado: precoPor } = row;
	// a price of 0 is none
	const prices = pickBy({ precoDe, precoPor }, (price) => Number(price) !== 0);
	const identity = {
		[skuField]: String(row.skuProduto ?? ''),
		idCanalIntegracao: Number(row.idCanalIntegracao),
	};
	const written = { ...prices, estoqueSeguranca: row.qtdEstoqueSeguranca };
	return { key: keyOf(identity), identity, values: toComparable(written, fields) };
}

/** SKUs in one filter: more than a page has entries save no request. */
const mostSkus = 100;

/** Characters of an address that servers take, less 500 for what stands before the filters. */
const longestFilters = 4_000 - 500;

const encodedLength = (text: string) => encodeURIComponent(text).length;

/** SKUs in parts, each for one filter; without those that no filter can hold. */
async function filtersOf(
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
