import sumBy from 'lodash/sumBy';
import type { EndpointName } from '../../api/endpoints';
import type { EntryResult } from '../../api/rows/row';
import { listed } from '../../api/values/text';
import { mostShown } from '../hints';
import type { ItemOperation, NodeContext, OperationContext } from '../operation';
import { mostForAgent } from '../toolRun';
import { entriesIn, ofEntries, rowsInWords } from '../rowsInWords';

/* Hints about records that came out, or did not. */

/**
 * Says why a list has no records, for which items it has none, and to an agent how far the list goes on behind
 * the records that come out.
 * @param shown how many records come out
 * @param unfound the items without any
 */
export function addListHints(
	context: OperationContext,
	operation: ItemOperation,
	shown: number,
	unfound: readonly number[],
): void {
	const { list, emptyBecause } = operation;
	if (list === undefined) return;
	// another hint names the records that came and cannot be worked on
	const isUnreadable = shown === 0 && context.hub.report.unreadable.has(list);
	const isTold = emptyBecause === false || context.hints.isCutShort || isUnreadable;
	if (unfound.length > 0 && !isTold)
		context.hints.add(
			'info',
			shown === 0
				? noResults(context, operation)
				: `No results for ${rowsInWords(unfound, mostShown)} of the input. The other rows have some.`,
		);
	if (shown > 0) addRestHint(context, list, shown);
}

function noResults(
	{ parameters }: NodeContext,
	{ properties, emptyBecause }: ItemOperation,
): string {
	const hasFilters = properties.some(({ name }) => name === 'filters');
	const isFiltered = hasFilters && Object.keys(parameters.object('filters', 0)).length > 0;
	const why = isFiltered
		? 'Filters are set: remove them to see more'
		: (emptyBecause ?? 'The hub has no records for this account');
	return `No results. ${why}.`;
}

/** Says to an agent how far a list goes on behind the records that it gets. */
function addRestHint(context: OperationContext, list: EndpointName, shown: number): void {
	const { parameters, hub } = context;
	if (!parameters.isToolRun || shown < (parameters.limit(0) ?? Infinity)) return;
	const total = hub.report.totals.get(list);
	if (total === shown) return;
	const rest =
		total === undefined || total < shown
			? 'There may be more'
			: `${total - shown} more are not shown, of ${total}`;
	context.hints.add(
		'info',
		`${rest}. Limit takes up to ${mostForAgent}; to see others, narrow the list down.`,
	);
}

/** Says how many entries were not accepted, and which batches the hub still works on. */
export function addEntryHints(context: NodeContext, results: EntryResult[]): void {
	const refused = results.filter(({ failure }) => failure !== undefined).length;
	const all = sumBy(results, entriesIn);
	if (refused > 0)
		context.hints.add('warning', `${ofEntries(refused, all)} failed. Each failed item says why.`);
	const open = new Set(
		results
			.filter(({ json }) => Array.isArray(json.skus) || json.outcome === 'pending')
			.map(({ json }) => String(json.batchId)),
	);
	if (open.size > 0)
		context.hints.add(
			'info',
			`The hub still works on ${open.size === 1 ? 'batch' : 'batches'} ${listed(open)}. Batch > Wait Until Processed gives the result of each entry.`,
		);
}
