import isEqual from 'lodash/isEqual';
import sumBy from 'lodash/sumBy';
import type { IDataObject } from 'n8n-workflow';
import { eachWithPauses, filterWithPauses } from '../async';
import { hasValues, toComparable } from '../comparable';
import type { Hub } from '../hub';
import { pagesOf, readList } from '../pagination';
import { type ChannelList, channelRows } from '../reads';
import { channelOf, keyOf, skuOf } from '../rows/row';
import { filtersOf, fitsFilter } from './channelFilters';
import { type HubEntry, type ReadRequest, skusOf, unknownValues } from './reading';

/** A list of the hub with the values that SKUs have in channels. */
export interface ChannelValueList<List extends ChannelList> {
	endpoint: List;
	/** The field of an identity that has the SKU. The other field is `idCanalIntegracao`. */
	skuField: 'sku' | 'skuProduto';
	/** The values of a row, under the names that a write has for them. */
	valuesOf(row: IDataObject): IDataObject;
}

/** The entries of such a list in the channels of the wanted entries, as far as they were read. */
export class ChannelEntries<List extends ChannelList> {
	private readonly entries = new Map<string, HubEntry>();
	private readonly channels: readonly string[];
	/**
	 * How many requests it takes to read all pages of the list. Infinity if they have not been read
	 * yet.
	 */
	private pages = Infinity;
	/**
	 * Keys for which one reading of the list, or of a filter, gave different values. A hub may list
	 * what variations have under the SKU of their product, and a value may change while pages are
	 * read. A key stays here: a later filter may show only one of its rows.
	 */
	private readonly contradictory = new Set<string>();
	/** SKUs that were looked for by a filter. */
	private readonly filtered = new Set<string>();

	constructor(
		private readonly hub: Hub<List>,
		private readonly list: ChannelValueList<List>,
		private readonly request: ReadRequest,
	) {
		const channels = new Set<string>();
		for (const { identity } of request.wanted.values()) channels.add(channelOf(identity));
		this.channels = [...channels];
	}

	/**
	 * The entries that were found, by key. An entry has `unknownValues` if rows of its key differ
	 * and no earlier reading gave its values.
	 */
	get found(): ReadonlyMap<string, HubEntry> {
		return this.entries;
	}

	/** The SKUs of wanted entries that have not been found yet. */
	async unfoundSkus(): Promise<string[]> {
		const { wanted } = this.request;
		return await skusOf(await filterWithPauses(wanted.values(), ({ key }) => !this.found.has(key)));
	}

	/**
	 * Reads the wanted entries: those of a few SKUs by filters, those of many from all pages. All
	 * pages are also read if the run asks for entries that the input does not name, or if a filter
	 * cannot hold a SKU.
	 */
	async read(): Promise<void> {
		const { wanted, tooManyForSingles, unnamedAre } = this.request;
		// without a channel in the filter, the hub would return the entries of all channels
		if (wanted.size === 0) return;
		if (unnamedAre !== 'ignored') return await this.readAllPages();
		const skus = await skusOf(wanted.values());
		if (tooManyForSingles(skus.length) || !skus.every(fitsFilter)) await this.readAllPages();
		else await this.readFilters(await filtersOf(skus, this.channels));
	}

	/**
	 * Looks once more for wanted entries that have not been found. There are three reasons why the
	 * hub may have one all the same:
	 * - It moved to another page while the pages were read.
	 * - The hub has it under the SKU of a relative.
	 * - The hub's filter takes SKUs of products only.
	 *
	 * E.g. v is a variation of P. If the filter by v gives nothing, the filter by P may give the
	 * entry of v, or the entry of P that holds for v.
	 * @param relativesOf the SKUs under which the hub may have the entry of a SKU, beside the SKU
	 * itself
	 */
	async lookAgain(relativesOf: (sku: string) => readonly string[]): Promise<void> {
		const unfound = await this.unfoundSkus();
		const skus = new Set<string>();
		await eachWithPauses(unfound, (sku) => {
			for (const one of [sku, ...relativesOf(sku)]) if (!this.filtered.has(one)) skus.add(one);
		});
		const filters = await filtersOf([...skus], this.channels);
		const filtersHoldAll = sumBy(filters, 'length') === skus.size;
		const pagesAreFewer =
			this.request.tooManyForSingles(unfound.length) && this.pages <= this.requestsOf(filters);
		if (!filtersHoldAll || pagesAreFewer) await this.readAllPages();
		else await this.readFilters(filters);
	}

	/** How many requests filters take at most. Each SKU may have an entry in each channel. */
	private requestsOf(filters: readonly string[][]): number {
		return sumBy(filters, (skus) => pagesOf(skus.length * this.channels.length));
	}

	private async readAllPages(): Promise<void> {
		this.pages = pagesOf(await this.readRows());
	}

	/** @param filters the SKUs of each filter */
	private async readFilters(filters: readonly string[][]): Promise<void> {
		for (const skus of filters) {
			await this.readRows(skus.join('|'));
			for (const sku of skus) this.filtered.add(sku);
		}
	}

	/**
	 * @param sku the value of the filter; left out: all SKUs
	 * @returns how many rows came
	 */
	private async readRows(sku?: string): Promise<number> {
		const { endpoint } = this.list;
		const rows = await readList(this.hub, {
			endpoint,
			query: { idCanalIntegracao: this.channels.join('|'), sku },
			rows: channelRows[endpoint].transform((page) => page.map((row) => this.toEntry(row))),
		});
		const read = new Map<string, HubEntry>();
		await eachWithPauses(rows, (row) => {
			// skip entries of other channels and rows without a SKU, which a hub may return
			if (!this.channels.includes(channelOf(row.identity)) || skuOf(row.identity) === '') return;
			const earlier = read.get(row.key);
			const differs = earlier !== undefined && !isEqual(earlier.values, row.values);
			if (differs) this.contradictory.add(row.key);
			read.set(row.key, row);
		});
		await eachWithPauses(read, ([key, entry]) => {
			// A value that an earlier reading gave is kept against a contradictory one: the guards
			// need a value to compare with.
			if (!this.contradictory.has(key)) {
				// An entry without values, e.g. with prices of 0, counts as none. Any other
				// replaces that of an earlier reading.
				if (hasValues(entry.values)) this.entries.set(key, entry);
			} else if (!this.entries.has(key)) this.entries.set(key, { ...entry, values: unknownValues });
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
