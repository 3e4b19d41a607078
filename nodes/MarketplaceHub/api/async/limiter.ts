/** Lets a bounded number of works run at once; the others wait in order of arrival. */
export class Lane {
	private running = 0;
	private readonly line: Array<() => void> = [];

	/** @param most works under way at once */
	constructor(private readonly most: number) {}

	/** How many wait for their turn. */
	get waiting(): number {
		return this.line.length;
	}

	/** Runs `work` when its turn comes; settles as it does. */
	async run<Result>(work: () => Promise<Result>): Promise<Result> {
		if (this.running < this.most) this.running++;
		else await new Promise<void>((resolve) => this.line.push(resolve));
		try {
			return await work();
		} finally {
			const next = this.line.shift();
			if (next === undefined) this.running--;
			else next();
		}
	}
}

/** A lane for each key, for the `most` keys used last. */
export function lanes(concurrency: number, most = 100): (key: string) => Lane {
	const known = new Map<string, Lane>();
	return (key) => {
		const lane = known.get(key) ?? new Lane(concurrency);
		known.delete(key);
		known.set(key, lane);
		for (const oldest of known.keys()) {
			if (known.size <= most) break;
			known.delete(oldest);
		}
		return lane;
	};
}
