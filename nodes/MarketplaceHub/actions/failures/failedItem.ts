import isEmpty from 'lodash/isEmpty';
import isUndefined from 'lodash/isUndefined';
import omit from 'lodash/omit';
import omitBy from 'lodash/omitBy';
import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';
import type { HubError } from '../../api/errors';

/** The fields in which an item says why it failed, beside its `error`. */
export const failureFields = [
	'outcome',
	'guard',
	'isRunHeld',
	'missingFields',
	'description',
	'seen',
	'httpStatus',
	'requestId',
	'details',
] as const satisfies ReadonlyArray<keyof HubError>;

/** JSON of a failed item when the workflow goes on: the outcome first, then the reason. */
export function failureJson(failure: HubError): IDataObject {
	const { outcome, ...others } = pick(failure, failureFields);
	return omitBy({ outcome, error: failure.message, ...others }, isUndefined) as IDataObject;
}

/**
 * The JSON of a failed item without an empty description or empty details, and
 * with each word once. Our own details are parts of the message or of the description; the hub's stay beside advice.
 */
export function saidOnce(json: IDataObject, { kind }: HubError): IDataObject {
	const { error, description = '', details } = json;
	const words = Array.isArray(details) ? details.map(String) : [];
	const text = `${String(error)} ${String(description)}`;
	const hasDetails = kind !== 'invalid' || words.some((word) => !text.includes(word));
	const hasAdvice = !hasDetails || description !== words.join('; ');
	return omit(
		json,
		hasDetails && !isEmpty(details) ? [] : 'details',
		hasAdvice && !isEmpty(description) ? [] : 'description',
	);
}
