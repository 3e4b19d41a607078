import { HubError } from '../errors';

/** Ids of orders and batches are numbers (reference: Orders, Batches); the longest that fits has 18 digits. */
const numericId = /^\d{1,18}$/;

/** Whether text is such an id, without blanks around it. */
export const isNumericId = (text: string): boolean => numericId.test(text);

/**
 * The id of an order or a batch for a path, without blanks around it. Anything else could lead to
 * another route: `queue` as an order's id is the order queue.
 * @param name what the user knows the id by, e.g. `idPedido`
 * @throws HubError of kind `invalid`
 */
export function readNumericId(name: 'idPedido' | 'batchId', value: string | number): string {
	const id = String(value).trim();
	if (isNumericId(id)) return id;
	throw new HubError('invalid', `\`${name}\` must be a number of 1 to 18 digits, got '${id}'`, {
		description:
			name === 'idPedido'
				? "Pick the order from the list, or enter the ID that the hub gave it, not the marketplace's."
				: 'Enter the ID that the hub gave the batch when it was created.',
	});
}
