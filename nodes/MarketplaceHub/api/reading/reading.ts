import { eachWithPauses, filterWithPauses } from '../async';
import type { Channels } from '../channels';
import { type Comparable, differences, type SyncFields } from '../comparable';
import type { EndpointName } from '../endpoints';
import type { HubError } from '../errors';
import type { Hub } from '../hub';
import { type Entry, skuOf } from '../rows/row';
import type { NamedEntries } from './namedEntries';

/*
 * How to read this folder: a sync has one reader, `readProducts`, `readSkus`, `readCustomizedPrices` or `readSecurityStock`.
 * Each asks the `Catalogue` for products and variations: `findUnlisted` finds those that the product list does not show,
 * `readRelatives` which belong together, `readBeforeEnd` what must be known before an entry is deleted or set to zero. The
 * last two have `ChannelEntries` besides.
 *
 * Its words. An entry is *wanted* where a row of the input can be compared, *named* where any row names it;
 * *found* once the hub has shown it. A SKU is *listed* by the product list or *shown* by a record, and *unknown* without
 * either; *absent* where it was looked for in vain.
 */

/** An entry of the input: which thing, and the values that the list gives. */
export interface Wanted extends Entry {
	given: Comparable;
}

/** The values of an entry that the hub has, where they are not known: each value of the list differs from them (`hasValues`). */
export const unknownValues: Comparable = Object.freeze({});

/** An entry of the hub: which thing, and its values there. */
export interface HubEntry extends Entry {
	values: Comparable;
}

export interface ReadRequest {
	/** By key, the entries of the input that can be compared. */
	wanted: ReadonlyMap<string, Wanted>;
	/** All entries that the input names, also those that it gives no value; empty where nobody asks what it lacks. */
	named: NamedEntries;
	fields: SyncFields;
	/** Whether this is too many to read one by one; never so for a list of only changes. */
	isMany: (count: number) => boolean;
	/** How entries of the hub are treated that the input does not name; counted: how many they are, read: also which. */
	unnamedAre: 'ignored' | 'counted' | 'read';
	/** The channels of the run, where entries are about one. */
	channels?: Channels;
}

/** What was found out about a wanted entry. */
export interface Finding {
	/** Its values in the hub; undefined where it has none, `unknownValues` where it has an entry of unknown value. */
	before?: Comparable;
	/** Whether it is a product whose variations all have the value of the list, or rows of their own. */
	settledByVariations?: boolean;
	/** The prices of the SKU itself, with which a new price of a channel is compared. */
	ownPrices?: Comparable;
	/** Why it must not be sent. */
	unsendable?: HubError;
	/** What the hub's other lists say of it. */
	note?: string;
	/** Whether it is a variation whose product is wanted, too: the product's value holds for it as well. */
	followsProduct?: true;
}

export interface Reading {
	/** By key; none for an entry of which nothing is known. */
	findings: ReadonlyMap<string, Finding>;
	/** Entries that only the hub has; empty unless asked for. */
	onlyInHub: readonly HubEntry[];
	/** Fields that no list of the hub shows, for which many records were read one by one. */
	fieldsNotListed?: readonly string[];
	/** How many entries the input names of how many in the hub, or in one of its channels; where asked for. */
	namedShare?: { named: number; inHub: number; channel?: string };
}

/** Whether values from a list hold all that are compared; else the record is read, which may hold more. */
export const showsAll = (values: Comparable, given: Comparable = {}): boolean =>
	Object.keys(given).every((name) => name in values);

/** The values of the list that the hub does not hold: none where variations settle them. */
export const changesOf = (
	{ before = {}, settledByVariations = false }: Finding,
	given: Comparable,
): Comparable => (settledByVariations ? {} : differences(before, given));

/** A reading under way: what was found so far. */
export class Findings {
	private readonly byKey = new Map<string, Finding>();
	private readonly onlyInHub = new Map<string, HubEntry>();
	private count = 0;

	constructor(private readonly request: Pick<ReadRequest, 'wanted' | 'unnamedAre'>) {}

	/** How many wanted entries were found. */
	get foundCount(): number {
		return this.count;
	}

	/** Adds an entry of the hub: its values where it is wanted, itself where such are asked for. */
	add(entry: HubEntry): void {
		const { wanted } = this.request;
		if (wanted.has(entry.key)) {
			if (this.before(entry.key) === undefined) this.count++;
			this.learn(entry.key, { before: entry.values });
		} else if (this.request.unnamedAre === 'read') this.onlyInHub.set(entry.key, entry);
	}

	/** Leaves out entries of the hub that the input names after all. */
	async dropNamed(isNamed: (entry: HubEntry) => boolean): Promise<void> {
		await eachWithPauses(this.onlyInHub.values(), (entry) => {
			if (isNamed(entry)) this.onlyInHub.delete(entry.key);
		});
	}

	/** Adds to what is known of a wanted entry. */
	learn(key: string, finding: Finding): void {
		this.byKey.set(key, { ...this.byKey.get(key), ...finding });
	}

	/** Learns of entries whose SKU cannot be read that they must not be sent. */
	async keepBackUnread(
		entries: Iterable<Wanted>,
		failureOf: (sku: string) => HubError | undefined,
	): Promise<void> {
		await eachWithPauses(entries, ({ key, identity }) => {
			const unsendable = failureOf(skuOf(identity));
			if (unsendable !== undefined) this.learn(key, { unsendable });
		});
	}

	/** What is known of a wanted entry so far. */
	of = (key: string): Finding => this.byKey.get(key) ?? {};

	/** The values of a wanted entry, once they were found. */
	before = (key: string): Comparable | undefined => this.of(key).before;

	/** Wanted entries that were not found yet. */
	async unfound(): Promise<Wanted[]> {
		const { wanted } = this.request;
		return await filterWithPauses(wanted.values(), ({ key }) => this.before(key) === undefined);
	}

	get reading(): Pick<Reading, 'findings' | 'onlyInHub'> {
		return { findings: this.byKey, onlyInHub: [...this.onlyInHub.values()] };
	}
}

/** The SKUs of entries, each once. */
export async function skusOf(...lists: Array<Iterable<Entry>>): Promise<string[]> {
	const skus = new Set<string>();
	for (const entries of lists)
		await eachWithPauses(entries, ({ identity }) => {
			skus.add(skuOf(identity));
		});
	return [...skus];
}

export type Read<Name extends EndpointName> = (
	hub: Hub<Name>,
	request: ReadRequest,
) => Promise<Reading>;
