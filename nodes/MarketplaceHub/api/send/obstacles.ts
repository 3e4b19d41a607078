import { HubError } from '../errors';
import { type Row, skuOf } from '../rows/row';
import { withoutStop } from '../values/text';
import type { SentBatch } from './follow';

/* Why a row must not be sent because of another row that has to be processed before it. */

const isProcessed = ({ followed }: SentBatch) =>
	followed !== undefined && followed.failure === undefined;

/**
 * An older value of the same SKU that is not settled could come after this one.
 * @param batch that it went out in, if the hub took it
 */
export function obstacleOfOlder(older: Row, batch: SentBatch | undefined): HubError | undefined {
	const isOver = batch === undefined ? isRefused(older) : isProcessed(batch);
	return isOver
		? undefined
		: notKnownProcessed(`an earlier entry with the SKU ${skuOf(older.identity)}`, older, batch);
}

/** @param batch that it went out in, if the hub took it */
export function obstacleOfLeader(leader: Row, batch: SentBatch | undefined): HubError | undefined {
	if (batch !== undefined && isProcessed(batch)) return undefined;
	const name = `its leader ${skuOf(leader.identity)}`;
	if (batch !== undefined || leader.failure?.outcome === 'unknown')
		return notKnownProcessed(name, leader, batch);
	return new HubError('obstacle', `Not sent, because ${name} is not sent`, {
		description: `${withoutStop(leader.failure?.message ?? '')}. Correct the leader's row. If the hub has the leader already, leave that row out.`,
	});
}

/** Whether the hub refused the row's request as a whole, so that it cannot come after others. */
const isRefused = ({ failure }: Row) => failure !== undefined && failure.outcome === undefined;

function notKnownProcessed(name: string, row: Row, batch: SentBatch | undefined): HubError {
	const reason = batch?.followed?.failure ?? row.failure;
	const where = batch === undefined ? '' : ` in batch ${batch.batchId}`;
	return new HubError(
		'obstacle',
		`Not sent, because ${name}${where} is not known to be processed`,
		{
			description: `${withoutStop(reason?.message ?? '')}. Send this row again once that batch is processed. ${reason?.description ?? ''}`,
		},
	);
}
