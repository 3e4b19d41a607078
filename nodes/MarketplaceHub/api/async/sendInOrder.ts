import { HubError } from '../errors';

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
