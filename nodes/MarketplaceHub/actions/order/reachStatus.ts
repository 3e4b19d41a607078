import isEqual from 'lodash/isEqual';
import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';
import { HubError, toFailure } from '../../api/errors';
import { valueAsText } from '../../api/http/answer';
import type { Hub } from '../../api/hub';
import { readOrder } from '../../api/reads';
import { orderStatuses } from '../../api/schemas/reads/records';
import { isCancelled, isReturned } from '../../api/values/statuses';
import { writeOnce } from '../write/writeOnce';

type Status = (typeof orderStatuses)[number];

/** An order in such a status goes no further. */
const isStopped = (status: unknown) => isCancelled(status) || isReturned(status);

/** -1 for a status that the reference does not name. */
const stepOf = (status: unknown) =>
	orderStatuses.indexOf(String(status).trim().toLowerCase() as Status);

/** Where an order stands beside a status that it should have (reference: States and transitions). */
type Standing = 'behind' | 'reached' | 'cancelled' | 'unnamed';

function standingOf(found: unknown, wanted: Status): Standing {
	if (isStopped(found)) return 'cancelled';
	const step = stepOf(found);
	if (step < 0) return 'unnamed';
	return step < stepOf(wanted) ? 'behind' : 'reached';
}

/**
 * Sets the status of an order that has not come as far yet; the order is read before, and after a lost answer.
 * @returns the result of `write`, or the order as it was read, with `outcome`: done or unchanged
 * @throws HubError of kind `obstacle` for a cancelled order
 */
export async function reachStatus(
	hub: Hub<'orderGet'>,
	idPedido: string,
	status: Status,
	write: () => Promise<IDataObject>,
): Promise<IDataObject> {
	const read = async () => await readOrder(hub, idPedido);
	const before = await read().catch(throwNotSent);
	const standing = standingOf(before.status, status);
	if (standing === 'reached') return { outcome: 'unchanged', ...before };
	if (standing === 'cancelled')
		throw new HubError(
			'obstacle',
			`Not sent, because order ${idPedido} is cancelled (${valueAsText(before.status)})`,
			{
				description: `The order was not set to ${status}. Leave cancelled orders out of the workflow. If this one should not be cancelled, check it in the hub.`,
			},
		);
	const changed = await writeOnce(hub, write, async () => {
		const found = await read();
		if (standingOf(found.status, status) === 'reached') return { result: found };
		const instead = `the order has the status ${valueAsText(found.status)}`;
		return { instead, seen: pick(found, ['idPedido', 'status']) };
	});
	const isDone = (found: IDataObject) => isReached(found.status, status, before.status);
	if (isDone(changed)) return { outcome: 'done', ...changed };
	// the answer may show the record as it was before
	const found = await read().catch((error: unknown) => throwUnseen(error, idPedido));
	if (isDone(found)) return { outcome: 'done', ...found };
	const has = isStopped(found.status) ? 'has' : 'still has';
	throw new HubError(
		'unconfirmed',
		`The hub answered that it took the change, but order ${idPedido} ${has} the status ${valueAsText(found.status)}`,
		{ description: checkOrRepeat },
	);
}

/** The hub took the change, but does not show it. */
function throwUnseen(error: unknown, idPedido: string): never {
	const failure = toFailure(error);
	throw failure.with({
		kind: 'unconfirmed',
		outcome: 'unknown',
		message: `The hub answered that it took the change, but order ${idPedido} cannot be read: ${failure.message}`,
		description: checkOrRepeat,
	});
}

const checkOrRepeat =
	'Check the order in the hub, or run again later: an order that has the status already is not changed.';

/** Whether a change that the hub took is done; the hub may show a status of its own that the order did not have before. */
function isReached(found: unknown, wanted: Status, before: unknown): boolean {
	const standing = standingOf(found, wanted);
	return standing === 'reached' || (standing === 'unnamed' && !isEqual(found, before));
}

/** As `orNotSent`, but a read that the hub has refused is told as a refusal: it says something of the order. */
function throwNotSent(error: unknown): never {
	const failure = toFailure(error);
	const { httpStatus = 500 } = failure;
	throw httpStatus < 500 ? failure : failure.with({ outcome: 'notSent' });
}
