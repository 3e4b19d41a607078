import type { IDataObject } from 'n8n-workflow';
import { HubError, isNotFound, toFailure } from '../../api/errors';
import type { Hub } from '../../api/hub';
import { timing } from '../../api/timing';
import { withoutStop } from '../../api/values/text';

/** A look at the record after a write: the result, or words for the state that the record has instead. */
type Look = { result: IDataObject } | OtherState;

/** A record that does not show the result. */
interface OtherState {
	/** Words for its state, e.g. `the order has the status pago`. */
	instead: string;
	/** The fields of it that the result shows. */
	seen?: IDataObject;
	/** Whether further looks would show the same. */
	isLast?: boolean;
}

/** With pauses of 1, 2, 4 and 8 seconds between them. */
const mostLooks = 5;

/**
 * A write that must not be sent twice. Where its answer was lost, the record is read until it shows
 * the result: five times at most, all pauses of a run within its longest wait.
 * @throws HubError whose outcome is unknown, with the state that was seen
 */
export async function writeOnce(
	hub: Pick<Hub, 'pauseToLook'>,
	write: () => Promise<IDataObject>,
	look: () => Promise<Look>,
): Promise<IDataObject> {
	return await write().catch(async (error: unknown) => {
		if (!(error instanceof HubError) || error.outcome !== 'unknown') throw error;
		return await lookFor(hub, look, error);
	});
}

async function lookFor(
	hub: Pick<Hub, 'pauseToLook'>,
	look: () => Promise<Look>,
	lost: HubError,
): Promise<IDataObject> {
	for (let looks = 1, pause = timing.backoff; ; looks++, pause *= 2) {
		const found = await look().catch(unreadState);
		if ('result' in found) return found.result;
		const { instead, seen, isLast = looks === mostLooks } = found;
		if (isLast || !(await hub.pauseToLook(pause)))
			throw lost.with({
				kind: 'unconfirmed',
				message: `${withoutStop(lost.message)}; looked up afterwards: ${instead}`,
				seen,
			});
	}
}

/** The state of a record that cannot be read. */
function unreadState(error: unknown): OtherState {
	const { message } = toFailure(error);
	return isNotFound(error)
		? { instead: 'the hub has no such record' }
		: { instead: `it cannot be read (${withoutStop(message)})`, isLast: true };
}
