import { HubError } from '../errors';

/** What became of one input. */
export interface Step<Input, Value> {
	input: Input;
	value?: Value;
	failure?: HubError;
}

/** Whether nothing else will get through either. */
export const isFatal = ({ kind }: HubError) => kind === 'unreachable' || kind === 'credential';

/** The failure of what was not sent because an earlier request did not get through. */
export const notSent = (earlier: HubError) =>
	new HubError(
		earlier.kind,
		`Not sent, because an earlier request did not get through: ${earlier.message}`,
		{
			description: earlier.description,
			httpStatus: earlier.httpStatus,
		},
	);

/**
 * Works on the inputs one after another. One that does not succeed does not stop the others, unless
 * it shows that the hub is out of reach: then the rest is not sent.
 * @throws HubError of kind `cancelled`
 */
export async function sendInOrder<Input, Value>(
	inputs: readonly Input[],
	work: (input: Input) => Promise<Value>,
): Promise<Array<Step<Input, Value>>> {
	const steps: Array<Step<Input, Value>> = [];
	let ended: HubError | undefined;
	for (const input of inputs) {
		if (ended !== undefined) {
			steps.push({ input, failure: notSent(ended) });
			continue;
		}
		const step = await work(input).then(
			(value): Step<Input, Value> => ({ input, value }),
			(error: unknown): Step<Input, Value> => {
				if (!(error instanceof HubError) || error.kind === 'cancelled') throw error;
				return { input, failure: error };
			},
		);
		if (step.failure !== undefined && isFatal(step.failure)) ended = step.failure;
		steps.push(step);
	}
	return steps;
}
