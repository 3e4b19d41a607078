import type { Channels } from '../channels';
import type { EndpointName } from '../endpoints';
import type { HubError } from '../errors';
import type { Hub } from '../hub';
import type { Identity } from '../rows/row';
import { plainId } from '../values/ids';
import type { Comparable, SyncFields } from './comparable';

/** An entry of the input: which thing, and its values there. */
export interface Wanted {
	identity: Identity;
	/** The values that the list gives. */
	given: Comparable;
}

/** An entry of the hub: which thing, and its values there. */
export interface HubEntry {
	key: string;
	identity: Identity;
	values: Comparable;
}

export interface ReadRequest {
	/** By key, the entries of the input that can be compared. */
	wanted: ReadonlyMap<string, Wanted>;
	/** All entries that the input names, also those that it gives no value; empty where nobody asks what it lacks. */
	named: NamedEntries;
	fields: SyncFields;
	/**
	 * At most this many keys are looked up one by one. More are read from the list of all; what it does not show is
	 * looked for once more, because records move from page to page while others come and go: one by one
	 * where these are few, else on the pages of the list.
	 */
	few: number;
	/** Whether entries that the input does not name are read as well. */
	readsOthers: boolean;
	/** Whether the entries of the hub are counted. */
	countsAll: boolean;
	/** The channels of the run, where entries are about one. */
	channels?: Channels;
}

export interface Reading {
	/** By key, the hub's values of the wanted entries. */
	values: ReadonlyMap<string, Comparable>;
	/** Entries that only the hub has; empty unless asked for. */
	onlyInHub: readonly HubEntry[];
	/** By key of an entry that is new to the hub, the prices of the SKU itself. */
	ownPrices?: ReadonlyMap<string, Comparable>;
	/** By key, the reason why a wanted entry must not be sent. */
	unsendable?: ReadonlyMap<string, HubError>;
	/** By key, what the hub's other lists say of a wanted entry. */
	notes?: ReadonlyMap<string, string>;
	/** Fields that no list of the hub shows, for which many records were read one by one. */
	unlisted?: readonly string[];
	/** Keys of variations whose product is wanted, too: its values hold for them as well. */
	ofWantedProducts?: ReadonlySet<string>;
	/** How many entries the input names of how many in the hub, or in one of its channels; where asked for. */
	whole?: { named: number; inHub: number; channel?: string };
}

/** The same key for all spellings of a SKU and a channel. */
const spellingOf = (identity: Identity): string => Object.values(identity).map(spelling).join('|');

/** Which thing an entry is about. */
export type Entry = Pick<HubEntry, 'key' | 'identity'>;

/** Entries that the input names, found by their key or by their spelling. */
export class NamedEntries<Named extends Entry = Entry> {
	private readonly byKey = new Map<string, Named>();
	private readonly bySpelling = new Map<string, Named>();

	add(entry: Named): void {
		if (this.byKey.has(entry.key)) return;
		this.byKey.set(entry.key, entry);
		const spelled = spellingOf(entry.identity);
		if (!this.bySpelling.has(spelled)) this.bySpelling.set(spelled, entry);
	}

	/** Whether the input names the entry as the hub writes it. */
	has = (key: string): boolean => this.byKey.has(key);

	/** The first entry that the input names in any spelling of this one. */
	alike = (identity: Identity): Named | undefined => this.bySpelling.get(spellingOf(identity));

	values = (): Iterable<Named> => this.byKey.values();
}

/**
 * An ID without the marks of a spreadsheet: quotes, the `=` of a formula, the decimals of a number, characters that
 * nobody sees; all blanks are alike.
 */
export const spelling = (id: unknown): string =>
	plainId(
		String(id)
			.replace(/\s+/gu, ' ')
			.replace(/[\p{Cc}\p{Cf}\p{Pi}\p{Pf}"'`´′″„‚]/gu, '')
			.replace(/^=/, '')
			.replace(/(\d)[.,]0{1,2}$/, '$1'),
	);

export type Read<Name extends EndpointName> = (
	hub: Hub<Name>,
	request: ReadRequest,
) => Promise<Reading>;

/** At most this many records are read one by one where a list would show them, too. */
export const few = 20;
