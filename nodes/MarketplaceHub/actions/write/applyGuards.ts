import partition from 'lodash/partition';
import { eachWithPauses } from '../../api/async';
import { HubError } from '../../api/errors';
import { fewest, type Guard, type Limits, lowersStock, type RunPreview } from './guards';
import { hold, type SyncRow } from './syncRow';

/** Reason for holding a row or a run, and advice for the case that it is right all the same. */
interface Reason {
	reason: string;
	advice: string;
	guard: Guard;
}

/** The whole run is held, or all of it that raises stock. */
export class HeldRun extends HubError {
	constructor({ reason, advice }: Reason, what: string, dryRun: boolean) {
		super('held', `${what} ${dryRun ? 'would be' : 'was'} sent: ${reason}`, {
			description: `Look at the list. If it is right, ${advice}`,
		});
	}
}

/** Asks the guards about each row that would be sent; one beyond a limit is held. */
export async function guardRows(
	rows: readonly SyncRow[],
	limits: Limits,
	dryRun: boolean,
): Promise<void> {
	await eachWithPauses(rows, (row) => {
		if (row.status !== 'change') return;
		const found = firstReason(limits, ({ inEntry }, limit) => inEntry?.(row, limit));
		if (found === undefined) return;
		const message = `${dryRun ? 'Would be held' : 'Held, not sent'}: ${found.reason}`;
		const description = `Look at the values. If they are right, ${found.advice}`;
		hold(row, new HubError('held', message, { description }));
	});
}

/**
 * Asks the guards about the whole run, and holds all rows that would be sent where it is beyond a limit.
 * Most guards ask from ten rows on. In a list of only changes rows that lower stock go all the same: what
 * sold out must not stay on sale.
 * @returns why nothing is sent
 */
export function guardRun(run: RunPreview, limits: Limits, dryRun: boolean): HeldRun | undefined {
	const isShort = run.compared.length + run.refused < fewest;
	const found = firstReason(limits, ({ inRun, inShortRuns }, limit) =>
		isShort && inShortRuns !== true ? undefined : inRun?.(run, limit),
	);
	if (found === undefined) return undefined;
	const changes = run.compared.filter(({ status }) => status === 'change');
	const sparesLower = run.onlyChanges === true && found.guard.holdsAll !== true;
	const [spared, kept] = partition(changes, (row) => sparesLower && lowersStock(row));
	if (spared.length > 0 && kept.length === 0) return undefined;
	const what = spared.length > 0 ? 'Nothing that raises stock' : 'Nothing';
	const failure = new HeldRun(found, what, dryRun);
	for (const row of kept) hold(row, failure);
	return failure;
}

/** Asks the guards in turn. */
function firstReason(
	limits: Limits,
	test: (guard: Guard, limit: number) => string | undefined,
): Reason | undefined {
	for (const [guard, limit] of limits) {
		const reason = test(guard, limit);
		if (reason === undefined) continue;
		const { displayName, isLowest } = guard;
		const turn = `${isLowest ? 'lower' : 'raise'} ${displayName}`;
		return {
			reason: `${reason}; ${displayName} is ${limit}`,
			advice: `choose Custom under Guards, ${turn} or set it to 0, which switches it off, and run again.`,
			guard,
		};
	}
	return undefined;
}
