import { describe, expect, test } from 'vitest';
import { cellsOf, listsOf, noneOff } from '../../support/accidentMatrix.mts';
import { accidentTable, expectedCells } from '../../support/accidentTable.mts';
import type { KindName } from '../../support/listAccidents.mts';
import { setup } from '../../support/setup.mts';

/** Short lists, with all guards on; the longer ones and those with guards off are in the nightly matrix. */
const sizes = [5, 12] as const;

describe.each(Object.keys(accidentTable) as KindName[])('%s', (kind) => {
	test.each(listsOf(kind, sizes))(
		'$size rows, $way: what holds each accident',
		async ({ size, way }) => {
			const at = await setup({ seed: { products: 0, channels: 3 } });
			const cells = await cellsOf(at, kind, size, way, 0);
			const held = Object.entries(cells).map(([accident, cell]) => [accident, cell.get(noneOff)]);
			const expected = Object.entries(expectedCells(kind, size, way)).map(([accident, words]) => [
				accident,
				words.replace(', alone', ''),
			]);
			expect(Object.fromEntries(held)).toEqual(Object.fromEntries(expected));
		},
	);
});
