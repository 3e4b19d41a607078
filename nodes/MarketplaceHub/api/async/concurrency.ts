import { orAborted } from './wait';
import { HubError } from '../errors';

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

/** What became of one input. */
export type Sent<Input, Value> =
	| { input: Input; value: Value; failure?: undefined }
	| { input: Input; value?: undefined; failure: HubError };

/**
 * Works on the inputs one after another. One that does not succeed does not stop the others, unless
 * it shows that the hub is out of reach: then the rest is not sent.
 * @throws HubError of kind `cancelled`
 */
export async function sendInOrder<Input, Value>(
	inputs: readonly Input[],
	work: (input: Input, index: number) => Promise<Value>,
): Promise<Array<Sent<Input, Value>>> {
	const all: Array<Sent<Input, Value>> = [];
	let fatal: HubError | undefined;
	for (const [index, input] of inputs.entries()) {
		if (fatal !== undefined) {
			all.push({ input, failure: notSent(fatal) });
			continue;
		}
		const sent = await work(input, index).then(
			(value): Sent<Input, Value> => ({ input, value }),
			(error: unknown): Sent<Input, Value> => {
				if (!(error instanceof HubError) || error.kind === 'cancelled') throw error;
				return { input, failure: error };
			},
		);
		if (sent.failure !== undefined && isFatal(sent.failure)) fatal = sent.failure;
		all.push(sent);
	}
	return all;
}

/** Whether nothing else will get through either. */
export const isFatal = ({ kind, isOutOfReach }: HubError) =>
	kind === 'unreachable' || kind === 'credential' || isOutOfReach === true;

const notSent = ({ kind, message, description, httpStatus }: HubError) =>
	new HubError(
		kind === 'credential' ? kind : 'notSent',
		`Not sent, because an earlier request did not get through: ${message}`,
		{ description, httpStatus },
	);
