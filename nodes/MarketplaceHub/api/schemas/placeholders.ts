import isEmpty from 'lodash/isEmpty';
import { isBlank } from '../values/blanks';
import { fromJson } from '../values/json';
import type { Field } from './fields';

/** How the entry was given that a value belongs to. */
export interface GivenAs {
	/** Whether the write changes a record: fields that are left out stay as they are. */
	change: boolean;
	/** Whether the value is a record that was read: the user did not write all of it. */
	wasRead: boolean;
	/** Whether nothing would be left of the entry: none of its values says more than that nothing is set. */
	saysNothing: boolean;
}

/** Whether a value stands for nothing: a blank, or the value that a read gives where nothing is set. */
export const isUnset = (value: unknown, { unset }: Field): boolean =>
	isBlank(value) || unset?.is(value) === true;

/**
 * Whether an unset value, such as `indefinido`, a price of 0 or an empty list, is left out. Other values go to
 * the check, which names values that cannot be sent. The first row that fits holds:
 *
 * |                                          | a record that was read | written by the user           |
 * | ---------------------------------------- | ---------------------- | ----------------------------- |
 * | a list of blank cells: it says nothing   | left out               | left out                      |
 * | nothing would be left of the entry       | checked                | checked                       |
 * | the hub takes it (an empty list of tags) | left out               | checked: it empties the field |
 * | a change, or an optional field           | left out               | left out                      |
 * | a required field of a new record         | checked                | checked                       |
 */
export function isLeftOut(
	value: unknown,
	{ unset, required }: Field,
	{ change, wasRead, saysNothing }: GivenAs,
): boolean {
	const empties = unset?.empties === true;
	if (empties && !isEmpty(fromJson(value))) return true;
	if (saysNothing) return false;
	if (empties) return wasRead;
	return change || !required;
}
