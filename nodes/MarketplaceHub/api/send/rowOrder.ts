import compact from 'lodash/compact';
import minBy from 'lodash/minBy';
import { eachWithPauses } from '../async';
import type { HubError } from '../errors';
import { addTo } from '../values/lists';
import type { Row } from '../rows/row';
import { Line } from './line';

/** Another row that a row waits for. */
export interface Blocker {
	row: Row;
	/** Whether an earlier row has to go first, or the leader of the waiting row. */
	why: 'older' | 'leader';
	/** Whether the waiting row may follow in the same request. */
	joins: boolean;
}

/** Which rows wait for which. */
export interface Dependencies<Sent extends Row> {
	/** The rows that a row waits for, asked once of each row in turn; left out where none waits. */
	blockersOf?(row: Sent): readonly Blocker[];
	/** Why a row must not be sent because of a row that it has waited for. */
	obstacle?(blocker: Row, why: Blocker['why']): HubError | undefined;
}

/** A row that waits for another one. */
interface Follower<Sent extends Row> extends Omit<Blocker, 'row'> {
	row: Sent;
}

/**
 * Whose turn it is: rows go out in the order that they are given in, rows that wait for another row once that
 * row is settled. The work grows in proportion to the rows.
 */
export class RowOrder<Sent extends Row> {
	/** Where each row stands. */
	private readonly places = new Map<Row, number>();
	private readonly placeOf = (row: Sent): number => this.places.get(row) ?? Infinity;
	/** Rows that wait for none. */
	private readonly free = new Line(this.placeOf);
	/** Rows that waited and wait no longer. */
	private readonly released = new Line(this.placeOf);
	private readonly blockers = new Map<Sent, Set<Row>>();
	private readonly followers = new Map<Row, Array<Follower<Sent>>>();

	private constructor(private readonly dependencies: Dependencies<Sent>) {}

	/** @param rows a blocker that is not among them will never be sent */
	static async of<Sent extends Row>(
		rows: readonly Sent[],
		dependencies: Dependencies<Sent>,
	): Promise<RowOrder<Sent>> {
		const order = new RowOrder<Sent>(dependencies);
		const { places } = order;
		await eachWithPauses(rows, (row) => void places.set(row, places.size));
		const outside = new Set<Row>();
		await eachWithPauses(rows, (row) => {
			for (const blocker of order.add(row)) if (!places.has(blocker)) outside.add(blocker);
		});
		order.settle([...outside]);
		return order;
	}

	/** @returns the rows that it waits for */
	private add(row: Sent): Set<Row> {
		const blockers = this.dependencies.blockersOf?.(row) ?? [];
		for (const { row: blocker, ...how } of blockers)
			addTo(this.followers, blocker, { row, ...how });
		const open = new Set(blockers.map((blocker) => blocker.row));
		if (open.size === 0) this.free.add(row);
		else this.blockers.set(row, open);
		return open;
	}

	/** Rows whose turn has not come. */
	get waiting(): Sent[] {
		return [...this.released.left, ...this.free.left, ...this.blockers.keys()];
	}

	/** Whether a row that has not had its turn waits for this one. */
	isAwaited = (row: Row): boolean =>
		this.followers.get(row)?.some((follower) => this.blockers.has(follower.row)) === true;

	/** The rows of the next request, `most` of them at most; none while all others wait. */
	take(most: number): Sent[] {
		const part: Sent[] = [];
		/** Rows that wait only for rows of this request, which they may follow. */
		const joining = new Line(this.placeOf);
		while (part.length < most) {
			const row = this.takeFirst([joining, this.released, this.free]);
			if (row === undefined) break;
			part.push(row);
			let room = most - part.length;
			for (const follower of this.followers.get(row) ?? []) {
				if (room === 0) break;
				if (!follower.joins || this.blockers.get(follower.row)?.size !== 1) continue;
				joining.add(follower.row);
				room--;
			}
		}
		part.forEach((row) => this.blockers.delete(row));
		return part;
	}

	/** Takes the first row of all lines. */
	private takeFirst(lines: ReadonlyArray<Line<Sent>>): Sent | undefined {
		const first = minBy(compact(lines.map((line) => line.first)), this.placeOf);
		lines.find((line) => line.first === first)?.takeFirst();
		return first;
	}

	/** Lets the rows have their turn that waited for these alone, or fails them. */
	settle(rows: readonly Row[]): void {
		const settled: Row[] = [...rows];
		const released: Sent[] = [];
		for (let row = settled.pop(); row !== undefined; row = settled.pop()) {
			for (const { row: follower, why } of this.followers.get(row) ?? []) {
				const open = this.blockers.get(follower);
				if (open === undefined) continue;
				// a row that is not sent for another reason keeps that reason
				follower.failure ??= this.dependencies.obstacle?.(row, why);
				open.delete(row);
				if (follower.failure !== undefined) {
					this.blockers.delete(follower);
					settled.push(follower);
				} else if (open.size === 0) {
					this.blockers.delete(follower);
					released.push(follower);
				}
			}
			this.followers.delete(row);
		}
		this.released.addAll(released);
	}

	/** Gives a row its turn although it waits, where all that are left wait for each other. */
	releaseFirst(): boolean {
		const [first] = this.blockers.keys();
		if (first === undefined) return false;
		this.blockers.delete(first);
		this.released.addAll([first]);
		return true;
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

/**
 * Rows wait for the row before them of the same key: two values of one thing never share a request.
 * @returns the rows that a row waits for, asked of one row after the other
 */
export function afterSameKey(keyOf: (row: Row) => string): (row: Row) => Blocker[] {
	const last = new Map<string, Row>();
	return (row) => {
		const key = keyOf(row);
		const earlier = last.get(key);
		last.set(key, row);
		return earlier === undefined ? [] : [{ row: earlier, why: 'older', joins: false }];
	};
}
