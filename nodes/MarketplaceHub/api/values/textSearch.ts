import { partAt, partLength, Parts } from './parts';

/** Most characters between two looks: of long strings not every part need be known. */
const longestStep = 64;

/**
 * Tells whether a text holds any of many strings of at least four characters. However many there
 * are, a few characters in each stretch of 64, or as long as the shortest, are looked at once.
 */
export class TextSearch {
	private readonly step: number;
	private readonly parts = new Parts();
	private readonly places = new Map<number, Array<{ wanted: string; at: number }>>();

	constructor(strings: readonly string[]) {
		const shortest = Math.min(...strings.map(({ length }) => length));
		this.step = Math.min(longestStep, shortest - partLength + 1);
		for (const wanted of strings) {
			for (let at = 0; at < this.step; at++) {
				const part = partAt(wanted, at);
				this.parts.add(part);
				const places = this.places.get(part) ?? [];
				places.push({ wanted, at });
				this.places.set(part, places);
			}
		}
	}

	/** Whether one of the strings stands in `text`. */
	finds(text: string): boolean {
		for (let at = this.step - 1; at + partLength <= text.length; at += this.step) {
			const part = partAt(text, at);
			if (!this.parts.mayHave(part)) continue;
			const places = this.places.get(part) ?? [];
			if (places.some((place) => text.startsWith(place.wanted, at - place.at))) return true;
		}
		return false;
	}
}
