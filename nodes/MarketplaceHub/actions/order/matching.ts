import get from 'lodash/get';
import groupBy from 'lodash/groupBy';
import isNil from 'lodash/isNil';
import uniq from 'lodash/uniq';
import type { IDataObject } from 'n8n-workflow';
import type { EntryResult } from '../../api/entries';
import { HubError } from '../../api/errors';
import { marketplaceNumbers } from '../../api/records';
import { comparable } from '../../api/schemas/answers';
import { normalize, type Values } from '../../api/schemas/normalize';
import { reconciliationShape } from '../../api/schemas/orders';
import { toComparable } from '../../api/sync/reading';
import { isBlank } from '../../api/values/checks';
import { toInvalid } from '../../shared/nodeErrors';
import { readEntries, toBody } from '../write/check';
import { resultOfRow } from '../write/report';
import type { NodeContext } from '../operation';

/** The ways to name an order; the first that an entry gives counts. */
const idFields = ['idPedido', 'idPedidoCanal', 'idInterno'] as const;

/** What one entry of the input says of an order. */
interface InputOrder {
	itemIndex: number;
	/** The field that says which order it is about. */
	field: (typeof idFields)[number];
	id: string;
	/** What it gives, as it is compared; undefined where that cannot be read. */
	given?: Values;
}

export interface InputOrders {
	orders: InputOrder[];
	/** Entries that cannot be read. */
	refused: EntryResult[];
	/** How many entries name no order. */
	nameless: number;
}

const keyOf = (field: string, id: unknown) => `${field} ${comparable(id)}`;

/**
 * Reads what the input items say of orders. A single entry that gives nothing is no input.
 * @throws HubError of kind `invalid` when there are entries and none names an order
 */
export function readInputOrders(context: NodeContext, itemIndexes: number[]): InputOrders {
	const input: InputOrders = { orders: [], refused: [], nameless: 0 };
	const entries = itemIndexes.flatMap((itemIndex) => {
		const given = readEntries(context, itemIndex, reconciliationShape.fields);
		return given.map((values) => ({ itemIndex, values }));
	});
	for (const { itemIndex, values } of entries) {
		const named = normalize(values, reconciliationShape);
		const field = idFields.find((name) => !isBlank(named.values[name]));
		if (field === undefined) {
			input.nameless += 1;
			continue;
		}
		const order: InputOrder = { itemIndex, field, id: String(named.values[field]).trim() };
		input.orders.push(order);
		try {
			order.given = toBody(context, { ...named, notes: [] }, reconciliationShape);
		} catch (error) {
			const row = { itemIndex, position: input.orders.length, identity: { [field]: order.id } };
			input.refused.push(resultOfRow({ ...row, body: {}, failure: toInvalid(error) }));
		}
	}
	const isNothing = Object.values(entries[0]?.values ?? {}).every(isNil);
	if (input.orders.length > 0 || (entries.length <= 1 && isNothing)) return input;
	throw new HubError('invalid', 'No input item says which order it is about', {
		description: `Give one of the fields ${idFields.join(', ')}: check the name of the column, and whether it is empty. To get every order of the period, map no field.`,
	});
}

/** How an order of the hub and what the input says of it compare. */
interface Match {
	result: 'missing' | 'statusDiffers' | 'totalDiffers' | 'same';
	itemIndexes: number[];
	/** What the input says; of several entries the one that differs most. */
	given?: Values;
}

/** Finds what the input says of orders of the hub. */
export class InputIndex {
	private readonly byKey: Readonly<Record<string, InputOrder[]>>;
	private readonly found = new Set<string>();

	constructor(orders: InputOrder[]) {
		this.byKey = groupBy(orders, ({ field, id }) => keyOf(field, id));
	}

	/** Compares an order of the hub, which thereby counts as found. */
	match(order: IDataObject): Match {
		const entries = this.find(order);
		const results = entries.map((entry) => ({ ...entry, result: compare(order, entry.given) }));
		const worst =
			results.find(({ result }) => result === 'statusDiffers') ??
			results.find(({ result }) => result === 'totalDiffers') ??
			results.find(({ given }) => given !== undefined);
		return {
			result: entries.length === 0 ? 'missing' : (worst?.result ?? 'same'),
			itemIndexes: uniq(entries.map(({ itemIndex }) => itemIndex)),
			given: worst?.given,
		};
	}

	/** What the input says of an order of the hub, which thereby counts as found. */
	find(order: IDataObject): InputOrder[] {
		const keys = [
			keyOf('idPedido', order.idPedido),
			...marketplaceNumbers(order).map((id) => keyOf('idPedidoCanal', id)),
			...(isBlank(order.idInterno) ? [] : [keyOf('idInterno', order.idInterno)]),
		];
		const known = uniq(keys).filter((key) => Object.hasOwn(this.byKey, key));
		known.forEach((key) => this.found.add(key));
		return known.flatMap((key) => this.byKey[key] ?? []);
	}

	/** What was not found, each order with all its entries; those that cannot be read left out. */
	get left(): Array<[InputOrder, ...InputOrder[]]> {
		return Object.entries(this.byKey).flatMap(([key, entries]) => {
			const [first, ...others] = entries.filter(({ given }) => given !== undefined);
			return first === undefined || this.found.has(key) ? [] : [[first, ...others]];
		});
	}
}

function compare(order: IDataObject, given: Values = {}): Match['result'] {
	const isOther = !isBlank(given.status) && comparable(given.status) !== comparable(order.status);
	if (isOther) return 'statusDiffers';
	const cents = { total: 'cents' } as const;
	const { total } = toComparable({ total: get(order, 'valores.total') }, cents);
	const { total: expected = total } = toComparable(given, cents);
	return total === expected ? 'same' : 'totalDiffers';
}
