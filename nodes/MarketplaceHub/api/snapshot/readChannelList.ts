import isEqual from 'lodash/isEqual';
import type { IDataObject } from 'n8n-workflow';
import { eachWithPauses, filterWithPauses } from '../async';
import type { Hub } from '../hub';
import { readList } from '../pagination';
import { type ChannelList, channelRows } from '../reads';
import { channelOf, keyOf, skuOf } from '../rows/row';
import { transform } from '../schemas/effects';
import type { Ask } from './ask';
import { filtersOf, fitsFilter } from './channelFilters';
import { hasValues, toComparable, untold } from '../comparison/comparable';
import { Siblings } from './siblings';
import { skusOf } from './skusOf';
import type { HubEntry, SnapshotDraft } from './snapshot';

/** A list of the hub with the values that SKUs have in channels. */
export interface ChannelValueList<List extends ChannelList> {
	endpoint: List;
	/** The field of an identity that has the SKU. The other field is `idCanalIntegracao`. */
	skuField: 'sku' | 'skuProduto';
	/** The values of a row, under the names that a write has for them. */
	valuesOf(row: IDataObject): IDataObject;
}

/** An entry with the hub's ID of its product. */
interface ListedEntry extends HubEntry {
	product: unknown;
}

/** Reads such a list in the channels that rows name, by its filter or whole, into the snapshot. */
export class ChannelListReader<List extends ChannelList> {
	/** SKUs of rows whose entries are of one product: one of them may be the product's own. */
	readonly siblings = new Siblings();
	private readonly channels: ReadonlySet<string>;
	/**
	 * Keys for which one reading of the list, or of a filter, gave different values. A hub may list the values
	 * of variations under the SKU of their product, and a value may change while pages are read. A key stays
	 * here: a later filter may show only one of the key's rows.
	 */
	private readonly contradictory = new Set<string>();
	/** SKUs that were looked for by a filter. */
	private readonly filtered = new Set<string>();

	constructor(
		private readonly hub: Hub<List>,
		private readonly list: ChannelValueList<List>,
		private readonly snapshot: SnapshotDraft,
		private readonly ask: Ask,
	) {
		const channels = new Set<string>();
		for (const { identity } of ask.rows.values()) channels.add(channelOf(identity));
		this.channels = channels;
	}

	/** Reads the entries of all rows. */
	async read(): Promise<void> {
		const { rows, readsPages } = this.ask;
		// without a channel in the filter, the hub would return the entries of all channels
		if (rows.size > 0) await this.readSkus(await skusOf(rows.values()), readsPages);
	}

	/** The SKUs of rows without an entry. */
	async withoutEntry(): Promise<string[]> {
		const { values } = this.snapshot;
		const { rows } = this.ask;
		return await skusOf(await filterWithPauses(rows.values(), ({ key }) => !values.has(key)));
	}

	/**
	 * Looks once more for rows without an entry: it may have moved to a page that was read, the hub may list it
	 * under a relative, or its filter may take SKUs of products only.
	 * @param relativesOf the SKUs under which the hub may have the entry of a SKU, beside the SKU itself
	 */
	async readAgain(relativesOf: (sku: string) => readonly string[]): Promise<void> {
		const missing = await this.withoutEntry();
		const skus = new Set<string>();
		await eachWithPauses(missing, (sku) => {
			for (const one of [sku, ...relativesOf(sku)]) if (!this.filtered.has(one)) skus.add(one);
		});
		await this.readSkus([...skus], this.ask.areMany(missing.length));
	}

	/** Reads the pages where these are many SKUs, or one that no filter can hold; else asks for each by the filter. */
	private async readSkus(skus: readonly string[], fromPages: boolean): Promise<void> {
		if (fromPages || !skus.every(fitsFilter)) return await this.readEntries();
		for (const filter of await filtersOf(skus, [...this.channels])) {
			await this.readEntries(filter.join('|'));
			for (const sku of filter) this.filtered.add(sku);
		}
	}

	/** @param sku the value of the filter; left out: all SKUs */
	private async readEntries(sku?: string): Promise<void> {
		const { endpoint } = this.list;
		const listed = await readList(this.hub, {
			endpoint,
			query: { idCanalIntegracao: [...this.channels].join('|'), sku },
			rows: transform(channelRows[endpoint], (page) => page.map((row) => this.entryOf(row))),
		});
		/** The last entry of each key. */
		const entries = new Map<string, ListedEntry>();
		await eachWithPauses(listed, (entry) => {
			const { key, identity, values, product } = entry;
			// a hub may return other channels, and rows without a SKU
			if (!this.channels.has(channelOf(identity)) || skuOf(identity) === '') return;
			if (this.ask.rows.has(key)) this.siblings.add(product, skuOf(identity));
			const earlier = entries.get(key);
			if (earlier !== undefined && !isEqual(earlier.values, values)) this.contradictory.add(key);
			entries.set(key, entry);
		});
		await eachWithPauses(entries.values(), (entry) => this.keep(entry));
	}

	/** The entry of a row of the hub, in the objects of the list's row where both say the same. */
	private entryOf(record: IDataObject): ListedEntry {
		const { skuField, valuesOf } = this.list;
		const { rows, comparedFields } = this.ask;
		const identity = {
			[skuField]: String(record.skuProduto ?? ''),
			idCanalIntegracao: Number(record.idCanalIntegracao),
		};
		const key = keyOf(identity);
		const row = rows.get(key);
		const values = toComparable(valuesOf(record), comparedFields, row?.given);
		return {
			key: row?.key ?? key,
			identity: row?.identity ?? identity,
			values,
			product: record.idProduto,
		};
	}

	/**
	 * Keeps an entry in the snapshot. One without values, e.g. with prices of 0, counts as none. Of one that
	 * contradicts itself a value of an earlier reading stays, as guards need one to compare with; else the hub does
	 * not tell its values.
	 */
	private keep({ key, identity, values }: ListedEntry): void {
		const { snapshot, ask } = this;
		const isContradictory = this.contradictory.has(key);
		const isKnown = snapshot.values.has(key) || snapshot.others.has(key);
		if (isContradictory ? isKnown : !hasValues(values)) return;
		const kept = isContradictory ? untold : values;
		if (ask.rows.has(key)) snapshot.values.set(key, kept);
		// a relative of a row may have its value, even where nobody asks for entries that the list leaves out
		else snapshot.others.set(key, { key, identity, values: kept });
	}
}
