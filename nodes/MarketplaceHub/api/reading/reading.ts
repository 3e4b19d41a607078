import { eachWithPauses } from '../async';
import type { Channels } from '../channels';
import { type Comparable, differences, type SyncFields } from '../comparable';
import type { EndpointName } from '../endpoints';
import type { HubError } from '../errors';
import type { Hub } from '../hub';
import { type Entry, skuOf } from '../rows/row';
import type { NamedEntries } from './namedEntries';

/*
 * How to read this folder: each sync has its reader, `readProducts`, `readSkus`, `readCustomizedPrices` or
 * `readSecurityStock`. It reads lists and records, which fill its `Findings`: the `Catalogue` passes each record of a product
 * or variation to the `RecordTaker` of the reader, and `findUnlisted` looks for SKUs that the product list does not show.
 * - `readProducts`: the values of products, then what keeps one from being sent: `refuseTakenVariations`.
 * - `readSkus`: the product list, the records that show more, SKUs that are not listed.
 * - The two others: `ChannelEntries`, the hub's list of them; then, in `readFindings`, which of those that the input does not
 *   name belong to one that it names (`readRelatives`, `readBeforeRemoval`).
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
