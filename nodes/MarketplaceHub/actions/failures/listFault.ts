import { HubError } from '../../api/errors';
import type { EntryResult } from '../../api/rows/row';

/** The columns of a list do not fit: all its rows fail for one reason, which is told once. */
export class ListFault extends HubError {}

/** The fault of the list as a whole; all its rows carry it. */
export const faultOfList = (
	results: ReadonlyArray<Pick<EntryResult, 'failure'>>,
): ListFault | undefined => {
	const failure = results[0]?.failure;
	return failure instanceof ListFault ? failure : undefined;
};
