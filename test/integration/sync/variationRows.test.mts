import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { productsSent } from '../../support/batches.mts';
import { asJson, bodies, go, hintsOf } from '../../support/items.mts';
import { productFields } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addSimple,
	addVaried,
	custom,
	facts,
	heldBy,
	onRequest,
	productSync,
	statuses,
	unguardedProductSync,
	writes,
} from '../../support/sync.mts';

/** Lists with a row for each variation, in Product: Sync. */

const at = setupEach({ seed: { products: 0 } });
const updates = () => bodies<IDataObject>(at.hub, 'productUpdate');
const row = (skuProduto: string, skuVariacao: string, changes: IDataObject = {}) => ({
	skuProduto,
	skuVariacao,
	...changes,
});
/** A row of a variation with all columns of its product. */
const whole = (skuProduto: string, skuVariacao: string, changes: IDataObject = {}) => ({
	...productFields({ skuProduto }),
	...{ skuVariacao, tamanho: skuVariacao },
	...changes,
});
const prices = (product: string) =>
	heldBy(at.hub, product) && [
		heldBy(at.hub, product)!.precoPor,
		...Array.from({ length: 3 }, (_, each) => heldBy(at.hub, `${product}-${each}`)?.precoPor),
	];
const paired = (items: Array<{ pairedItem?: unknown }>) =>
	items.map(({ pairedItem }) => [pairedItem].flat().map((pair) => (pair as { item: number }).item));

test('the size of a variation is taken from a column in any spelling', async () => {
	addSimple(at.hub, 1);
	const { tamanho: Tamanho, ...columns } = whole('N0', 'N0-M');
	const result = await at.n8n.done(unguardedProductSync, [{ ...columns, Tamanho }]);
	expect(statuses(result.json())).toEqual({ N0: 'created' });
	expect(heldBy(at.hub, 'N0-M')).toMatchObject({ tamanho: 'N0-M' });
});

describe('a known product', () => {
	test('keeps its own values, and the change of one variation is sent with all variations', async () => {
		addVaried(at.hub, 1, 3);
		const list = [
			row('V0', 'V0-1', { precoPor: '69,90', peso: '0,3' }),
			row('V0', 'V0-0', { precoPor: 79.9 }),
		];
		const dry = await at.n8n.run({ ...productSync, dryRun: true }, list);
		expect(statuses(dry.json())).toEqual({ V0: 'wouldUpdate' });
		expect(writes(at.hub)).toEqual([]);
		const result = await at.n8n.done(productSync, list);
		expect(result.json()).toMatchObject([
			{
				sku: 'V0',
				status: 'updated',
				before: { variacoes: [{ skuVariacao: 'V0-1', precoPor: 79.9 }] },
				after: { variacoes: [{ skuVariacao: 'V0-1', precoPor: 69.9, peso: 0.3 }] },
			},
		]);
		expect(paired(result.items())).toEqual([[0, 1]]);
		expect(updates()).toHaveLength(1);
		expect(Object.keys(updates()[0]!)).toEqual(['variacoes']);
		expect(prices('V0')).toEqual([79.9, 79.9, 69.9, 79.9]);
		const again = await at.n8n.run(productSync, list);
		expect(facts(again.json())).toEqual([{ sku: 'V0', status: 'unchanged' }]);
	});

	test('changes by its own row, not by the rows of its variations', async () => {
		addVaried(at.hub, 1, 2);
		await at.n8n.done(unguardedProductSync, [
			row('V0', 'V0-0', { precoPor: 50, nome: 'Novo nome' }),
			row('V0', '', { precoPor: 60 }),
		]);
		expect(updates()).toMatchObject([{ nome: 'Novo nome', precoPor: 60 }]);
		expect(prices('V0')).toEqual([60, 50, 79.9, undefined]);
	});

	test('keeps its variations and what others change meanwhile, even with a whole list', async () => {
		addVaried(at.hub, 2, 2);
		onRequest(at.hub, 'productGet', 3, () => {
			heldBy(at.hub, 'V0-1')!.precoPor = 55;
		});
		const list = [row('V0', 'V0-0', { precoPor: 75 }), row('V1', 'V1-1', { precoPor: 79.9 })];
		const result = await at.n8n.done({ ...unguardedProductSync, wholeList: true }, list);
		expect(statuses(result.json())).toEqual({ V0: 'updated', V1: 'unchanged' });
		expect(prices('V0')).toEqual([79.9, 75, 55, undefined]);
		expect(prices('V1')).toEqual([79.9, 79.9, 79.9, undefined]);
	});

	test('gets a new variation from a row, but not one without a price', async () => {
		addVaried(at.hub, 2, 2);
		const result = await at.n8n.run(
			unguardedProductSync,
			[
				row('V0', 'V0-2', { tamanho: 'G', precoDe: 99.9, precoPor: 89.9 }),
				row('V1', 'V1-2', { tamanho: 'G', precoPor: 89.9 }),
			],
			go,
		);
		expect(result.json()).toMatchObject([
			{ sku: 'V0', status: 'updated' },
			{ sku: 'V1', status: 'notSent', error: 'List Price (BRL) (`precoDe`) of V1-2 is required' },
		]);
		expect(prices('V0')).toEqual([79.9, 79.9, 79.9, 89.9]);
		expect(prices('V1')).toEqual([79.9, 79.9, 79.9, undefined]);
	});

	test('does not take the variation of another product', async () => {
		addVaried(at.hub, 2, 2);
		const result = await at.n8n.run(productSync, [row('V0', 'V1-0', { precoPor: 69.9 })], go);
		expect(result.json()).toMatchObject([{ sku: 'V0', status: 'notSent' }]);
		expect(writes(at.hub)).toEqual([]);
	});
});

describe('a new product', () => {
	test('takes its values from its first row if it has no row of its own', async () => {
		const result = await at.n8n.done(unguardedProductSync, [
			whole('NEW', 'NEW-M', { precoPor: 70, peso: '0,4' }),
			whole('NEW', 'NEW-P', { precoPor: 60 }),
		]);
		expect(result.json()).toMatchObject([{ sku: 'NEW', status: 'created' }]);
		expect(productsSent(at.hub)).toEqual([['NEW']]);
		expect(heldBy(at.hub, 'NEW')).toMatchObject({ precoPor: 70, peso: 0.4 });
		expect(heldBy(at.hub, 'NEW-P')).toMatchObject({ precoPor: 60, tamanho: 'NEW-P' });
	});

	test('takes its values from its own row only, if it has one', async () => {
		const result = await at.n8n.run(
			unguardedProductSync,
			[
				whole('NEW', 'NEW-M', { precoPor: 70 }),
				whole('NEW', '', { precoPor: 90 }),
				whole('LESS', 'LESS-M'),
				{ skuProduto: 'LESS', marca: 'Marca' },
			],
			go,
		);
		expect(heldBy(at.hub, 'NEW')).toMatchObject({ precoPor: 90 });
		expect(result.json()).toMatchObject([
			{ sku: 'NEW', status: 'created' },
			{ sku: 'LESS', status: 'notSent', error: '7 fields are missing for a new product' },
		]);
	});
});

test('a variation of a product of the list that has a row of a product is not registered as one', async () => {
	addVaried(at.hub, 1, 2);
	const list = [
		{ skuProduto: 'V0', ativo: true },
		productFields({ skuProduto: 'V0-0' }),
		productFields({ skuProduto: 'NEW' }),
	];
	const parameters = { ...unguardedProductSync, ...asJson(list) };
	const results = (await at.n8n.run(parameters, undefined, go)).json();
	expect(statuses(results)).toEqual({ V0: 'unchanged', 'V0-0': 'notSent', NEW: 'created' });
	expect(results[1]).toMatchObject({
		error: 'The hub has V0-0 as a variation of the product V0',
	});
});

test('a product is refused if its rows differ in another column, and other products are not', async () => {
	addVaried(at.hub, 2, 2);
	const result = await at.n8n.run(
		unguardedProductSync,
		[
			row('V0', 'V0-0', { precoPor: 70, nome: 'Um' }),
			row('V1', 'V1-0', { precoPor: 70, nome: 'Um' }),
			row('V0', 'V0-1', { precoPor: 70, nome: 'Dois' }),
			row('V1', 'V1-1', { precoPor: 70, nome: '' }),
		],
		go,
	);
	expect(result.json()).toMatchObject([
		{
			sku: 'V0',
			status: 'notSent',
			error: 'Not sent, because the rows of this product differ in Name (rows 1, 3)',
		},
		{ sku: 'V1', status: 'updated' },
	]);
	expect(paired(result.items())).toEqual([
		[0, 2],
		[1, 3],
	]);
	expect(prices('V0')).toEqual([79.9, 79.9, 79.9, undefined]);
});

describe('guards and counts', () => {
	/** Twelve products with three variations each, the price of all variations of `changed` products put to `to`. */
	const list = (changed: number, to: number) =>
		Array.from({ length: 12 }, (_, product) =>
			Array.from({ length: 3 }, (__, each) =>
				row(`V${product}`, `V${product}-${each}`, { precoPor: product < changed ? to : 79.9 }),
			),
		).flat();

	test('count products: 4 of 12 change, however many rows they have', async () => {
		addVaried(at.hub, 12, 3);
		const result = await at.n8n.done(productSync, list(4, 75));
		expect(hintsOf(result)[0]).toMatch(/^12 compared, 4 updated, 8 unchanged, /);
		expect(result.json()).toHaveLength(12);
		expect(updates()).toHaveLength(4);
	});

	test('hold a run in which too many products change', async () => {
		addVaried(at.hub, 12, 3);
		const result = await at.n8n.run(productSync, list(7, 75), go);
		expect(result.json().filter(({ status }) => status === 'held')).toHaveLength(7);
		expect(String(result.json()[0]?.error)).toContain('7 of 12 entries (58,3 %) would change');
		expect(writes(at.hub)).toEqual([]);
	});

	test('hold a product for the price of one variation', async () => {
		addVaried(at.hub, 12, 3);
		const result = await at.n8n.run(
			{ ...productSync, ...custom({ changeShare: 0 }) },
			list(1, 7.99),
			go,
		);
		expect(result.json()[0]).toMatchObject({ sku: 'V0', status: 'held' });
		expect(result.json()[0]?.error).toContain('variacoes[V0-0].precoPor');
	});

	test('an incomplete whole list is counted in products', async () => {
		addVaried(at.hub, 4, 3);
		addSimple(at.hub, 6);
		const rows = list(0, 0).slice(0, 12);
		const result = await at.n8n.run({ ...productSync, wholeList: true }, rows, go);
		expect(result.json().at(-1)?.error).toContain('it names 4 of the 10 entries');
	});
});
