import sortBy from 'lodash/sortBy';
import type { INodeProperties } from 'n8n-workflow';
import type { LongestWait } from '../../api/http/runLimit';
import { timing } from '../../api/timing';
import { isBlank } from '../../api/values/blanks';
import { collection } from '../../shared/properties';
import { typedTime } from '../../shared/typedValues';
import type { Parameters } from './parameters';

const longestWaitName = 'Longest Wait (Minutes)';

const longestWaitProperty: INodeProperties = {
	displayName: longestWaitName,
	name: 'longestWait',
	type: 'string',
	default: '5',
	description:
		'How many minutes a run goes on while the hub answers 429, 500, 503 or nothing, all items together. The node then sends no further item. Waiting for a documented limit does not count. Not set: 5, and 1 for a run by hand that gets no answer at all.',
};

/** The options of an operation: its own, and the option that every operation has. */
export const optionsCollection = ({ options = [] }: { options?: INodeProperties[] }) =>
	collection(
		'Options',
		'options',
		'Add Option',
		sortBy([...options, longestWaitProperty], 'displayName'),
	);

/** @param isByHand whether a person waits for the run: without any answer it then ends sooner */
export function longestWaitOf(parameters: Parameters, isByHand: boolean): LongestWait {
	const longestWait = parameters.option('longestWait');
	const advice = `It is set under Options > ${longestWaitName}.`;
	if (isBlank(longestWait))
		return { ms: timing.longestWait, silence: isByHand ? timing.silence : undefined, advice };
	const minutes = typedTime(longestWaitName, longestWait, advice);
	return { ms: minutes * 60_000, advice };
}
