import { eachWithPauses } from '../../api/async';
import { HubError } from '../../api/errors';
import type { Guard, Limits, ListRow, RunPreview } from './listRow';
import { fewest } from './guards';

/** Why a row or a run is held, and what to do if it is right all the same. */
interface Hold {
	reason: string;
	advice: string;
}

/** Why nothing of a run is sent. */
export class HeldRun extends HubError {
	constructor({ reason, advice }: Hold, dryRun: boolean) {
		super('held', `Nothing ${dryRun ? 'would be' : 'was'} sent: ${reason}`, {
			description: `Look at the list. If it is right, ${advice}`,
		});
	}
}

/** Asks the guards about each row that would be sent; one beyond a limit is held. */
export async function guardRows(
	rows: readonly ListRow[],
	limits: Limits,
	dryRun: boolean,
): Promise<void> {
	await eachWithPauses(rows, (row) => {
		if (row.status !== 'change') return;
		const hold = firstHold(limits, ({ inEntry }, limit) => inEntry?.(row, limit));
		if (hold === undefined) return;
		row.status = 'held';
		row.failure = new HubError(
			'held',
			`${dryRun ? 'Would be held' : 'Held, not sent'}: ${hold.reason}`,
			{ description: `Look at the values. If they are right, ${hold.advice}` },
		);
	});
}

/**
 * Asks the guards about the whole run, and holds all rows that would be sent where it is beyond a limit.
 * A share counts from ten rows on.
 * @returns why nothing is sent
 */
export function guardRun(run: RunPreview, limits: Limits, dryRun: boolean): HeldRun | undefined {
	const isShort = run.compared.length + run.refused < fewest;
	const hold = firstHold(limits, ({ name, inRun }, limit) =>
		isShort && name !== 'wholeShare' ? undefined : inRun?.(run, limit),
	);
	if (hold === undefined) return undefined;
	const failure = new HeldRun(hold, dryRun);
	for (const row of run.compared)
		if (row.status === 'change') Object.assign(row, { status: 'held', failure });
	return failure;
}

/** Asks the guards in turn. */
function firstHold(
	limits: Limits,
	test: (guard: Guard, limit: number) => string | undefined,
): Hold | undefined {
	for (const [guard, limit] of limits) {
		const reason = test(guard, limit);
		if (reason === undefined) continue;
		const { displayName, isLowest } = guard;
		const turn = `${isLowest ? 'lower' : 'raise'} ${displayName}`;
		return {
			reason: `${reason}; ${displayName} is ${limit}`,
			advice: `choose Custom under Guards, ${turn} or set it to 0, which switches it off, and run again.`,
		};
	}
	return undefined;
}
