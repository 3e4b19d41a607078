import { HubError } from '../errors';
import { trimmed } from './blanks';
import { channelRule, isNumericId } from './ids';
import { addressed } from './labels';

/* IDs as parts of the hub's addresses, and what a person is to enter instead of one that is refused. */

const numberAdvice = {
	idPedido:
		"Pick the order from the list, or enter the ID that the hub gave it, not the marketplace's.",
	batchId: 'Enter the ID that the hub gave the batch when it was created.',
	idCanalIntegracao: 'Pick the channel from the list, or enter its ID, not its name.',
};

type IdName = keyof typeof numberAdvice;

/** Whether a parameter gives the ID of an order, a batch or a channel, which is a number. */
export const givesNumericId = (parameter: string): parameter is IdName =>
	Object.hasOwn(numberAdvice, parameter);

/**
 * The id of an order, a batch or a channel for a path, without blanks around it. Anything else could lead to
 * another route: `queue` as an order's id is the order queue.
 * @param name the ID's name for messages, e.g. `idPedido`
 */
export function readNumericId(name: IdName, value: string | number): string {
	const id = trimmed(String(value));
	const isChannel = name === 'idCanalIntegracao';
	if (isNumericId(id) && !(isChannel && Number(id) === 0)) return id;
	const rule = isChannel ? channelRule : 'a number of 1 to 18 digits';
	throw new HubError('invalid', `${addressed(name)} must be ${rule}, got '${id}'`, {
		description: numberAdvice[name],
	});
}
