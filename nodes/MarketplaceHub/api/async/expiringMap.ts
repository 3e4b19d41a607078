/**
 * A map that forgets: entries whose time is over, and beyond `most` entries those used least
 * recently.
 */
export class ExpiringMap<Value> {
	private readonly entries = new Map<string, { value: Value; until: number }>();

	/** @param most entries kept at most */
	constructor(private readonly most: number) {}

	/** The value, undefined when there is none or its time is over; counts as a use. */
	get(key: string): Value | undefined {
		const entry = this.entries.get(key);
		if (entry === undefined) return undefined;
		this.entries.delete(key);
		if (entry.until <= Date.now()) return undefined;
		this.entries.set(key, entry);
		return entry.value;
	}

	/** @param lifetime ms until it is forgotten */
	set(key: string, value: Value, lifetime = Infinity): void {
		const now = Date.now();
		this.entries.delete(key);
		this.entries.set(key, { value, until: now + lifetime });
		for (const [oldest, { until }] of this.entries) {
			if (until > now && this.entries.size <= this.most) break;
			this.entries.delete(oldest);
		}
	}

	/** Forgets the entry, if it still holds `value`. */
	delete(key: string, value: Value): void {
		if (this.entries.get(key)?.value === value) this.entries.delete(key);
	}

	/** Forgets everything. */
	clear(): void {
		this.entries.clear();
	}
}
