import isEmpty from 'lodash/isEmpty';
import sortBy from 'lodash/sortBy';
import type { IDataObject } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import type { EntryResult } from '../../api/rows/row';
import { shorten, withoutStop } from '../../api/values/text';
import { counted } from '../common/counts';
import { batchesIn } from '../common/failures/runError';
import { rowName } from '../common/rowNames';
import { HeldRun } from './askGuards';
import { countsIn, isOfRun } from './summary';

const mostExamples = 10;
const longest = 200;

/** A value in a few words; of a price two decimals. */
const asWords = (value: unknown = 'none', decimals = 0) =>
	typeof value === 'number' && decimals > 0
		? value.toFixed(decimals)
		: shorten(typeof value === 'string' ? value : JSON.stringify(value), 40);

/** The changes of a result, e.g. `7 → 0` for stock, `precoPor 79.90 → 7.99` for prices. */
function changeIn({ itemIndexes, json: { before = {}, after = {} } }: EntryResult): string {
	const [was, is] = [before, after] as IDataObject[];
	const changes = Object.entries(is ?? {}).flatMap(([name, value]) => {
		const old = was?.[name];
		if (old === value) return [];
		if (name.startsWith('estoque')) return [`${asWords(old)} → ${asWords(value)}`];
		const decimals = name.startsWith('preco') ? 2 : 0;
		return [`${name} ${asWords(old, decimals)} → ${asWords(value, decimals)}`];
	});
	if (changes.length > 0) return changes.join(', ');
	// the list does not name what would be deleted
	if (itemIndexes.length === 0) return 'deletion';
	return isEmpty(was) ? 'new' : 'again, after its product';
}

/** What to do about the first row that failed, whose it is where the others need something else. */
function adviceOf(
	first: EntryResult | undefined,
	heldRun: HubError | undefined,
	failed: readonly EntryResult[],
): string {
	const { description = '' } = heldRun ?? first?.failure ?? {};
	const isOfAll = failed.every(({ failure }) => failure?.description === description);
	const isOwn = heldRun === undefined && description !== '' && !isOfAll && first !== undefined;
	return isOwn ? `${rowName(first)}: ${description}` : description;
}

/** The error that a run stops with: counts, and the first rows that failed, held ones first. */
export function errorOfRun(results: readonly EntryResult[]): HubError {
	const failed = results.filter(({ failure }) => failure !== undefined);
	const heldRun = failed.find(({ failure }) => failure instanceof HeldRun)?.failure;
	const rows = sortBy(failed, ({ json }) => json.status !== 'held').filter(
		(result) => !isOfRun(result),
	);
	const lines = rows.slice(0, mostExamples).map((result) => {
		const { failure } = result;
		const what = failure === heldRun ? changeIn(result) : withoutStop(failure?.message ?? '');
		return shorten(`${rowName(result)}: ${what}`, failed.length === 1 ? Infinity : longest);
	});
	if (rows.length > mostExamples) lines.push(`and ${counted(rows.length - mostExamples)} more`);
	const counts = countsIn(results);
	const message =
		heldRun === undefined ? `${counts}; ${lines[0]}` : `${heldRun.message} (${counts})`;
	const isSaid = lines.length === 0 || (failed.length === 1 && heldRun === undefined);
	const first = heldRun ?? rows[0]?.failure;
	return new HubError(first?.kind ?? 'invalid', message, {
		httpStatus: first?.httpStatus,
		description: [
			isSaid ? '' : `${lines.join('; ')}.`,
			adviceOf(rows[0], heldRun, failed),
			'To deal with them in the workflow, set On Error to continue.',
			...batchesIn(results),
		].join(' '),
	});
}
