import { orAborted } from './wait';

/** Tasks that run one after another, in order of arrival. */
export class Line {
	private last: Promise<unknown> = Promise.resolve();

	/**
	 * Runs `task` when all before it have ended; settles as it does.
	 * @throws HubError of kind `cancelled` or `timeLimit` when `signal` aborts while it waits
	 */
	async run<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
		const before = this.last;
		const turn = orAborted(before, signal).then(task);
		// who leaves the line does not let those behind overtake those before
		this.last = Promise.allSettled([before, turn]);
		return await turn;
	}
}
