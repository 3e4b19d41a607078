import type { INode, INodeProperties } from 'n8n-workflow';
import { HubError } from '../api/errors';
import { isBlank } from '../api/values/blanks';
import { isRecord } from '../api/values/objects';

/** Whether a stored value is an expression or a list with one; a sign alone is a field that was left empty. */
export const isExpression = (stored: unknown): boolean =>
	Array.isArray(stored)
		? stored.some(isExpression)
		: typeof stored === 'string' && /^=\s*\S/.test(stored);

/** Whether a value chooses nothing. Separators alone are no value. */
const isNothing = (value: unknown): boolean =>
	[value]
		.flat()
		.every((entry) => (typeof entry === 'string' ? isBlank(entry.replace(/[,;|]/g, '')) : !entry));

/**
 * Refuses a filter, alone or in a collection, that an expression leaves empty: without the filter, all records
 * would come. A filter that was left empty by hand is no filter.
 * @param chosen its value as the node gets it
 * @throws HubError of kind `invalid`
 */
export function assertGiven({ parameters }: INode, filter: INodeProperties, chosen: unknown): void {
	const stored: unknown = parameters[filter.name];
	if (filter.type !== 'collection') return assertFound(filter, stored, chosen);
	if (!isRecord(stored) || !isRecord(chosen)) return;
	for (const field of filter.options as INodeProperties[])
		assertFound(field, stored[field.name], chosen[field.name]);
}

function assertFound({ displayName }: INodeProperties, stored: unknown, value: unknown): void {
	if (!isExpression(stored) || !isNothing(value)) return;
	throw new HubError('invalid', `The expression of \`${displayName}\` gives nothing`, {
		description:
			'Without a value the filter would be ignored. Check the field that the expression reads, or remove the filter.',
	});
}
