import { eachWithPauses, filterWithPauses } from '../async';
import type { Comparable } from '../comparable';
import type { HubError } from '../errors';
import { skuOf } from '../rows/row';
import {
	type Finding,
	type HubEntry,
	type Reading,
	type ReadRequest,
	skusOf,
	type Wanted,
} from './reading';

/** What a reading has learned so far. */
export class Findings {
	private readonly byKey = new Map<string, Finding>();
	private readonly onlyInHub = new Map<string, HubEntry>();
	private count = 0;

	constructor(private readonly request: Pick<ReadRequest, 'wanted' | 'unnamedAre'>) {}

	/** How many wanted entries have been found. */
	get foundCount(): number {
		return this.count;
	}

	/**
	 * Adds an entry of the hub. If it is wanted, its values are kept. Any other entry is kept only
	 * if `unnamedAre` is `read`.
	 */
	add(entry: HubEntry): void {
		const { wanted } = this.request;
		if (wanted.has(entry.key)) this.learn(entry.key, { before: entry.values });
		else if (this.request.unnamedAre === 'read') this.onlyInHub.set(entry.key, entry);
	}

	/** Drops entries that turn out to be named, so that they do not count as only in the hub. */
	async dropNamed(isNamed: (entry: HubEntry) => boolean): Promise<void> {
		await eachWithPauses(this.onlyInHub.values(), (entry) => {
			if (isNamed(entry)) this.onlyInHub.delete(entry.key);
		});
	}

	/** Adds to what is known of a wanted entry. A later value of a field replaces an earlier one. */
	learn(key: string, finding: Finding): void {
		if (finding.before !== undefined && this.before(key) === undefined) this.count++;
		this.byKey.set(key, { ...this.byKey.get(key), ...finding });
	}

	/** Marks each of these entries as not to be sent if its SKU cannot be read. */
	async keepBackUnread(
		entries: Iterable<Wanted>,
		failureOf: (sku: string) => HubError | undefined,
	): Promise<void> {
		await eachWithPauses(entries, ({ key, identity }) => {
			const unsendable = failureOf(skuOf(identity));
			if (unsendable !== undefined) this.learn(key, { unsendable });
		});
	}

	/** What was learned about a wanted entry. Empty if nothing was. */
	of = (key: string): Finding => this.byKey.get(key) ?? {};

	/** The hub's values of a wanted entry. Undefined as long as it has not been found. */
	before = (key: string): Comparable | undefined => this.of(key).before;

	/** Wanted entries that were not found yet. */
	async unfoundEntries(): Promise<Wanted[]> {
		const { wanted } = this.request;
		return await filterWithPauses(wanted.values(), ({ key }) => this.before(key) === undefined);
	}

	/** The SKUs of wanted entries that have not been found yet. */
	async unfoundSkus(): Promise<string[]> {
		return await skusOf(await this.unfoundEntries());
	}

	result(): Pick<Reading, 'findings' | 'onlyInHub'> {
		return { findings: this.byKey, onlyInHub: [...this.onlyInHub.values()] };
	}
}
