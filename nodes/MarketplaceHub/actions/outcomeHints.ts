import type { IExecuteFunctions } from 'n8n-workflow';
import type { EntryResult } from '../api/entries';
import type { Operation, OperationContext } from './operation';

type Tell = (type: 'info' | 'warning', message: string) => void;
type Context = Pick<OperationContext, 'node' | 'parameters'>;

const telling =
	(node: IExecuteFunctions): Tell =>
	(type, message) =>
		node.addExecutionHints({ type, location: 'outputPane', message });

/** Says of a list without records why that may be. */
export function tellEmptyList({ node, parameters }: Context, operation: Operation): void {
	const has = (name: string) => operation.properties.some((property) => property.name === name);
	if (!has('limit')) return;
	const isFiltered = has('filters') && Object.keys(parameters.object('filters', 0)).length > 0;
	const reasons = [
		operation.emptyBecause ?? 'The hub has no records for this account',
		...(isFiltered ? ['Filters are set: without them there may be more'] : []),
	];
	telling(node)('info', `No results. ${reasons.join('. ')}.`);
}

/** Says how many entries were not accepted, and which batches the hub still works on. */
export function tellEntries({ node, parameters }: Context, results: EntryResult[]): void {
	const tell = telling(node);
	const refused = results.filter(({ failure }) => failure !== undefined).length;
	if (refused > 0)
		tell(
			'warning',
			`${refused} of ${results.length} entries did not go through. Each of their items says why.`,
		);
	const open = new Set(
		results.filter(({ json }) => Array.isArray(json.skus)).map(({ json }) => String(json.batchId)),
	);
	if (open.size > 0 && !parameters.flag('waitForResult', 0))
		tell(
			'info',
			`The hub still works on ${open.size === 1 ? 'batch' : 'batches'} ${[...open].slice(0, 20).join(', ')}${open.size > 20 ? ' and more' : ''}. Batch > Wait Until Processed gives the result of each entry.`,
		);
}
