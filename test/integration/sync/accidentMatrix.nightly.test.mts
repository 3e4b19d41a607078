import { afterAll, describe, expect, test } from 'vitest';
import {
	cellsOf,
	guardsHere,
	listsOf,
	needsOf,
	said,
	type Need,
} from '../../support/accidentMatrix.mts';
import { accidentTable, expectedCells } from '../../support/accidentTable.mts';
import type { KindName } from '../../support/listAccidents.mts';
import { setup } from '../../support/setup.mts';

/* Every accident with every guard that holds it off, alone and beside one other. */

const needs: Need[] = [];

describe.each(Object.keys(accidentTable) as KindName[])('%s', (kind) => {
	const found: Record<string, Record<string, string>> = {};

	test.each(listsOf(kind))(
		'$size rows, $way: what holds each accident, and what else',
		async ({ size, way }) => {
			const at = await setup({ seed: { products: 0, channels: 3 } });
			const cells = await cellsOf(at, kind, size, way, 2);
			const words: Record<string, string> = {};
			for (const [accident, cell] of Object.entries(cells)) {
				words[accident] = said(cell);
				(found[accident] ??= {})[`${size}, ${way}`] = said(cell);
				needs.push(...needsOf(cell, `${kind}, ${size} rows, ${way}: ${accident}`));
			}
			expect(words).toEqual(expectedCells(kind, size, way));
		},
		900_000,
	);

	afterAll(() => console.table(found));
});

test('each guard that is on holds an accident that no other guard holds', () => {
	const byGuard = Object.fromEntries(
		guardsHere.map((guard) => {
			const own = needs.filter((need) => need.guard === guard);
			return [guard, { lists: own.length, 'e.g.': own[0] && `${own[0].where} (${own[0].beside})` }];
		}),
	);
	console.table(byGuard);
	expect(guardsHere.filter((guard) => byGuard[guard]!.lists === 0)).toEqual([]);
});
