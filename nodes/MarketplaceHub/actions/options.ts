import type { INodeProperties } from 'n8n-workflow';
import { HubError } from '../api/errors';
import type { LongestWait } from '../api/http/patience';
import { timing } from '../api/timing';
import type { Parameters } from './parameters';

const displayName = 'Longest Wait (Minutes)';

/** What every operation lets the user set. */
export const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName,
			name: 'longestWait',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 5,
			description:
				'How many minutes a run goes on while the hub answers 429, 500 or 503 or not at all, all items together. What is left of the items is then not sent. Turns for the documented limits per minute do not count.',
		},
	],
};

/**
 * How long the run goes on while the hub gives no usable answer: five minutes unless set.
 * @throws HubError of kind `invalid` for what is no number of minutes
 */
export function longestWaitOf(parameters: Parameters): LongestWait {
	const { longestWait } = parameters.object('options', 0);
	const advice = `It is set under Options > ${displayName}.`;
	if (longestWait === undefined) return { ms: timing.longestWait, advice };
	const text = typeof longestWait === 'string' ? longestWait.trim() : longestWait;
	const minutes = text === '' || text === null ? NaN : Number(text);
	if (minutes >= 0) return { ms: minutes * 60_000, advice };
	throw new HubError(
		'invalid',
		`\`${displayName}\` must be a number from 0, got ${JSON.stringify(longestWait)}`,
	);
}
