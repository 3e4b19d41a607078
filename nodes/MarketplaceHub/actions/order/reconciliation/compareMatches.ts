import get from 'lodash/get';
import uniq from 'lodash/uniq';
import uniqBy from 'lodash/uniqBy';
import type { IDataObject } from 'n8n-workflow';
import { toComparable } from '../../../api/comparison/comparable';
import type { Values } from '../../../api/schemas/fields';
import { isBlank } from '../../../api/values/blanks';
import { plainId } from '../../../api/values/ids';
import type { FoundOrders } from './findOrders';
import { assignRows, type Matching, readable, type RowGroup } from './matchRows';
import { isOfPeriod, type Period } from './period';

/** An order of the hub beside the rows of the input. */
export interface ComparedOrder {
	order: IDataObject;
	/** `ambiguous`: a row may mean it or another order. */
	result: 'missing' | 'statusDiffers' | 'totalDiffers' | 'same' | 'ambiguous';
	itemIndexes: number[];
	/** Values of the input; of several rows, the values of the row that differs most. */
	given?: Values;
}

export interface Comparison {
	compared: ComparedOrder[];
	/** How many orders of the period were compared. */
	count: number;
	/** How many orders that rows name are outside of the period. */
	outside: number;
}

/** Compares the orders of the period with the rows that name them. */
export function compareMatches({ recent, older }: FoundOrders, period: Period): Comparison {
	// of older orders only those count that rows name
	const late = compared(older, period).filter(({ result }) => result !== 'missing');
	return {
		compared: [...compared(recent, period), ...late],
		count: recent.orders.filter((order) => isOfPeriod(order, period)).length + late.length,
		outside: uniqBy([...outsideOf(recent, period), ...outsideOf(older, period)], 'idPedido').length,
	};
}

/** One order for each group of rows that names none of the period. */
const outsideOf = ({ groups }: Matching, period: Period): IDataObject[] =>
	groups
		.filter(({ orders }) => !orders.some((order) => isOfPeriod(order, period)))
		.flatMap(({ orders }) => orders.slice(0, 1));

/**
 * The orders of the period, and others that may be meant in place of one of them. If no row of an order
 * can be read, the order is left out: the failures of the rows tell of it.
 */
function compared(matching: Matching, period: Period): ComparedOrder[] {
	const { clear, ambiguous } = assignRows(matching, period);
	return matching.orders.flatMap((order): ComparedOrder[] => {
		const own = clear.get(order) ?? [];
		const shared = ambiguous.get(order) ?? [];
		const itemIndexes = uniq([...own, ...shared].map(({ itemIndex }) => itemIndex));
		if (shared.length > 0) {
			const [row] = readable([...shared, ...own]) ?? [];
			return [{ order, result: 'ambiguous', itemIndexes, given: row?.given }];
		}
		if (!isOfPeriod(order, period)) return [];
		if (own.length === 0) return [{ order, result: 'missing', itemIndexes }];
		const rows = readable(own);
		return rows === undefined ? [] : [{ order, itemIndexes, ...largestDifference(order, rows) }];
	});
}

type Difference = Pick<ComparedOrder, 'result' | 'given'>;

/** The row that differs most: another status counts more than another total. */
function largestDifference(order: IDataObject, rows: RowGroup): Difference {
	const differences = rows.map(({ given }) => differenceOf(order, given));
	return (
		differences.find(({ result }) => result === 'statusDiffers') ??
		differences.find(({ result }) => result === 'totalDiffers') ?? {
			result: 'same',
			given: rows[0].given,
		}
	);
}

function differenceOf(order: IDataObject, given: Values = {}): Difference {
	const isOther = !isBlank(given.status) && plainId(given.status) !== plainId(order.status);
	if (isOther) return { given, result: 'statusDiffers' };
	const cents = { total: 'cents' } as const;
	const { total } = toComparable({ total: get(order, 'valores.total') }, cents);
	const { total: expected = total } = toComparable(given, cents);
	return { given, result: total === expected ? 'same' : 'totalDiffers' };
}
