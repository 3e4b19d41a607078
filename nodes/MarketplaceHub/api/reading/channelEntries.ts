import compact from 'lodash/compact';
import isEmpty from 'lodash/isEmpty';
import isEqual from 'lodash/isEqual';
import sumBy from 'lodash/sumBy';
import uniq from 'lodash/uniq';
import type { IDataObject } from 'n8n-workflow';
import { eachWithPauses, filterWithPauses } from '../async';
import { toComparable } from '../comparable';
import type { Hub } from '../hub';
import { readList } from '../pagination';
import { type ChannelList, channelRows } from '../reads';
import { channelOf, keyOf, skuOf } from '../rows/row';
import { filtersOf, fitsFilter } from './channelFilters';
import { pagesOf, singlyOrList } from './howToRead';
import { type HubEntry, type ReadRequest, skusOf, unknownValues, type Wanted } from './reading';

/** A list of the hub of values that SKUs have in channels. */
export interface ChannelValueList<List extends ChannelList> {
	endpoint: List;
	/** The field of an identity that holds the SKU, beside `idCanalIntegracao`. */
	skuField: 'sku' | 'skuProduto';
	/** What its filter takes: SKUs as the list shows them, or those of products only. */
	filterTakes: 'anySku' | 'products';
	/** The values of a row, by the fields that a write has for them. */
	valuesOf(row: IDataObject): IDataObject;
}

/** The entries of a list in the channels that the input names, as far as they were read. */
export class ChannelEntries<List extends ChannelList> {
	/** By key, what was found; its values are not known where rows of one key differ. */
	readonly found = new Map<string, HubEntry>();
	private readonly channels: readonly string[];
	/** How many requests all pages of the list take; Infinity as long as they were not read. */
	private pages = Infinity;
	/** Whether all pages were read twice: then hardly any entry has slipped through. */
	private wasReadTwice = false;

	constructor(
		private readonly hub: Hub<List>,
		private readonly list: ChannelValueList<List>,
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

	/** Reads the wanted entries: a few by filters, many from all pages of the list. */
	async read(): Promise<void> {
		const { wanted, isMany, unnamedAre } = this.request;
		// without a channel the hub would list all
		if (wanted.size === 0) return;
		const needsPages = isMany(wanted.size) || unnamedAre !== 'ignored';
		const skus = needsPages ? [] : await skusOf(wanted.values());
		if (!needsPages && skus.every(fitsFilter))
			return await this.readFilters(await filtersOf(skus, this.channels));
		await this.readPages();
		await this.lookAgain();
	}

	/** Looks once more for what no page showed, since entries move from page to page while others come and go. */
	private async lookAgain(): Promise<void> {
		const missing = await this.missing();
		const areMany = this.request.isMany(missing.length);
		// many may be of variations, which a filter by product would not find
		if (!areMany || this.list.filterTakes === 'anySku') {
			const skus = await skusOf(missing);
			const filters = await filtersOf(skus, this.channels);
			const requests = this.requestsOf(filters);
			const way = singlyOrList({ areMany, requests, pages: this.pages });
			if (skus.every(fitsFilter) && way === 'singly') return await this.readFilters(filters);
		}
		await this.readPages();
		this.wasReadTwice = true;
	}

	/**
	 * Reads by the SKUs of relatives what a filter by their own does not find: security stock that is listed under a
	 * relative, and prices of variations, which the filter finds by their product. Both may have slipped through the pages.
	 */
	async readRelatives(
		relativesOf: (sku: string) => ReadonlyArray<string | undefined>,
	): Promise<void> {
		if (this.wasReadTwice) return;
		const skus = await skusOf(await this.missing());
		const asked = new Set(skus);
		const relatives = uniq(compact(skus.flatMap(relativesOf))).filter((sku) => !asked.has(sku));
		const filters = await filtersOf(relatives, this.channels);
		if (relatives.every(fitsFilter) && this.requestsOf(filters) <= this.pages)
			await this.readFilters(filters);
		else await this.readPages();
	}

	/** How many requests filters take: each SKU may have an entry in each channel. */
	private requestsOf(filters: readonly string[][]): number {
		return sumBy(filters, (skus) => pagesOf(skus.length * this.channels.length));
	}

	private async readPages(): Promise<void> {
		this.pages = pagesOf(await this.readRows());
	}

	/** @param filters the SKUs of each */
	private async readFilters(filters: readonly string[][]): Promise<void> {
		for (const skus of filters) await this.readRows(skus.join('|'));
	}

	/**
	 * @param sku a filter; left out: all SKUs
	 * @returns how many rows the list has
	 */
	private async readRows(sku?: string): Promise<number> {
		const { endpoint } = this.list;
		const rows = await readList(this.hub, {
			endpoint,
			query: { idCanalIntegracao: this.channels.join('|'), sku },
			rows: channelRows[endpoint].transform((page) => page.map((row) => this.toEntry(row))),
		});
		// rows of one reading may contradict each other
		const read = new Map<string, HubEntry>();
		await eachWithPauses(rows, (row) => {
			// a hub may list other channels, too, and rows without a SKU
			if (!this.channels.includes(channelOf(row.identity)) || skuOf(row.identity) === '') return;
			const earlier = read.get(row.key)?.values ?? row.values;
			const agree = earlier !== unknownValues && isEqual(earlier, row.values);
			read.set(row.key, agree ? row : { ...row, values: unknownValues });
		});
		await eachWithPauses(read, ([key, entry]) => {
			// a later reading replaces an earlier one
			if (saysNone(entry)) this.found.delete(key);
			else this.found.set(key, entry);
		});
		return rows.length;
	}

	private toEntry(row: IDataObject): HubEntry {
		const identity = {
			[this.list.skuField]: String(row.skuProduto ?? ''),
			idCanalIntegracao: Number(row.idCanalIntegracao),
		};
		const values = toComparable(this.list.valuesOf(row), this.request.fields);
		return { key: keyOf(identity), identity, values };
	}
}

/** Whether a row says that there is no entry, e.g. a price of 0; rows that contradict each other do not say so. */
const saysNone = ({ values }: HubEntry): boolean => values !== unknownValues && isEmpty(values);
