import type { Shop } from './shop.mts';

/** The pieces of each part at one place, the store or the ERP, at a time that only goes on. */
export class Pieces {
	readonly #held: Map<string, number>;
	#later: Array<{ time: number; sku: string; pieces: number }> = [];

	constructor({ parts, deliveries }: Shop) {
		this.#held = new Map(parts.map((part) => [part, 0]));
		this.#later.push(...deliveries);
	}

	/** `pieces` more of each part from `time` on, or fewer. */
	add(time: number, parts: string[], pieces: number): void {
		for (const sku of parts) this.#later.push({ time, sku, pieces });
	}

	/** @returns the pieces of each part at this time */
	at(time: number): ReadonlyMap<string, number> {
		this.#later = this.#later.filter((change) => {
			if (change.time > time) return true;
			this.#held.set(change.sku, this.#held.get(change.sku)! + change.pieces);
			return false;
		});
		return this.#held;
	}
}
