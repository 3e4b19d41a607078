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
		if (wanted.has(entry.key)) this.learn(entry.key, { before: entry.values });
		else if (this.request.unnamedAre === 'read') this.onlyInHub.set(entry.key, entry);
	}

	/** Leaves out entries of the hub that the input names after all. */
	async dropNamed(isNamed: (entry: HubEntry) => boolean): Promise<void> {
		await eachWithPauses(this.onlyInHub.values(), (entry) => {
			if (isNamed(entry)) this.onlyInHub.delete(entry.key);
		});
	}

	/** Adds to what is known of a wanted entry. */
	learn(key: string, finding: Finding): void {
		if (finding.before !== undefined && this.before(key) === undefined) this.count++;
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
	async unfoundEntries(): Promise<Wanted[]> {
		const { wanted } = this.request;
		return await filterWithPauses(wanted.values(), ({ key }) => this.before(key) === undefined);
	}

	/** The SKUs of wanted entries that were not found yet. */
	async unfoundSkus(): Promise<string[]> {
		return await skusOf(await this.unfoundEntries());
	}

	result(): Pick<Reading, 'findings' | 'onlyInHub'> {
		return { findings: this.byKey, onlyInHub: [...this.onlyInHub.values()] };
	}
}
