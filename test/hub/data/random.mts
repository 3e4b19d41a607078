/** A small repeatable random source (mulberry32): the same seed gives the same data on every run. */
export class Random {
	constructor(private seed: number) {}

	/** 0 <= value < 1 */
	next(): number {
		this.seed = (this.seed + 0x6d2b79f5) | 0;
		let value = Math.imul(this.seed ^ (this.seed >>> 15), 1 | this.seed);
		value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
		return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
	}

	/** A whole number from `low` to `high`. */
	int(low: number, high: number): number {
		return low + Math.floor(this.next() * (high - low + 1));
	}

	pick<T>(values: readonly T[]): T {
		return values[Math.floor(this.next() * values.length)] as T;
	}

	digits(length: number): string {
		return Array.from({ length }, () => this.int(0, 9)).join('');
	}
}
