import { z } from 'zod';
import type { EndpointName } from './endpoints';
import { HubError } from './errors';
import { isRecord } from './schemas/answers';

/** A number, or the digits of one that would not be exact. */
export type BatchId = number | string;

/** The id in an answer to a new batch; undefined where there is none that can be used. */
export const createdBatchId = z.unknown().transform((answer): BatchId | undefined => {
	const id: unknown = isRecord(answer) ? answer.id : undefined;
	const digits = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
	if (!/^0*[1-9]\d{0,17}$/.test(digits)) return undefined;
	return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
});

/** Why a batch that was answered without an id is not followed. */
export const withoutBatchId = (endpoint: EndpointName) =>
	new HubError(
		'outcomeUnknown',
		'The hub may have taken this batch, but gave no batch ID: what became of it is unknown',
		{
			description:
				endpoint === 'productBatch'
					? 'It was not sent again, because that could register the products twice. Look for them with Product > Get before you repeat it.'
					: 'Look at the values with Product > Get. The same values can be sent again without harm.',
		},
	);
