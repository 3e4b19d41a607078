import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { hintsOf } from '../../support/hints.mts';
import { bodies, mapped, shown, op } from '../../support/items.mts';
import { bySku } from '../../support/locators.mts';
import { productFields } from '../../support/products.mts';
import { setup } from '../../support/setup.mts';

/** Products with weights and measures as text, registered in one run: what the hub got, and the hints. */
async function register(rows: IDataObject[]) {
	const { hub, n8n } = await setup();
	const items = rows.map((row, index) => productFields({ skuProduto: `W${index}`, ...row }));
	const parameters = op('product create', mapped);
	const result = await n8n.run(parameters, items);
	expect(shown(result.nodeError)).toBe('nothing was thrown');
	return { sent: bodies<IDataObject>(hub, 'productCreate'), hints: hintsOf(result).join() };
}

describe('a weight as text', () => {
	test.each<[string, IDataObject[]]>([
		['2.250', [{ peso: '2.250', altura: '10,5' }]],
		['2.250', [{ peso: '2.250' }, { peso: '10,5' }]],
		['2,250', [{ peso: '2,250', altura: '10.5' }]],
		['2.250', [{ peso: '2.250', precoDe: '99,90' }]],
	])(
		'%s, whatever other rows and columns look like, has decimals and a hint',
		async (text, rows) => {
			const { sent, hints } = await register(rows);
			expect(sent[0]).toMatchObject({ peso: 2.25 });
			expect(hints).toContain(`"${text}" as 2.25`);
		},
	);

	test('of a change as well', async () => {
		const { hub, n8n } = await setup();
		const update = op('product update', { sku: bySku('CANECA-1'), ...mapped });
		const result = await n8n.run(update, [{ peso: '1.500', altura: '12.5' }]);
		expect(bodies(hub, 'productUpdate')).toEqual([{ peso: 1.5, altura: 12.5 }]);
		expect(hintsOf(result).join()).toMatch(/1\.500.*1\.5/);
	});
});
