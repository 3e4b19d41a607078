import isEqual from 'lodash/isEqual';
import pick from 'lodash/pick';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { mapWithPauses } from '../../../api/async';
import { HubError } from '../../../api/errors';
import { keyOf } from '../../../api/rows/row';
import { isRecord } from '../../../api/values/objects';
import { tryParseExactJson } from '../../../api/values/json';
import type { Parameters } from '../../form/parameters';
import { type Change, isToSend } from '../change';
import type { SyncKind } from '../kind';
import { previewOf } from '../report/report';

/* A person has seen a dry run and says yes: changes that the dry run did not show in the same way are held. */

export const shownProperty: INodeProperties = {
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
export type Shown = ReadonlyMap<string, IDataObject>;

/**
 * The results that a dry run showed; undefined where the field is left empty.
 * @throws HubError where the field's expression gives no list of results
 */
export function readShown(parameters: Parameters): Shown | undefined {
	const given = parameters.isToolRun ? '' : (parameters.option('shown') ?? '');
	if (given === '' && !parameters.isExpressionOption('shown')) return undefined;
	const list = typeof given === 'string' ? tryParseExactJson(given)?.value : given;
	if (!Array.isArray(list) || !list.every(isRecord))
		throw new HubError(
			'invalid',
			`${shownProperty.displayName} (\`shown\`) must be the list of results of a dry run`,
			{ description: `Give it all items of that node, ${shownProperty.placeholder}, or empty it.` },
		);
	return new Map(list.map((result) => [keyOf(result), result]));
}

/** The part of a result that has to be as it was, as n8n stores it. */
const asStored = (result: IDataObject = {}): unknown =>
	JSON.parse(JSON.stringify(pick(result, ['status', 'before', 'after', 'change'])));

/** The changes, each that would be sent and that the dry run did not show as it is now held. */
export async function holdUnshown(
	changes: readonly Change[],
	{ shown, dryRun }: { shown?: Shown; dryRun: boolean },
	{ comparedFields }: Pick<SyncKind, 'comparedFields'>,
): Promise<readonly Change[]> {
	if (shown === undefined) return changes;
	return await mapWithPauses(changes, (change) => {
		if (!isToSend(change)) return change;
		const now = previewOf(change, comparedFields);
		const seen = shown.get(keyOf(now));
		if (isEqual(asStored(seen), asStored(now))) return change;
		const why = seen === undefined ? 'did not show it' : 'showed other values';
		const message = `${dryRun ? 'Would be held' : 'Held, not sent'}: the dry run ${why}`;
		const description = 'The hub or the list has changed since. Look at a new dry run of the list.';
		return {
			...change,
			failure: new HubError('held', message, { description, reason: `the dry run ${why}` }),
		};
	});
}
