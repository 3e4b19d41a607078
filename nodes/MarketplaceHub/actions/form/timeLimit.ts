import omit from 'lodash/omit';
import type { INodeProperties } from 'n8n-workflow';
import type { EntryResult } from '../../api/rows/row';
import { isBlank } from '../../api/values/blanks';
import { typedTime } from '../../shared/typedValues';
import type { Parameters } from './parameters';

/* How long to wait for the hub to process a batch. */

export const timeLimitProperty: INodeProperties = {
	displayName: 'Time Limit (Minutes)',
	name: 'timeLimit',
	type: 'string',
	default: '10',
	description:
		'How many minutes to wait for each batch to be processed. The hub goes on with a batch when the time is over. Not set: 10.',
};

export const onTimeLimitProperty: INodeProperties = {
	displayName: 'On Time Limit',
	name: 'onTimeLimit',
	type: 'options',
	options: [
		{
			name: 'Fail Entries',
			value: 'fail',
			description: 'Entries without a result are failed items',
		},
		{
			name: 'Return Pending',
			value: 'pending',
			description: 'Entries without a result come out as pending, with the ID of their batch',
		},
	],
	default: 'fail',
	description:
		'What to do with entries whose batch is not processed within the time limit. Batch > Wait Until Processed gives the results of pending ones later. Not set: Fail Entries.',
};

/** Whether the user wants entries that the hub still works on when the time is over. */
export const returnsPending = (parameters: Parameters): boolean =>
	parameters.choiceOption(onTimeLimitProperty) === 'pending';

/** The same result, as pending where it failed because the time was over. */
export function asPending(result: EntryResult): EntryResult {
	if (result.failure?.kind !== 'timeLimit') return result;
	const json = { outcome: 'pending', ...omit(result.json, 'sucesso') };
	return { ...result, json, failure: undefined };
}

/** The Time Limit, in ms. */
export function timeLimitOf(parameters: Parameters): number {
	const given = parameters.option('timeLimit');
	const minutes = isBlank(given) ? timeLimitProperty.default : given;
	return typedTime('timeLimit', minutes) * 60_000;
}
