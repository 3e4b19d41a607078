/** Characters that are looked at together. */
const part = 4;
/** Kinds of parts that are told apart at first sight, a power of two. */
const kinds = 16_384;

const partAt = (text: string, at: number) =>
	text.charCodeAt(at) ^
	(text.charCodeAt(at + 1) << 8) ^
	(text.charCodeAt(at + 2) << 16) ^
	(text.charCodeAt(at + 3) << 24);
const kindOf = (key: number) => (key ^ (key >>> 14)) & (kinds - 1);

/**
 * Tells whether a text holds any of many strings of at least four characters. However many there
 * are, a few characters in each stretch as long as the shortest of them are looked at once.
 */
export class TextSearch {
	private readonly step: number;
	private readonly seen = new Uint8Array(kinds);
	private readonly places = new Map<number, Array<{ wanted: string; at: number }>>();

	constructor(strings: readonly string[]) {
		this.step = Math.min(...strings.map(({ length }) => length)) - part + 1;
		for (const wanted of strings) {
			for (let at = 0; at < this.step; at++) {
				const key = partAt(wanted, at);
				this.seen[kindOf(key)] = 1;
				this.places.set(key, [...(this.places.get(key) ?? []), { wanted, at }]);
			}
		}
	}

	/** Whether one of the strings stands in `text`. */
	finds(text: string): boolean {
		for (let at = this.step - 1; at + part <= text.length; at += this.step) {
			const key = partAt(text, at);
			if (this.seen[kindOf(key)] === 0) continue;
			const places = this.places.get(key) ?? [];
			if (places.some((place) => text.startsWith(place.wanted, at - place.at))) return true;
		}
		return false;
	}
}
