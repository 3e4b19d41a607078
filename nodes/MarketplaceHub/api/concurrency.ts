/**
 * `Promise.all` over `work` with at most `limit` under way; results in the order of `inputs`.
 * After the first rejection nothing new is started.
 */
export async function mapConcurrently<Input, Output>(
	inputs: readonly Input[],
	limit: number,
	work: (input: Input, index: number) => Promise<Output>,
): Promise<Output[]> {
	const outputs: Output[] = new Array<Output>(inputs.length);
	const remaining = inputs.entries();
	let stopped = false;
	const worker = async () => {
		for (const [index, input] of remaining) {
			if (stopped) return;
			let done = false;
			try {
				outputs[index] = await work(input, index);
				done = true;
			} finally {
				stopped ||= !done;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, inputs.length) }, worker));
	return outputs;
}
