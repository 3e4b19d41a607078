import { monotonicNow } from './wait';

/** When an entry's time is over: by the machine's time, and whatever that is set to. */
interface End {
	date: number;
	monotonic: number;
}

const endIn = (ms: number): End => ({ date: Date.now() + ms, monotonic: monotonicNow() + ms });
const isOver = ({ date, monotonic }: End) => date <= Date.now() || monotonic <= monotonicNow();

/**
 * A map that forgets: entries whose time is over, and beyond `most` entries those used least
 * recently.
 */
export class ExpiringMap<Value> {
	private readonly entries = new Map<string, { value: Value; end: End }>();

	/** @param most entries kept at most */
	constructor(private readonly most: number) {}

	/** The value, undefined when there is none or its time is over; counts as a use. */
	get(key: string): Value | undefined {
		const entry = this.entries.get(key);
		if (entry === undefined) return undefined;
		this.entries.delete(key);
		if (isOver(entry.end)) return undefined;
		this.entries.set(key, entry);
		return entry.value;
	}

	/** @param lifetime ms until it is forgotten */
	set(key: string, value: Value, lifetime = Infinity): void {
		this.entries.delete(key);
		this.entries.set(key, { value, end: endIn(lifetime) });
		for (const [oldest, { end }] of this.entries) {
			if (!isOver(end) && this.entries.size <= this.most) break;
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
