import type { Row } from '../rows/row';

/** As many rows as a request takes. */
const few = 100;

/** Rows in the order of their places, taken from the front. */
export class Line<Sent extends Row> {
	private rows: Sent[] = [];
	private taken = 0;

	constructor(private readonly placeOf: (row: Sent) => number) {}

	get first(): Sent | undefined {
		return this.rows[this.taken];
	}

	get left(): Sent[] {
		return this.rows.slice(this.taken);
	}

	takeFirst(): void {
		this.taken++;
	}

	add(row: Sent): void {
		let [low, high] = [this.taken, this.rows.length];
		while (low < high) {
			const middle = Math.floor((low + high) / 2);
			const other = this.rows[middle];
			if (other !== undefined && this.placeOf(other) > this.placeOf(row)) high = middle;
			else low = middle + 1;
		}
		this.rows.splice(low, 0, row);
	}

	/** Each row that is added by itself moves all that stand behind it: many are sorted in. */
	addAll(rows: readonly Sent[]): void {
		if (rows.length <= few) return rows.forEach((row) => this.add(row));
		this.rows = [...this.left, ...rows].sort(
			(one, other) => this.placeOf(one) - this.placeOf(other),
		);
		this.taken = 0;
	}
}
