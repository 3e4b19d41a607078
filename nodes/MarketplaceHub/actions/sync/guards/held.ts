import { HubError } from '../../../api/errors';

/* What is held is kept back although it could be sent: it looks like an accident, or nobody has seen it. */

/** Why an entry or a run is held. */
interface Hold {
	/** A few words, for the column of a result. */
	reason: string;
	/** The same in a message, with more of it. */
	inFull?: string;
	/** What to do about it. */
	description: string;
	/** The guard that holds it, by its name in the form; left out where none does. */
	guard?: string;
	dryRun: boolean;
}

/**
 * The failure of an entry that is held.
 * @param instead what does not happen to it, where that is more than sending
 */
export function heldBack(
	{ reason, inFull = reason, description, guard, dryRun }: Hold,
	instead?: string,
) {
	const [held, not] = dryRun ? ['Would be held', ''] : ['Held', ', not sent'];
	const what = instead === undefined ? not : `, not ${instead}`;
	return new HubError('held', `${held}${what}: ${inFull}`, { reason, description, guard });
}

/** The failure of all that is held with the whole run, or with all of it that raises stock. */
export class HeldRun extends HubError {
	constructor({ reason, inFull = reason, description, guard, dryRun }: Hold, unsent: string) {
		const message = `${unsent} ${dryRun ? 'would be' : 'was'} sent: ${inFull}`;
		super('held', message, { reason, description, guard, isRunHeld: true });
	}
}

/** Whether a failure holds an entry back: of any other nobody knows what the entry would change. */
export const isHold = (failure: HubError | undefined): boolean => failure?.kind === 'held';
