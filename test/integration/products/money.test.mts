import type { IDataObject } from 'n8n-workflow';
import { describe, expect } from 'vitest';
import { operations } from '../../support/built.mts';
import { bodies, go, hintsOf, mapped, op, shown } from '../../support/items.mts';
import { addProducts, productFields } from '../../support/products.mts';
import { setup, test } from '../../support/setup.mts';

/** Prices as a spreadsheet gives them, sent in one run: what the hub got, and the hints. */
async function send(column: unknown[], other: unknown[] = column) {
	const { hub, n8n } = await setup();
	addProducts(
		hub,
		column.map((_, index) => ({ skuProduto: `S${index}` })),
	);
	const items = column.map((precoDe, index) => ({
		sku: `S${index}`,
		precoDe,
		precoPor: other[index],
	}));
	const result = await n8n.run(op('price updateBatch', mapped), items as IDataObject[], go);
	const sent = bodies<{ precos: IDataObject[] }>(hub, 'priceBatch').flatMap(({ precos }) => precos);
	return { sent, hints: hintsOf(result), result, items };
}
const prices = ({ sent }: { sent: IDataObject[] }) => sent.map(({ precoDe }) => precoDe);

describe('a price as text', () => {
	test.each([
		[['1.500'], [1500]],
		[['R$ 1.500'], [1500]],
		[['999.999'], [999999]],
		[
			['1.500', '1.500,00', '12,90'],
			[1500, 1500, 12.9],
		],
		[
			['1,500.00', '12.90', '1.500'],
			[1500, 12.9, 1.5],
		],
	])(
		'%j is read as %j, as its column says where it says something, and a hint tells it',
		async (column, expected) => {
			const run = await send(column);
			expect(shown(run.result.nodeError)).toBe('nothing was thrown');
			expect(prices(run)).toEqual(expected);
			const text = column.find((entry) => /^\D*\d{1,3}[.,]\d{3}$/.test(entry));
			expect(run.hints).toEqual([
				expect.stringContaining(
					`\`precoDe\` "${text}" as ${String(expected[column.indexOf(text!)]).replace('.', ',')}`,
				),
			]);
		},
	);
	test.each([
		['1,500', '1500,00 or 1,50'],
		['99,905', '99905,00 or 99,91'],
		['R$ 1,199', '1199,00 or 1,20'],
	])(
		'%j may mean two prices where its column says nothing: its row is refused with both, and the others are sent',
		async (text, both) => {
			const run = await send([12.9, text], ['9,90', '1.10']);
			expect(run.sent).toMatchObject([{ sku: 'S0', precoDe: 12.9 }]);
			expect(String(run.result.json()[1]!.error)).toContain(both);
			expect(run.hints.join()).not.toContain(text);
		},
	);

	test('the message about a broken rule shows the value as given and as read', async () => {
		const run = await send(['999,90'], ['1.500']);
		expect(String(run.result.json()[0]!.error)).toMatch(
			/`precoPor`\) must not be above.*"1\.500".*1500/,
		);
		expect(run.sent).toEqual([]);
	});

	test('100 ambiguous values make one hint of bounded length', async () => {
		const run = await send(Array.from({ length: 100 }, (_, index) => `${index + 1}.500`));
		expect(run.hints).toHaveLength(1);
		expect(run.hints[0]!.length).toBeLessThan(1_000);
	});
});

test.each([
	...['price updateBatch', 'customizedPrice set', 'listingPrice set', 'sandboxOrder create'],
	...['product create', 'product createBatch', 'product update', 'stock updateBatch'],
])('the form of %s says how text is read', (name) => {
	const { operation } = operations.find((each) => each.name === name)!;
	expect(operation.properties.map(({ hint }) => hint).join()).toContain('1.500');
});

/** Products with weights and measures as text, registered in one run: what the hub got, and the hints. */
async function register(rows: IDataObject[]) {
	const { hub, n8n } = await setup();
	const items = rows.map((row, index) => productFields({ skuProduto: `W${index}`, ...row }));
	const parameters = op('product create', mapped);
	const result = await n8n.done(parameters, items);
	return { sent: bodies<IDataObject>(hub, 'productCreate'), hints: hintsOf(result).join() };
}

describe('a weight as text', () => {
	test.each<[string, IDataObject[]]>([
		['2.250', [{ peso: '2.250', altura: '10,5' }]],
		['2.250', [{ peso: '2.250' }, { peso: '10,5' }]],
		['2,250', [{ peso: '2,250', altura: '10.5' }]],
		['2.250', [{ peso: '2.250', precoDe: '99,90' }]],
	])(
		'%s, whatever other rows and columns hold, is read with decimals and has a hint',
		async (text, rows) => {
			const { sent, hints } = await register(rows);
			expect(sent[0]).toMatchObject({ peso: 2.25 });
			expect(hints).toContain(`"${text}" as 2.25`);
		},
	);
});
