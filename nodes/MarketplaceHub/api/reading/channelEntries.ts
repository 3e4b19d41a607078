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

/** A list of the hub of values that SKUs have in channels. */
export interface ChannelValueList<List extends ChannelList> {
	endpoint: List;
	/** The field of an identity that holds the SKU, beside `idCanalIntegracao`. */
	skuField: 'sku' | 'skuProduto';
	/** The values of a row, by the fields that a write has for them. */
	valuesOf(row: IDataObject): IDataObject;
}

/** The entries of a list in the channels that the input names, as far as they were read. */
export class ChannelEntries<List extends ChannelList> {
	private readonly entries = new Map<string, HubEntry>();
	private readonly channels: readonly string[];
	/** How many requests all pages of the list take; Infinity as long as they were not read. */
	private pages = Infinity;
	/** Keys of entries that one reading has shown with different values. */
	private readonly contradictory = new Set<string>();
	/** SKUs that filters have looked for. */
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

	/** By key, the entries that were found; their values are not known where rows of one key differ. */
	get found(): ReadonlyMap<string, HubEntry> {
		return this.entries;
	}

	/** The SKUs of wanted entries that were not found yet. */
	async unfoundSkus(): Promise<string[]> {
		const { wanted } = this.request;
		return await skusOf(await filterWithPauses(wanted.values(), ({ key }) => !this.found.has(key)));
	}

	/** Reads the wanted entries: a few by filters, those of many SKUs from all pages of the list. */
	async read(): Promise<void> {
		const { wanted, isMany, unnamedAre } = this.request;
		// without a channel the hub would list all
		if (wanted.size === 0) return;
		if (unnamedAre !== 'ignored') return await this.readAllPages();
		const skus = await skusOf(wanted.values());
		if (isMany(skus.length) || !skus.every(fitsFilter)) await this.readAllPages();
		else await this.readFilters(await filtersOf(skus, this.channels));
	}

	/**
	 * Looks once more for wanted entries that were not found: entries move from page to page while others come and go, and a
	 * hub may list one under a relative, or take the filter for the SKU of a product.
	 * @param relativesOf the SKUs under which the hub may have one, beside its own
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
			this.request.isMany(unfound.length) && this.pages <= this.requestsOf(filters);
		if (!filtersHoldAll || pagesAreFewer) await this.readAllPages();
		else await this.readFilters(filters);
	}

	/** How many requests filters take: each SKU may have an entry in each channel. */
	private requestsOf(filters: readonly string[][]): number {
		return sumBy(filters, (skus) => pagesOf(skus.length * this.channels.length));
	}

	private async readAllPages(): Promise<void> {
		this.pages = pagesOf(await this.readRows());
	}

	/** @param filters the SKUs of each */
	private async readFilters(filters: readonly string[][]): Promise<void> {
		for (const skus of filters) {
			await this.readRows(skus.join('|'));
			for (const sku of skus) this.filtered.add(sku);
		}
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
		const read = new Map<string, HubEntry>();
		await eachWithPauses(rows, (row) => {
			// a hub may list other channels, too, and rows without a SKU
			if (!this.channels.includes(channelOf(row.identity)) || skuOf(row.identity) === '') return;
			const earlier = read.get(row.key);
			const differs = earlier !== undefined && !isEqual(earlier.values, row.values);
			if (differs) this.contradictory.add(row.key);
			read.set(row.key, row);
		});
		await eachWithPauses(read, ([key, entry]) => {
			if (!this.contradictory.has(key)) {
				// a later reading replaces an earlier one, unless it shows no value, e.g. a price of 0
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
