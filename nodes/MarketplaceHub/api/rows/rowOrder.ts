import compact from 'lodash/compact';
import minBy from 'lodash/minBy';
import sortedLastIndexBy from 'lodash/sortedLastIndexBy';
import type { HubError } from '../errors';
import { addTo } from '../values/lists';
import type { Row } from './row';

/** Another row that a row waits for. */
export interface Blocker {
	row: Row;
	/** Whether it is an earlier row that has to go first, or the leader of the one that waits. */
	why: 'older' | 'leader';
	/** Whether the one that waits may follow it in the same request. */
	joins: boolean;
}

/** Which rows wait for which. */
export interface Dependencies<Sent extends Row> {
	/** The rows that a row waits for; left out where none waits. */
	blockersOf?(row: Sent): readonly Blocker[];
	/** Why a row must not be sent because of one that it has waited for. */
	obstacle?(blocker: Row, why: Blocker['why']): HubError | undefined;
}

/** A row that waits for another one. */
interface Follower<Sent extends Row> extends Omit<Blocker, 'row'> {
	row: Sent;
}

/**
 * Whose turn it is: rows go out in the order that they are given in, those that wait for another one
 * once that is settled. The work grows in proportion to the rows.
 */
export class RowOrder<Sent extends Row> {
	/** Where each row stands. */
	private readonly places: ReadonlyMap<Row, number>;
	/** Rows that wait for none, in order, and how many of them have had their turn. */
	private readonly free: Sent[] = [];
	private taken = 0;
	/** Rows that waited and wait no longer, in order. */
	private readonly released: Sent[] = [];
	private readonly blockers = new Map<Sent, Set<Row>>();
	private readonly followers = new Map<Row, Array<Follower<Sent>>>();

	/** @param rows a blocker that is not among them will never be sent */
	constructor(
		rows: readonly Sent[],
		private readonly dependencies: Dependencies<Sent>,
	) {
		this.places = new Map(rows.map((row, place) => [row, place]));
		const outside = new Set<Row>();
		for (const row of rows) {
			const blockers = dependencies.blockersOf?.(row) ?? [];
			if (blockers.length === 0) this.free.push(row);
			else this.blockers.set(row, new Set(blockers.map((blocker) => blocker.row)));
			for (const { row: blocker, ...how } of blockers) {
				addTo(this.followers, blocker, { row, ...how });
				if (!this.places.has(blocker)) outside.add(blocker);
			}
		}
		this.settle([...outside]);
	}

	/** Rows whose turn has not come. */
	get waiting(): Sent[] {
		return [...this.released, ...this.free.slice(this.taken), ...this.blockers.keys()];
	}

	/** Whether a row that has not had its turn waits for this one. */
	isAwaited = (row: Row): boolean =>
		this.followers.get(row)?.some((follower) => this.blockers.has(follower.row)) === true;

	/** The rows of the next request, `most` of them at most; none while all others wait. */
	take(most: number): Sent[] {
		const part: Sent[] = [];
		/** Rows that wait only for rows of this request, which they may follow. */
		const joining: Sent[] = [];
		while (part.length < most) {
			const row = this.next(joining);
			if (row === undefined) break;
			part.push(row);
			for (const follower of this.followers.get(row) ?? []) {
				const open = this.blockers.get(follower.row);
				if (follower.joins && open?.size === 1) this.insert(joining, follower.row);
			}
		}
		part.forEach((row) => this.blockers.delete(row));
		return part;
	}

	/** Takes the first row of those that need not wait. */
	private next(joining: Sent[]): Sent | undefined {
		const heads = compact([joining[0], this.released[0], this.free[this.taken]]);
		const first = minBy(heads, this.placeOf);
		if (first === undefined) return undefined;
		if (first === this.free[this.taken]) this.taken++;
		else (first === joining[0] ? joining : this.released).shift();
		return first;
	}

	/** Lets the rows have their turn that waited for these alone, or fails them. */
	settle(rows: readonly Row[]): void {
		const settled: Row[] = [...rows];
		for (let row = settled.pop(); row !== undefined; row = settled.pop()) {
			for (const { row: follower, why } of this.followers.get(row) ?? []) {
				const open = this.blockers.get(follower);
				if (open === undefined) continue;
				// one that is not sent for another reason keeps that
				follower.failure ??= this.dependencies.obstacle?.(row, why);
				open.delete(row);
				if (follower.failure !== undefined) {
					this.blockers.delete(follower);
					settled.push(follower);
				} else if (open.size === 0) this.release(follower);
			}
			this.followers.delete(row);
		}
	}

	/** Gives a row its turn although it waits, where all that are left wait for each other. */
	releaseFirst(): boolean {
		const [first] = this.blockers.keys();
		if (first !== undefined) this.release(first);
		return first !== undefined;
	}

	private release(row: Sent): void {
		this.blockers.delete(row);
		this.insert(this.released, row);
	}

	private readonly placeOf = (row: Sent): number => this.places.get(row) ?? Infinity;

	private insert(rows: Sent[], row: Sent): void {
		rows.splice(sortedLastIndexBy(rows, row, this.placeOf), 0, row);
	}
}

/**
 * A row waits for its leader's, if there is one.
 * @param joins whether it may follow that in the same request
 */
export const afterLeader = (
	leader: Row | undefined,
	{ joins }: Pick<Blocker, 'joins'>,
): Blocker[] => (leader === undefined ? [] : [{ row: leader, why: 'leader', joins }]);

/** Rows wait for the row before them of the same key: two values of one thing never share a request. */
export function afterSameKey(
	rows: readonly Row[],
	keyOf: (row: Row) => string,
): (row: Row) => Blocker[] {
	const before = new Map<Row, Row>();
	const last = new Map<string, Row>();
	for (const row of rows) {
		const key = keyOf(row);
		const earlier = last.get(key);
		if (earlier !== undefined) before.set(row, earlier);
		last.set(key, row);
	}
	return (row) => {
		const earlier = before.get(row);
		return earlier === undefined ? [] : [{ row: earlier, why: 'older', joins: false }];
	};
}
