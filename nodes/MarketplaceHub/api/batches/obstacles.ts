import { HubError } from '../errors';
import { type Row, skuOf } from '../rows/row';
import { withoutStop } from '../values/text';
import type { SentBatch } from './follow';

/* Why a row must not be sent because of another one that has to be processed before it. */

const isProcessed = ({ batchId, unclear }: SentBatch) =>
	batchId !== undefined && unclear === undefined;

/** An older value of the same SKU that is not settled could come after this one. */
export function obstacleOfOlder(older: Row, batch: SentBatch | undefined): HubError | undefined {
	if (batch !== undefined && isProcessed(batch)) return undefined;
	const failure = batch?.failure ?? older.failure;
	// a request that the hub refused as a whole cannot come after this one
	if (failure !== undefined && failure.outcome === undefined) return undefined;
	return notKnownProcessed(
		`an earlier entry with the SKU ${skuOf(older.identity)}`,
		batch,
		failure,
	);
}

export function obstacleOfLeader(leader: Row, batch: SentBatch | undefined): HubError | undefined {
	const name = `its leader ${skuOf(leader.identity)}`;
	if (batch === undefined)
		return new HubError('notSent', `Not sent, because ${name} is not sent`, {
			description: `${withoutStop(leader.failure?.message ?? '')}. Correct the leader's row. If the hub has the leader already, leave that row out.`,
		});
	return isProcessed(batch) ? undefined : notKnownProcessed(name, batch, batch.failure);
}

function notKnownProcessed(
	name: string,
	{ batchId, unclear }: Pick<SentBatch, 'batchId' | 'unclear'> = {},
	failure: HubError | undefined,
): HubError {
	const reason = unclear ?? failure;
	const where = batchId === undefined ? '' : ` in batch ${batchId}`;
	return new HubError('notSent', `Not sent, because ${name}${where} is not known to be processed`, {
		description: `${withoutStop(reason?.message ?? '')}. Send this row again once that batch is processed. ${reason?.description ?? ''}`,
	});
}
