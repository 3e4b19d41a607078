import { orAborted } from './wait';

/** A line in which each waits for all before it. */
export class Line {
	private last: Promise<unknown> = Promise.resolve();

	/**
	 * Waits until all before have left.
	 * @returns how to leave
	 * @throws HubError of kind `cancelled` or `timeLimit` when `signal` aborts while it waits
	 */
	async enter(signal?: AbortSignal): Promise<() => void> {
		const before = this.last;
		let leave = () => {};
		const left = new Promise<void>((resolve) => {
			leave = resolve;
		});
		// who gives up does not let those behind overtake those before
		this.last = Promise.all([before, left]);
		await orAborted(before, signal).catch((error: unknown) => {
			leave();
			throw error;
		});
		return leave;
	}
}
