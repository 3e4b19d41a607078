import { filterWithPauses } from '../../api/async';
import { HubError } from '../../api/errors';
import type { WriteFields } from '../../api/schemas/fields';
import { titled } from '../../api/values/labels';
import { toNumber } from '../../api/values/numbers';
import type { NodeContext } from '../operation';
import type { GivenEntry } from './checkRows';
import { ofEntries } from '../rowsInWords';
import type { ListHint } from '../hints';

/**
 * Up to this share of the rows, or in one row, stock below zero means pieces that an ERP has sold and not
 * counted yet.
 */
const ordinaryShare = 0.2;

/**
 * Stock below zero is nothing on sale: few such values become 0, and a hint counts them. Where there are more, the
 * column may hold movements, and these rows are refused.
 */
export async function readBelowZero(
	{ hints }: Pick<NodeContext, 'hints'>,
	entries: readonly GivenEntry[],
	fields: WriteFields,
): Promise<void> {
	for (const [name, { label, isOnSale, counts }] of Object.entries(fields)) {
		if (isOnSale !== true) continue;
		const below = await filterWithPauses(entries, ({ values }) => {
			const pieces = toNumber(values[name], counts);
			return Number.isInteger(pieces) && Number(pieces) < 0;
		});
		const isOrdinary = below.length === 1 || below.length <= entries.length * ordinaryShare;
		if (isOrdinary && below.length > 0)
			hints.list(belowZero, ofEntries(below.length, entries.length));
		for (const entry of below) {
			if (isOrdinary) entry.values = { ...entry.values, [name]: 0 };
			else entry.failure ??= movement(titled(label, name), entry.values[name]);
		}
	}
}

const belowZero: ListHint = {
	type: 'warning',
	words: 'Stock below zero is sent as 0, because nothing of it can be sold',
	advice: 'Count these, or book what came in.',
};

const movement = (title: string, given: unknown) =>
	new HubError('invalid', `${title} must be at least 0, got ${JSON.stringify(given)}`, {
		broken: 'belowZero',
		description:
			'Many rows are below zero, as in a column of movements (what came in and went out). Give the stock that is there now.',
	});
