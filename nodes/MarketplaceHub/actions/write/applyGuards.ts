import { eachWithPauses } from '../../api/async';
import { HubError } from '../../api/errors';
import { fewest, type Guard, type Limits, type RunPreview } from './guards';
import { hold, type SyncRow } from './syncRow';

/** Reason for holding a row or a run, and advice for the case that it is right all the same. */
interface Reason {
	reason: string;
	advice: string;
}

/** The whole run is held. */
export class HeldRun extends HubError {
	constructor({ reason, advice }: Reason, dryRun: boolean) {
		super('held', `Nothing ${dryRun ? 'would be' : 'was'} sent: ${reason}`, {
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
		let found: Reason | undefined;
		for (const [guard, limit] of limits)
			found ??= reasonOf(guard, limit, guard.inEntry?.(row, limit));
		if (found === undefined) return;
		const message = `${dryRun ? 'Would be held' : 'Held, not sent'}: ${found.reason}`;
		const description = `Look at the values. If they are right, ${found.advice}`;
		hold(row, new HubError('held', message, { description }));
	});
}

/**
 * Asks the guards about the whole run, and holds all rows that would be sent where it is beyond a limit.
 * Most guards ask from ten rows on.
 * @returns why nothing is sent
 */
export async function guardRun(
	run: RunPreview,
	limits: Limits,
	dryRun: boolean,
): Promise<HeldRun | undefined> {
	const isShort = run.compared.length + run.refused < fewest;
	let found: Reason | undefined;
	await eachWithPauses(limits, ([guard, limit]) => {
		if (found !== undefined || (isShort && guard.inShortRuns !== true)) return;
		found = reasonOf(guard, limit, guard.inRun?.(run, limit));
	});
	if (found === undefined) return undefined;
	const failure = new HeldRun(found, dryRun);
	for (const row of run.compared) if (row.status === 'change') hold(row, failure);
	return failure;
}

/** The reason of a guard, and how to change or switch off its limit. */
function reasonOf(
	{ displayName, isLowest }: Guard,
	limit: number,
	reason: string | undefined,
): Reason | undefined {
	if (reason === undefined) return undefined;
	const turn = `${isLowest ? 'lower' : 'raise'} ${displayName}`;
	return {
		reason: `${reason}; ${displayName} is ${limit}`,
		advice: `choose Custom under Guards, ${turn} or set it to 0, which switches it off, and run again.`,
	};
}
