import partition from 'lodash/partition';
import { sleep } from 'n8n-workflow';
import { eachWithPauses } from '../../../api/async';
import { HubError } from '../../../api/errors';
import type { Guard, Limits, RunGuard, RunPreview } from './guards';
import { fewest } from './shares';
import { hold, lowersStock, type SyncRow } from './syncRow';

/** Reason for holding a row or a run, and advice for the case that it is right all the same. */
interface Reason {
	reason: string;
	advice: string;
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
	{ ofEntries }: Limits,
	dryRun: boolean,
): Promise<void> {
	await eachWithPauses(rows, (row) => {
		if (row.status !== 'change') return;
		let found: Reason | undefined;
		for (const [guard, limit] of ofEntries)
			found ??= reasonOf(guard, limit, guard.inEntry(row, limit));
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
export async function guardRun(
	run: RunPreview,
	{ ofRun }: Limits,
	dryRun: boolean,
): Promise<HeldRun | undefined> {
	const found = await firstReason(run, ofRun);
	if (found === undefined) return undefined;
	const changes = run.compared.filter(({ status }) => status === 'change');
	const sparesLower = run.onlyChanges === true && found.holdsAll !== true;
	const [spared, kept] = partition(changes, (row) => sparesLower && lowersStock(row));
	if (spared.length > 0 && kept.length === 0) return undefined;
	const what = spared.length > 0 ? 'Nothing that raises stock' : 'Nothing';
	const failure = new HeldRun(found, what, dryRun);
	for (const row of kept) hold(row, failure);
	return failure;
}

/** Asks the guards about the whole run in turn. */
async function firstReason(
	run: RunPreview,
	limits: Limits['ofRun'],
): Promise<(Reason & Pick<RunGuard, 'holdsAll'>) | undefined> {
	const isShort = run.compared.length + run.notCompared < fewest;
	for (const [guard, limit] of limits) {
		if (isShort && guard.inShortRuns !== true) continue;
		const found = reasonOf(guard, limit, guard.inRun(run, limit));
		if (found !== undefined) return { ...found, holdsAll: guard.holdsAll };
		// each looks at all rows, and n8n answers webhooks in the same thread
		await sleep(0);
	}
	return undefined;
}

/** The reason of a guard, and how to change or switch off its limit. */
function reasonOf(guard: Guard, limit: number, reason: string | undefined): Reason | undefined {
	if (reason === undefined) return undefined;
	const { displayName, isLowest } = guard;
	const leastLimit = 'leastLimit' in guard ? guard.leastLimit : undefined;
	const turn = `${isLowest ? 'lower' : 'raise'} ${displayName}`;
	return {
		reason: `${reason}; ${displayName} is ${limit}${limit === leastLimit ? ', the lowest in a list of only changes' : ''}`,
		advice: `choose Custom under Guards, ${turn} or set it to 0, which switches it off, and run again.`,
	};
}
