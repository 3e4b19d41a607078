import { eachWithPauses } from '../async';
import type { Channels } from '../channels';
import { type Comparable, differences, type SyncFields } from '../comparable';
import type { EndpointName } from '../endpoints';
import type { HubError } from '../errors';
import type { Hub } from '../hub';
import { type Entry, skuOf } from '../rows/row';
import type { NamedEntries } from './namedEntries';

/*
 * How to read this folder. Each sync has its own reader: `readProducts`, `readSkus`,
 * `readCustomizedPrices` or `readSecurityStock`. A reader reads lists and records of the hub, and
 * collects in its `Findings` what they tell. Two helpers serve all of them:
 * - The `Catalogue` reads the product list and the records of products and variations. Its reads
 *   return no values: a `RecordTaker` of the reader takes from each record what it needs, and fills
 *   the `Findings`.
 * - `lookForUnlisted` looks for SKUs that are not listed.
 *
 * The readers go through these steps:
 * - `readProducts` reads the values of products. Then it finds out which products must not be sent
 *   (`refuseTakenVariations`).
 * - `readSkus` reads the product list if it needs it, then records, then SKUs that are not listed.
 * - The two others read the hub's list of prices or security stock (`ChannelEntries`). Then
 *   `readFindings` finds out which entries of the hub belong to one that the input names
 *   (`readRelatives`, `readBeforeRemoval`).
 *
 * Words of this folder:
 * - *wanted*: an entry that a valid row of the input is about. It is compared with the hub.
 * - *named*: an entry that any row of the input is about, also a row that cannot be compared.
 * - *found*: an entry that a list or a record has, of those that were read from the hub.
 * - *listed*: a SKU that the product list contains. Variations are not listed.
 * - *shown*: a SKU that a record of a product or a variation contains.
 * - *unknown*: a SKU that is neither listed nor shown.
 * - *absent*: a SKU that is still unknown after a search in which its reads did not fail.
 * - *few*, *many*: up to 20 SKUs, or more (`tooManyForSingles`). If the input names only changes,
 *   any number is few, so that the pages of a large list are never read for them.
 * - *relatives*: for a variation, its product; for a product, its variations.
 */

/** An entry of the input: its identity, and the values that the input gives it. */
export interface Wanted extends Entry {
	given: Comparable;
}

/**
 * An entry's values in the hub if these cannot be determined: none is known, so every value of the
 * input differs. A record without any compared field gives the same. See `hasValues`.
 */
export const unknownValues: Comparable = Object.freeze({});

/** An entry of the hub: its identity, and its values there. */
export interface HubEntry extends Entry {
	values: Comparable;
}

export interface ReadRequest {
	/** The wanted entries, by key. */
	wanted: ReadonlyMap<string, Wanted>;
	/**
	 * All named entries. Empty if the run does not ask which entries of the hub the input leaves
	 * out.
	 */
	named: NamedEntries;
	fields: SyncFields;
	/** Whether so many SKUs are *many*: too many to read one by one. */
	tooManyForSingles: (count: number) => boolean;
	/**
	 * What is done with entries of the hub that the input does not name.
	 * - `ignored`: nothing.
	 * - `counted`: the reading tells how many of the hub's entries the input names.
	 * - `read`: the reading also returns them (`onlyInHub`).
	 */
	unnamedAre: 'ignored' | 'counted' | 'read';
	/** The channels of the account, if entries are about a channel. */
	channels?: Channels;
}

/** What the reading has learned about a wanted entry. */
export interface Finding {
	/**
	 * Its values in the hub. Undefined if it has none there; `unknownValues` if they cannot be
	 * determined.
	 */
	before?: Comparable;
	/**
	 * Whether it is a product whose variations each have the value of the input or a row of their
	 * own.
	 */
	settledByVariations?: boolean;
	/** The prices of the SKU itself. The guards compare a new price of a channel with them. */
	ownPrices?: Comparable;
	/** Why it must not be sent. */
	unsendable?: HubError;
	/**
	 * What a person should know about it: an absent SKU or leader, or a channel that the hub does
	 * not have.
	 */
	note?: string;
	/**
	 * Whether it is a variation whose product is wanted, too. The value of the product then also
	 * holds for it.
	 */
	followsProduct?: true;
}

export interface Reading {
	/** By key. An entry about which nothing was learned has none. */
	findings: ReadonlyMap<string, Finding>;
	/**
	 * Entries of the hub that are not wanted. Empty unless `unnamedAre` is `read`. A row that cannot
	 * be compared may name one: ask `named` before it is removed.
	 */
	onlyInHub: readonly HubEntry[];
	/**
	 * Fields of the input that the product list does not have, so that many records were read one
	 * by one.
	 */
	fieldsNotListed?: readonly string[];
	/**
	 * How many of the hub's entries the input names, or of those in one channel. Undefined unless
	 * asked for.
	 */
	namedShare?: { named: number; inHub: number; channel?: string };
}

/**
 * Whether an item of a list has every value that the input gives. If not, the record may have more.
 */
export const showsAll = (values: Comparable, given: Comparable = {}): boolean =>
	Object.keys(given).every((name) => name in values);

/** The values of the input that differ from the hub's. None if variations settle the entry. */
export const changesOf = (
	{ before = {}, settledByVariations = false }: Finding,
	given: Comparable,
): Comparable => (settledByVariations ? {} : differences(before, given));

/** The SKUs of entries, without repetition. */
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
