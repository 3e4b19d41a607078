import type { INodeProperties } from 'n8n-workflow';
import type { DerivedValue, Field, WriteFields } from '../../api/schemas/fields';
import type { Values } from '../../api/schemas/normalize';
import { isBlank } from '../../api/values/checks';
import type { Parameters } from '../parameters';

/* Values that a switch makes out of an entry's others, e.g. a description without HTML. */

const derivedIn = (fields: WriteFields): Array<[name: string, derived: DerivedValue]> =>
	Object.entries<Field>(fields).flatMap(([name, { form }]) =>
		form?.derived === undefined ? [] : [[name, form.derived]],
	);

/** A switch for each value of the entry that can be derived. */
export const derivedProperties = (fields: WriteFields): INodeProperties[] =>
	derivedIn(fields).map(([, { parameter, displayName, description }]) => ({
		displayName,
		name: parameter,
		type: 'boolean',
		default: false,
		description,
	}));

/** The entries with the values whose switch is on, where they give none themselves. */
export function withDerived(
	entries: Values[],
	fields: WriteFields,
	parameters: Parameters,
	itemIndex: number,
): Values[] {
	const wanted = derivedIn(fields).filter(([, { parameter }]) =>
		parameters.flag(parameter, itemIndex, false),
	);
	return wanted.reduce(
		(all, [name, { from }]) =>
			all.map((entry) => {
				const value = isBlank(entry[name]) ? from(entry) : undefined;
				return value === undefined ? entry : { ...entry, [name]: value };
			}),
		entries,
	);
}
