import isNil from 'lodash/isNil';
import { HubError } from '../../api/errors';
import type { EntryResult } from '../../api/rows/row';
import { normalize } from '../../api/schemas/normalize';
import { type Values } from '../../api/schemas/fields';
import { reconciliationShape } from '../../api/schemas/reconciliation';
import { isBlank } from '../../api/values/checks';
import { toInvalid } from '../../shared/nodeErrors';
import { assertExact } from '../../shared/typedValues';
import { readEntries, toBody } from '../entries/values';
import type { NodeContext } from '../operation';
import { resultOfRow } from '../write/report';

/** The ways to name an order; the first that a row gives counts. */
const idFields = ['idPedido', 'idPedidoCanal', 'idInterno'] as const;

/** A row of the input, about one order. */
export interface InputRow {
	itemIndex: number;
	/** The field that says which order it is about. */
	field: (typeof idFields)[number];
	id: string;
	/** Whether the ID is text: a number has lost the zeros in front. */
	isText: boolean;
	/** Its values as they are compared; undefined where they cannot be read. */
	given?: Values;
}

export interface ReconciliationInput {
	rows: InputRow[];
	/** Rows that cannot be read. */
	refused: EntryResult[];
	/** How many rows name no order. */
	nameless: number;
}

/**
 * Reads the orders of the input items. A single row that gives nothing is no input.
 * @throws HubError of kind `invalid` when there are rows and none names an order
 */
export function readInput(context: NodeContext, itemIndexes: number[]): ReconciliationInput {
	const input: ReconciliationInput = { rows: [], refused: [], nameless: 0 };
	const entries = itemIndexes.flatMap((itemIndex) => {
		const given = readEntries(context, itemIndex, reconciliationShape.fields);
		return given.map((values) => ({ itemIndex, values }));
	});
	for (const [position, { itemIndex, values }] of entries.entries()) {
		const named = normalize(values, reconciliationShape);
		const field = idFields.find((name) => !isBlank(named.values[name]));
		if (field === undefined) {
			input.nameless += 1;
			continue;
		}
		const id = named.values[field];
		const naming = { itemIndex, field, id: String(id).trim(), isText: typeof id === 'string' };
		const about = { itemIndexes: [itemIndex], position, identity: { [field]: naming.id } };
		const refuse = (error: unknown) =>
			input.refused.push(resultOfRow({ ...about, body: {}, failure: toInvalid(error) }));
		try {
			// a number that has lost digits may be another order's
			assertExact(field, id);
		} catch (error) {
			refuse(error);
			continue;
		}
		try {
			const given = toBody(context, { ...named, notes: [] }, reconciliationShape);
			input.rows.push({ ...naming, given });
		} catch (error) {
			refuse(error);
			input.rows.push(naming);
		}
	}
	const isNothing = Object.values(entries[0]?.values ?? {}).every(isNil);
	const isRead = input.rows.length + input.refused.length > 0;
	if (isRead || (entries.length <= 1 && isNothing)) return input;
	throw new HubError('invalid', 'No input item says which order it is about', {
		description: isNothing
			? 'To compare your orders, give each item its Hub Order ID, Marketplace ID or Internal ID. To get every order of the period instead, switch on Execute Once in the settings of the node.'
			: 'Give each row its Hub Order ID (idPedido), Marketplace ID (idPedidoCanal) or Internal ID (idInterno): check the name of the column, and whether it is empty.',
	});
}
