import isNil from 'lodash/isNil';
import { isRecord } from './objects';

/**
 * A value as a table's column of text holds it: '' for none, a record as JSON, a list as its values with commas.
 * Stored rows rest on it; in messages `valueAsText` writes a list as JSON.
 */
export function columnText(value: unknown): string {
	if (isNil(value)) return '';
	return isRecord(value) ? JSON.stringify(value) : String(value);
}
