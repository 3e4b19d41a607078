import partition from 'lodash/partition';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { mapWithPauses } from '../../api/async';
import { HubError } from '../../api/errors';
import { keyOf } from '../../api/rows/row';
import {
	areEqual,
	type Comparable,
	fromComparable,
	noValues,
	type SyncFields,
	toComparable,
} from '../../api/comparison/comparable';
import { valuesThatChange } from '../../api/comparison/differences';
import { isRecord } from '../../api/values/objects';
import { tryParseExactJson } from '../../api/values/json';
import type { Parameters } from '../form/parameters';
import { type Change, isToSend, type Write } from './change';
import { heldBack } from './guards/held';
import type { SyncKind } from './kind';
import { done, inDryRun } from './statuses';

/* A person has seen a dry run and says yes: changes that the dry run did not show in the same way are held. */

export const approvedProperty: INodeProperties = {
	displayName: 'Send Only What a Dry Run Showed',
	name: 'shown',
	type: 'string',
	default: '',
	placeholder: "e.g. {{ $('Dry Run').all().map(({ json }) => json) }}",
	description:
		'Results of a dry run of the same list that somebody has seen. Whatever it did not show, or showed with other values before or after, is held. Empty: everything is sent.',
	// it takes an expression, and a model has seen nothing
	displayOptions: { hide: { '@tool': [true] } },
};

/** The results of a dry run, by the key of their entry. */
export type Approved = ReadonlyMap<string, IDataObject>;

/**
 * The results that a dry run showed; undefined where the field is left empty.
 * @throws HubError where the field's expression gives no list of results
 */
export function readApproved(parameters: Parameters): Approved | undefined {
	const given = parameters.isToolRun ? '' : (parameters.option('shown') ?? '');
	if (given === '' && !parameters.isExpressionOption('shown')) return undefined;
	const list = typeof given === 'string' ? tryParseExactJson(given)?.value : given;
	if (!Array.isArray(list) || !list.every(isRecord))
		throw new HubError(
			'invalid',
			`${approvedProperty.displayName} (\`shown\`) must be the list of results of a dry run`,
			{
				description: `Give it all items of that node, ${approvedProperty.placeholder}, or empty it.`,
			},
		);
	// of two rows of a SKU, the row that would not be sent says nothing of the other one
	const [unsent, others] = partition(list, { status: inDryRun('notSent') });
	return new Map([...unsent, ...others].map((result) => [keyOf(result), result]));
}

/** What a result does not say of this change; undefined where it shows the change with these values. */
function differs(seen: IDataObject | undefined, write: Write, fields: SyncFields) {
	if (seen === undefined) return 'did not show it';
	if (seen.status === inDryRun('held')) return 'held it back';
	return shows(seen, write, fields) ? undefined : 'showed other values';
}

/** Whether a result is about this change: the same is done, with the same values before and after. */
function shows({ status, before, after }: IDataObject, write: Write, fields: SyncFields): boolean {
	const read = (values: unknown) => (isRecord(values) ? toComparable(values, fields) : noValues);
	const isSame = (values: unknown, own: Comparable) =>
		areEqual(read(values), read(fromComparable(own, fields)));
	const was = write.before ?? noValues;
	return (
		status === inDryRun(done[write.does]) &&
		isSame(before, write.does === 'remove' ? was : valuesThatChange(was, write.after)) &&
		isSame(after, write.after)
	);
}

/** The changes, each that would be sent and that the dry run did not show as it is now held. */
export async function holdUnapproved(
	changes: readonly Change[],
	{ approved, dryRun }: { approved?: Approved; dryRun: boolean },
	{ comparedFields }: Pick<SyncKind, 'comparedFields'>,
): Promise<readonly Change[]> {
	if (approved === undefined) return changes;
	return await mapWithPauses(changes, (change) => {
		if (!isToSend(change)) return change;
		const difference = differs(approved.get(change.key), change, comparedFields);
		if (difference === undefined) return change;
		const reason = `the dry run ${difference}`;
		const description =
			'The hub, the list or the guards have changed since. Look at a new dry run of the list.';
		return { ...change, failure: heldBack({ reason, description, dryRun }) };
	});
}
