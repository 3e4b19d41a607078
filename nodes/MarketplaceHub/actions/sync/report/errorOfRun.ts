import compact from 'lodash/compact';
import sortBy from 'lodash/sortBy';
import { HubError } from '../../../api/errors';
import type { EntryResult } from '../../../api/rows/row';
import { shorten, withoutStop } from '../../../api/values/text';
import { batchesIn } from '../../failures/runError';
import { rowName } from '../../rowsInWords';
import { faultOfList } from '../../failures/listFault';
import { HeldRun } from '../guards/held';
import { countsIn, isOfRun } from './summary';

const mostExamples = 5;
const longest = 200;
/** Held rows come first, and rows that the hub does not have last. */
const rank: Readonly<Record<string, number>> = { held: 0, notInHub: 2 };

/** The advice for the first row that failed; it names that row where the other rows need other advice. */
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

/** A row and the reason why it was not sent; its changes where the whole run is held. */
function lineOf(result: EntryResult, heldRun: HubError | undefined): string {
	const { failure, json } = result;
	if (failure === undefined) return `${rowName(result)}: ${String(json.why)}`;
	const why = failure === heldRun ? String(json.change) : withoutStop(failure.message);
	return `${rowName(result)}: ${why}`;
}

/**
 * The error that a run stops with. Its title has the counts, and the reason where all rows share it; its
 * description has the first rows that did not go, held rows first, with their reasons, the advice, and the
 * place where the other rows are.
 */
export function errorOfRun(results: readonly EntryResult[]): HubError {
	const ofList = faultOfList(results);
	if (ofList !== undefined) return ofList;
	const failed = results.filter(({ failure }) => failure !== undefined);
	const heldRun = failed.find(({ failure }) => failure instanceof HeldRun)?.failure;
	const isUnsent = ({ failure, json }: EntryResult) =>
		failure !== undefined || json.status === 'notInHub';
	const rows = sortBy(
		results.filter((result) => isUnsent(result) && !isOfRun(result)),
		({ json: { status } }) => rank[String(status)] ?? 1,
	);
	const [row] = rows;
	const counts = countsIn(results);
	const isOne = heldRun === undefined && rows.length === 1 && row !== undefined;
	const lines = isOne
		? []
		: rows.slice(0, mostExamples).map((each) => shorten(lineOf(each, heldRun), longest));
	if (rows.length > mostExamples) lines.push(`and ${rows.length - mostExamples} more`);
	const title = isOne ? `${counts}; ${lineOf(row, undefined)}` : counts;
	const first = heldRun ?? row?.failure;
	return new HubError(
		first?.kind ?? 'invalid',
		heldRun === undefined ? title : `${heldRun.message} (${counts})`,
		{
			httpStatus: first?.httpStatus,
			description: compact([
				lines.length > 0 && `${lines.join('; ')}.`,
				adviceOf(
					failed.find((each) => !isOfRun(each)),
					heldRun,
					failed,
				),
				'To see every row, set On Error to continue.',
				...batchesIn(results),
			]).join(' '),
		},
	);
}
