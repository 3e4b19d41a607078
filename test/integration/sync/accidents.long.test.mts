import { describe, expect, test } from 'vitest';
import { expectedCells } from '../../support/accidentTable.mts';
import { go } from '../../support/items.mts';
import { accidentsOf, kinds, met } from '../../support/listAccidents.mts';
import { setup } from '../../support/setup.mts';
import { accountOf } from '../../support/sellerAccount.mts';
import { writes } from '../../support/sync.mts';

/*
 * The expensive accidents of this trade: a list that is wrong as a whole is not written, with the guards that are
 * on by default. And the changes of an ordinary night are written. Which guard holds which accident says the table
 * of accidents (accidentMatrix.test.mts), by dry runs; here the lists are sent, also by sellers with little stock.
 */

/** SKUs that the hub holds, and how many of them have stock: every accident happens to the small ones. */
const small = [
	{ size: 10, stocked: 10 },
	{ size: 10, stocked: 2 },
];
/** And to one of these. */
const large = [
	{ size: 38, stocked: 30 },
	{ size: 200, stocked: 38 },
	{ size: 400, stocked: 240 },
];

/** An accident that looks like an ordinary night where only two of ten SKUs have stock. */
const isOrdinary = (kind: string, accident: string, stocked: number) =>
	kind === 'stock' && accident === "another account's values" && stocked === 2;

describe.each(['stock', 'prices', 'channelPrices'] as const)('%s', (name) => {
	const kind = kinds[name];
	const table = expectedCells(name, 12, 'list');
	const happening = accidentsOf(name)
		.filter((accident) => table[accident.name] !== 'passes')
		.flatMap((accident, place) =>
			[...small, large[place % large.length]!].map((size) => ({ ...accident, ...size })),
		)
		.filter((accident) => !isOrdinary(name, accident.name, accident.stocked));

	test.each(happening)(
		'$name, $size SKUs, $stocked with stock: nothing is written',
		async ({ size, stocked, ...accident }) => {
			const { hub, n8n } = await setup({ seed: { products: 0 } });
			const account = accountOf(size, stocked);
			kind.fill(hub, account);
			const before = kind.state(hub);
			const { items, parameters } = met(name, accident, account);
			const result = await n8n.run(parameters, items, go);
			expect(writes(hub)).toEqual([]);
			expect(kind.state(hub)).toEqual(before);
			expect(result.json().length).toBeGreaterThanOrEqual(items.length);
			for (const { status, error } of result.json())
				if (status === 'held' || status === 'refused' || status === 'notSent')
					expect(error).toEqual(expect.any(String));
				else expect(['unchanged', 'notInHub', 'onlyInHub']).toContain(status);
		},
	);

	const nights = [...small, ...large].map((account, night) => ({ ...account, night: night + 1 }));

	test.each(nights)(
		'ordinary night $night, $size SKUs, $stocked with stock: the changes are written',
		async ({ size, stocked, night }) => {
			const { hub, n8n } = await setup({ seed: { products: 0 } });
			const account = accountOf(size, stocked);
			kind.fill(hub, account);
			const list = kind.night(account, night);
			const result = await n8n.done(kind.sync, kind.items(list));
			const changed = list.filter((row, index) => row !== account.rows[index]);
			const updated = result.json().filter(({ status }) => status === 'updated');
			expect(updated).toHaveLength(changed.length);
			expect(kind.state(hub)).toEqual(kind.items(list));
		},
	);
});
