import { orAborted } from './wait';

/**
 * `Promise.all` over `work` with at most `limit` under way; results in the order of `inputs`, which
 * are taken one by one as work begins. After a rejection nothing new is started; of several
 * rejections the one of the first input counts.
 */
export async function mapConcurrently<Input, Output>(
	inputs: Iterable<Input>,
	limit: number,
	work: (input: Input, index: number) => Promise<Output>,
): Promise<Output[]> {
	const outputs: Output[] = [];
	let first: { index: number; error: unknown } | undefined;
	function* remaining() {
		let index = 0;
		for (const input of inputs) {
			if (first !== undefined) return;
			yield [index++, input] as const;
		}
	}
	const queue = remaining();
	const worker = async () => {
		for (const [index, input] of queue) {
			await work(input, index).then(
				(output) => {
					outputs[index] = output;
				},
				(error: unknown) => {
					if (first === undefined || index < first.index) first = { index, error };
				},
			);
		}
	};
	await Promise.all(Array.from({ length: limit }, worker));
	if (first !== undefined) throw first.error;
	return outputs;
}

/** Lets a bounded number of tasks run at once; the others wait in order of arrival. */
export class ConcurrencyLimiter {
	private running = 0;
	private readonly line: Array<() => void> = [];

	/** @param most tasks under way at once, as of now: asked each time that one may begin */
	constructor(private readonly most: () => number) {}

	/** How many tasks wait for their turn. */
	get waiting(): number {
		return this.line.length;
	}

	/** Runs `task` when its turn comes; settles as it does. */
	async run<Result>(task: () => Promise<Result>): Promise<Result> {
		if (this.running < this.most()) this.running++;
		else await new Promise<void>((resolve) => this.line.push(resolve));
		try {
			return await task();
		} finally {
			this.running--;
			this.letBegin();
		}
	}

	private letBegin(): void {
		while (this.running < this.most()) {
			const begin = this.line.shift();
			if (begin === undefined) return;
			this.running++;
			begin();
		}
	}
}

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
