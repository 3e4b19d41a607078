import compact from 'lodash/compact';
import isEmpty from 'lodash/isEmpty';
import isNil from 'lodash/isNil';
import map from 'lodash/map';
import { HubError } from '../../../api/errors';
import type { EntryResult } from '../../../api/rows/row';
import { normalize } from '../../../api/schemas/normalize';
import type { Values } from '../../../api/schemas/fields';
import { TextLimit } from '../../../api/schemas/textLimit';
import { reconciliationShape } from '../../../api/schemas/writes/reconciliation';
import { isBlank } from '../../../api/values/blanks';
import { plainId } from '../../../api/values/ids';
import { isDamaged, namesNothing } from '../../../api/values/spreadsheet';
import { columnText } from '../../../api/values/columnText';
import { toInvalid } from '../../../shared/nodeErrors';
import { titled } from '../../../api/values/labels';
import { assertExact } from '../../../shared/typedValues';
import { readEntries } from '../../form/readEntries';
import { toBody } from '../../form/toBody';
import type { NodeContext } from '../../operation';
import { resultOfRow } from '../../write/report';

/** The ways to name an order; the first that a row gives counts, unless its cell may stand for nothing. */
const idFields = ['idPedido', 'idPedidoCanal', 'idInterno'] as const;

/** Whether a number may name an order: 0 or an error of a spreadsheet names none. */
export const namesOrder = (id: unknown): boolean =>
	!isBlank(id) && !namesNothing(plainId(id)) && !isDamaged(id);

/** A row of the input, about one order. */
export interface InputRow {
	itemIndex: number;
	/** The field that says which order it is about. */
	field: (typeof idFields)[number];
	id: string;
	/** Whether the ID is text: a number has lost the zeros in front. */
	isText: boolean;
	/** The row's values as they are compared; undefined where they cannot be read. */
	given?: Values;
}

export interface InputRows {
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
export function readInputRows(context: NodeContext, itemIndexes: number[]): InputRows {
	const text = new TextLimit();
	const entries = itemIndexes.flatMap((itemIndex) => {
		const given = readEntries(context.parameters, itemIndex, reconciliationShape.fields);
		for (const values of given) text.count(values);
		return given.map((values) => ({ itemIndex, values }));
	});
	const read = entries.map((entry, position) => readRow(context, entry, position));
	const input: InputRows = {
		rows: compact(map(read, 'row')),
		refused: compact(map(read, 'refused')),
		nameless: read.filter(isEmpty).length,
	};
	const isNothing = Object.values(entries[0]?.values ?? {}).every(isNil);
	const isRead = input.nameless < entries.length;
	if (isRead || (entries.length <= 1 && isNothing)) return input;
	throw new HubError('invalid', 'No input item says which order it is about', {
		description: isNothing
			? 'To compare your orders, give each item its Hub Order ID, Marketplace ID or Internal ID. To get every order of the period instead, switch on Execute Once in the settings of the node.'
			: 'Give each row its Hub Order ID (idPedido), Marketplace ID (idPedidoCanal) or Internal ID (idInterno): check the name of the column, and whether it is empty.',
	});
}

/** A row as far as it names an order, and why it cannot be read; neither where it names none. */
interface ReadRow {
	row?: InputRow;
	refused?: EntryResult;
}

/** A number of the hub without the decimals that a spreadsheet has added (`100001.0`); one of a marketplace as it is. */
const withoutDecimals = (field: InputRow['field'], id: unknown): unknown =>
	field !== 'idPedidoCanal' && typeof id === 'string' ? id.replace(/[.,]0{1,2}(?=\s*$)/, '') : id;

function readRow(
	context: NodeContext,
	{ itemIndex, values }: { itemIndex: number; values: Values },
	position: number,
): ReadRow {
	const named = normalize(values, reconciliationShape);
	const filled = idFields.filter((name) => !isBlank(named.values[name]));
	const field = filled.find((name) => namesOrder(named.values[name])) ?? filled[0];
	if (field === undefined) return {};
	const id = withoutDecimals(field, named.values[field]);
	const row = { itemIndex, field, id: columnText(id).trim(), isText: typeof id === 'string' };
	const refuse = (error: unknown) =>
		resultOfRow({
			...{ itemIndexes: [itemIndex], position, identity: { [field]: row.id }, body: {} },
			failure: toInvalid(error),
		});
	try {
		assertExact(field, id, titled(reconciliationShape.fields[field]?.label, field));
	} catch (error) {
		// a number that has lost digits may be another order's
		return { refused: refuse(error) };
	}
	try {
		const given = toBody(context.hints, { ...named, notes: [] });
		return { row: { ...row, given } };
	} catch (error) {
		return { row, refused: refuse(error) };
	}
}
