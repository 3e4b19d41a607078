import compact from 'lodash/compact';
import sumBy from 'lodash/sumBy';
import type { EntryResult } from '../../../api/rows/row';
import { listed } from '../../../api/values/text';
import { counted, entriesIn, ofEntries } from '../counts';
import { rowsInWords } from '../rowNames';
import { telling } from './telling';
import { mostForAgent } from '../../toolRun';
import { type ItemOperation, type NodeContext, type OperationContext } from '../../operation';

/* Hints about what came out, or did not. */

const mostShown = 12;

/** Says of a list without records why that may be. */
export function tellEmptyList(context: NodeContext, operation: ItemOperation): void {
	const { parameters } = context;
	const { list, properties, emptyBecause } = operation;
	if (list === undefined || emptyBecause === false || context.hints.isCutShort) return;
	const hasFilters = properties.some(({ name }) => name === 'filters');
	const isFiltered = hasFilters && Object.keys(parameters.object('filters', 0)).length > 0;
	const reasons = [
		emptyBecause ?? (!isFiltered && 'The hub has no records for this account'),
		isFiltered && 'Filters are set: remove them to see more',
	];
	telling(context)('info', `No results. ${compact(reasons).join('. ')}.`);
}

/** Names input items of which a list has no records while it has some of others. */
export function tellUnfound(
	context: NodeContext,
	{ list, emptyBecause }: ItemOperation,
	itemIndexes: readonly number[],
): void {
	if (
		itemIndexes.length === 0 ||
		context.hints.isCutShort ||
		list === undefined ||
		emptyBecause === false
	)
		return;
	telling(context)(
		'info',
		`No results for ${rowsInWords(itemIndexes, mostShown)} of the input. The other rows have some.`,
	);
}

/** Says to an agent how far a list goes on behind the records that it gets. */
export function tellRest(context: OperationContext, { list }: ItemOperation, shown: number): void {
	const { parameters, hub } = context;
	if (
		list === undefined ||
		!parameters.isLimitedToolRun ||
		shown < (parameters.limit(0) ?? Infinity)
	)
		return;
	const total = hub.report.totals.get(list);
	if (total === shown) return;
	const rest =
		total === undefined || total < shown
			? 'There may be more'
			: `${counted(total - shown)} more are not shown, of ${counted(total)}`;
	telling(context)(
		'info',
		`${rest}. Limit takes up to ${mostForAgent}; to see others, narrow the list down.`,
	);
}

/** Says how many entries were not accepted, and which batches the hub still works on. */
export function tellEntries(context: NodeContext, results: EntryResult[]): void {
	const tell = telling(context);
	const refused = results.filter(({ failure }) => failure !== undefined).length;
	const all = sumBy(results, entriesIn);
	if (refused > 0) tell('warning', `${ofEntries(refused, all)} failed. Each failed item says why.`);
	const open = new Set(
		results
			.filter(({ json }) => Array.isArray(json.skus) || json.outcome === 'pending')
			.map(({ json }) => String(json.batchId)),
	);
	if (open.size > 0)
		tell(
			'info',
			`The hub still works on ${open.size === 1 ? 'batch' : 'batches'} ${listed(open)}. Batch > Wait Until Processed gives the result of each entry.`,
		);
}
