/**
 * `Promise.all` over `work` with at most `limit` under way; results in the order of `inputs`. After
 * a rejection nothing new is started; of several rejections the one of the first input counts.
 */
export async function mapConcurrently<Input, Output>(
	inputs: readonly Input[],
	limit: number,
	work: (input: Input, index: number) => Promise<Output>,
): Promise<Output[]> {
	const outputs: Output[] = new Array<Output>(inputs.length);
	const remaining = inputs.entries();
	let first: { index: number; error: unknown } | undefined;
	const worker = async () => {
		for (const [index, input] of remaining) {
			if (first !== undefined) return;
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
	await Promise.all(Array.from({ length: Math.min(limit, inputs.length) }, worker));
	if (first !== undefined) throw first.error;
	return outputs;
}
