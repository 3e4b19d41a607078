import isUndefined from 'lodash/isUndefined';
import omitBy from 'lodash/omitBy';
import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';
import type { HubError } from '../../api/errors';

/** The fields in which an item says why it failed, beside its `error`. */
export const failureFields = [
	'outcome',
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
