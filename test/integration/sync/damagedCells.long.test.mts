import chunk from 'lodash/chunk.js';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { go, mapped, op, shown } from '../../support/items.mts';
import {
	addCustomizedPrice,
	addProducts,
	addSecurityStock,
	addSkus,
} from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addPrices,
	addSimple,
	customizedSync,
	heldBy,
	priceOf,
	securitySync,
	statuses,
	stockIn,
	stockSync,
	writes,
} from '../../support/sync.mts';

/* A whole list with one damaged cell: the entry that it was about is neither zeroed nor deleted. */

const at = setupEach({ seed: { products: 0 } });
const deleting = { ...customizedSync, wholeList: true, missingInList: 'delete' };
const zeroing = { wholeList: true, missingInList: 'zero' };

describe('a channel that cannot be read', () => {
	test.each(['Loja Azul', '#REF!', 0, -11, '11;12', '11 - Loja', 11.5, '٣', '1e1'])(
		'%j: its price stays',
		async (idCanalIntegracao) => {
			addPrices(at.hub, 12);
			const rows: IDataObject[] = Array.from({ length: 12 }, (_, row) => priceOf(`P${row}`));
			Object.assign(rows[5]!, { idCanalIntegracao });
			await at.n8n.run(deleting, rows, go);
			expect([...at.hub.state.customizedPrices.keys()]).toContain('11|P5');
		},
	);

	test('the security stock stays, too', async () => {
		const skus = addSimple(at.hub, 12);
		const rows: IDataObject[] = skus.map((sku) => {
			return { sku, idCanalIntegracao: 11, estoqueSeguranca: 3 };
		});
		await at.n8n.done({ ...securitySync, guardMode: 'off' }, rows);
		at.hub.clearLog();
		rows[5]!.idCanalIntegracao = '#REF!';
		await at.n8n.run({ ...securitySync, ...zeroing }, rows, go);
		expect(writes(at.hub)).toEqual([]);
	});
});

describe('a SKU behind a formula of a spreadsheet, ="0789"', () => {
	const cell = (sku: string) => `="${sku}"`;

	test('its price in a channel is compared, not deleted', async () => {
		addPrices(at.hub, 12);
		const rows: IDataObject[] = Array.from({ length: 12 }, (_, row) => priceOf(`P${row}`));
		rows[5]!.skuProduto = cell('P5');
		const result = await at.n8n.done(deleting, rows);
		expect(new Set(Object.values(statuses(result.json())))).toEqual(new Set(['unchanged']));
		expect(writes(at.hub)).toEqual([]);
	});

	test.each(['sku', 'skuProduto', 'skuVariacao'])(
		'its stock is set, in the column %s',
		async (name) => {
			const rows = addSimple(at.hub, 12).map((own): IDataObject => ({ [name]: own, estoque: 5 }));
			rows[5] = { [name]: cell('P5'), estoque: 7 };
			await at.n8n.done({ ...stockSync, ...zeroing, inputMode: 'auto' }, rows);
			expect(heldBy(at.hub, 'P5')?.estoque).toBe(7);
		},
	);
});

describe('a SKU that cannot be read', () => {
	const damaged = [
		...[
			'#N/D',
			'#N/A',
			'#REF!',
			'#ERROR!',
			'#DESPEJAR!',
			'#CAMPO!',
			'####',
			'Err:502',
			'Loading...',
		],
		...[
			'undefined',
			'null',
			'NaN',
			'None',
			'N/A',
			'-',
			'0',
			'[object Object]',
			'7E+12',
			'7.891E12',
			'(vazio)',
			'--',
			'?',
			"'",
		],
	];
	const marked = [`'P5`, '"P5"', '“P5”', 'P\u200b5', 'P5\u0000', 'P5.0'];

	test.each([...damaged, ...marked, 'x'.repeat(251)])('%j: its stock stays', async (sku) => {
		const rows = addSimple(at.hub, 12).map((own) => ({ sku: own, estoque: 5 }));
		rows[5]!.sku = sku;
		await at.n8n.run({ ...stockSync, ...zeroing }, rows, go);
		expect(heldBy(at.hub, 'P5')?.estoque).toBe(5);
	});

	test.each([
		['undefined', ['']],
		['undefined', ['undefined']],
		['null', [5, 7]],
	])('%j with a stock of %j: the stock stays', async (sku, stocks) => {
		const rows: IDataObject[] = addSimple(at.hub, 12).map((own) => ({ sku: own, estoque: 5 }));
		rows.splice(5, stocks.length, ...stocks.map((estoque) => ({ sku, estoque })));
		await at.n8n.run({ ...stockSync, ...zeroing }, rows, go);
		expect(stockIn(at.hub, ['P5', 'P6'])).toEqual({ P5: 5, P6: 5 });
	});

	test.each([...damaged, ...marked, 'x'.repeat(256)])(
		'%j: its security stock stays',
		async (sku) => {
			const rows = addSimple(at.hub, 12).map((own) => {
				addSecurityStock(at.hub, own, 3);
				return { sku: own, idCanalIntegracao: 11, estoqueSeguranca: 3 };
			});
			rows[5]!.sku = sku;
			await at.n8n.run({ ...securitySync, ...zeroing }, rows, go);
			const { idAtributoSimples } = at.hub.state.products.get('P5')!;
			const kept = at.hub.state.securityStock.get(`11|${idAtributoSimples}`);
			expect(kept?.estoqueSeguranca).toBe(3);
		},
	);

	test.each([
		['CAMISETA AZUL', 'CAMISETA\u00a0AZUL'],
		['TV 32"', 'TV 32”'],
		['A B', 'A\nB'],
		['A B', 'A  B'],
	])('%j written as %j: its stock stays', async (own, sku) => {
		addSkus(at.hub, [own]);
		heldBy(at.hub, own)!.estoque = 5;
		const rows = [sku, ...addSimple(at.hub, 11)].map((each) => ({ sku: each, estoque: 5 }));
		await at.n8n.run({ ...stockSync, ...zeroing }, rows, go);
		expect(heldBy(at.hub, own)?.estoque).toBe(5);
	});

	test.each(['7,891E+12', '7891000315507.0'])(
		'%j, which was a number: its stock stays',
		async (sku) => {
			const skus = [...addSkus(at.hub, ['7891000315507']), ...addSimple(at.hub, 11)];
			heldBy(at.hub, '7891000315507')!.estoque = 5;
			const rows = skus.map((own, row) => ({ sku: row === 0 ? sku : own, estoque: 5 }));
			await at.n8n.run({ ...stockSync, ...zeroing }, rows, go);
			expect(heldBy(at.hub, '7891000315507')?.estoque).toBe(5);
		},
	);

	test.each(['#N/D', '-', '0', 0])(
		'%j as the variation of a product: the stock stays',
		async (skuVariacao) => {
			const rows: IDataObject[] = addSimple(at.hub, 12).map((skuProduto) => ({
				skuProduto,
				estoque: 5,
			}));
			rows[5]!.skuVariacao = skuVariacao;
			await at.n8n.run({ ...stockSync, ...zeroing, inputMode: 'auto' }, rows, go);
			expect(heldBy(at.hub, 'P5')?.estoque).toBe(5);
		},
	);

	test('a batch refuses it and names the rule', async () => {
		const rows = [{ sku: '#N/D', estoque: 1 }];
		const result = await at.n8n.run(op('stock updateBatch', mapped), rows, go);
		expect(String(result.json()[0]?.error)).toContain('must be a SKU, not an error');
	});
});

test('an item whose list is empty keeps the stock of all that may be in it', async () => {
	const pages = chunk(addSimple(at.hub, 20), 2).map((page) => ({
		rows: page.map((sku) => ({ sku, estoque: 5 })),
	}));
	pages[5]!.rows = [];
	const byJson = { ...stockSync, ...zeroing, inputMode: 'json', json: '={{ $json.rows }}' };
	await at.n8n.run(byJson, pages as unknown as IDataObject[], go);
	expect(writes(at.hub)).toEqual([]);
});

test('prices of variations stay if the list spells their products in another way', async () => {
	const name = (product: number) => `00${100 + product}`;
	const variations = (product: number) => ['a', 'b'].map((end) => `${name(product)}-${end}`);
	const products = Array.from({ length: 120 }, (_, product) => product);
	addProducts(
		at.hub,
		products.map((product) => ({
			skuProduto: name(product),
			variacoes: variations(product).map((skuVariacao, tamanho) => ({
				skuVariacao,
				tamanho: `T${tamanho}`,
			})),
		})),
	);
	const all = products.flatMap(variations);
	for (const sku of all) addCustomizedPrice(at.hub, sku, { precoDe: 120, precoPor: 110 });
	const withoutZeros = Array.from({ length: 30 }, (_, product) => String(100 + product));
	const list = [...all.slice(60), ...withoutZeros].map((sku) => priceOf(sku));
	await at.n8n.run(deleting, list, go);
	expect(writes(at.hub).filter(({ method }) => method === 'DELETE')).toEqual([]);
});

test('a channel price of 0 counts as none: a new price is compared with the product', async () => {
	addSimple(at.hub, 5);
	for (let row = 0; row < 5; row++)
		addCustomizedPrice(at.hub, `P${row}`, { precoDe: 0, precoPor: 0 });
	const list = Array.from({ length: 5 }, (_, row) => ({
		...priceOf(`P${row}`, 0.79),
		precoDe: 0.99,
	}));
	const result = await at.n8n.run(customizedSync, list, go);
	expect(statuses(result.json())).toMatchObject({ P0: 'held', P4: 'held' });
});

test.each([
	['the selling price', { precoDe: 99.9, precoPor: 0 }, { precoDe: 99.9, precoPor: 12 }],
	['the price before discount', { precoDe: 0, precoPor: 75 }, { precoDe: 500, precoPor: 75 }],
])(
	"where the channel lacks %s alone, a new one is compared with the product's own",
	async (_which, inHub, wanted) => {
		for (const sku of addSimple(at.hub, 2)) addCustomizedPrice(at.hub, sku, inHub);
		const near = { precoDe: inHub.precoDe || 99.9, precoPor: inHub.precoPor || 79.9 };
		const list = [wanted, near].map((prices, row) => ({ ...priceOf(`P${row}`), ...prices }));
		const result = (await at.n8n.run(customizedSync, list, go)).json();
		expect(statuses(result)).toEqual({ P0: 'held', P1: 'updated' });
		expect(String(result[0]!.error)).toMatch(/from the product's own (99|79),90/);
	},
);

test.each(['"delete"', '["zero"]'])(
	'Missing in List refuses %s as it was given, and names the choices as the form does',
	async (chosen) => {
		addSimple(at.hub, 1);
		const parameters = { ...stockSync, wholeList: true, missingInList: `={{ ${chosen} }}` };
		const result = await at.n8n.run(parameters, [{ sku: 'P0', estoque: 5 }]);
		const said = shown(result.nodeError);
		expect(said).toContain(`\`Missing in List\` cannot be ${chosen} in this sync`);
		expect(said).toContain('Set to Zero (zero)');
		expect(said).toContain('Ignore (ignore)');
	},
);
