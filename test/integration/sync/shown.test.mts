import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { stocks, stocksSent } from '../../support/batches.mts';
import { go, shown as textOf } from '../../support/items.mts';
import { productFields } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addSimple,
	addVaried,
	heldBy,
	priceSync,
	productSync,
	statuses,
	stockIn,
	stockSync,
	writes,
} from '../../support/sync.mts';

/* What a person has seen in a dry run is what is sent. */

const at = setupEach({ seed: { products: 0 } });

type Sync = typeof stockSync & IDataObject;
const dryRunOf = async (parameters: Sync, list: IDataObject[]) =>
	(await at.n8n.run({ ...parameters, dryRun: true }, list)).json();
const sendShown = async (parameters: Sync, list: IDataObject[], shown: IDataObject[] | string) =>
	(await at.n8n.run({ ...parameters, shown: shown as string }, list, go)).json();

test('what the dry run showed is sent', async () => {
	addSimple(at.hub, 3);
	const list = stocks(['P0', 'P1', 'P2', 'P9'], 8);
	const sent = await sendShown(stockSync, list, await dryRunOf(stockSync, list));
	expect(statuses(sent)).toEqual({ P0: 'updated', P1: 'updated', P2: 'updated', P9: 'notInHub' });
});

test('what has another value in the hub by now is held, all else is sent', async () => {
	const skus = addSimple(at.hub, 12);
	const list = stocks(skus.slice(0, 4), 8);
	const shown = await dryRunOf(stockSync, list);
	for (const sku of ['P0', 'P1', 'P2']) heldBy(at.hub, sku)!.estoque = 3;
	const sent = await sendShown(stockSync, list, shown);
	expect(sent).toMatchObject([
		{ sku: 'P0', status: 'held', error: 'Held, not sent: the dry run showed other values' },
		{ status: 'held' },
		{ status: 'held' },
		{ sku: 'P3', status: 'updated' },
	]);
	expect(stocksSent(at.hub).flat()).toEqual([{ sku: 'P3', estoque: 8 }]);
});

test('what would change although the dry run showed it unchanged is held', async () => {
	addSimple(at.hub, 2);
	const list = [...stocks(['P0'], 5), ...stocks(['P1'], 8)];
	const shown = await dryRunOf(stockSync, list);
	heldBy(at.hub, 'P0')!.estoque = 3;
	expect(statuses(await sendShown(stockSync, list, shown))).toEqual({ P0: 'held', P1: 'updated' });
});

test('a row that would not be sent says nothing of another row of its SKU', async () => {
	addSimple(at.hub, 2);
	const list = [...stocks(['P0'], 8), { sku: 'P0', estoque: 'many' }, ...stocks(['P1'], 8)];
	const shown = await dryRunOf(stockSync, list);
	const sent = await sendShown(stockSync, list, shown);
	expect(sent.map(({ sku, status }) => [sku, status])).toEqual([
		['P0', 'updated'],
		['P0', 'notSent'],
		['P1', 'updated'],
	]);
});

test('what is in the hub only now is not set to zero', async () => {
	const skus = addSimple(at.hub, 12);
	const whole = { ...stockSync, wholeList: true, missingInList: 'zero' };
	const list = stocks(skus.slice(0, 11), 5);
	const shown = await dryRunOf(whole, list);
	addSimple(at.hub, 1, 'NEW');
	const sent = await sendShown(whole, list, shown);
	expect(statuses(sent.filter(({ status }) => status !== 'unchanged'))).toEqual({
		P11: 'updated',
		NEW0: 'held',
	});
	expect(stockIn(at.hub, ['P11', 'NEW0'])).toEqual({ P11: 0, NEW0: 5 });
});

test('what the dry run held back is held, and the row says so', async () => {
	const skus = addSimple(at.hub, 12);
	const list = stocks(skus, 8);
	const shown = await dryRunOf(stockSync, list);
	expect(new Set(shown.map(({ status }) => status))).toEqual(new Set(['wouldBeHeld']));
	const sent = await sendShown({ ...stockSync, guardMode: 'off' } as Sync, list, shown);
	expect(sent[0]).toMatchObject({
		status: 'held',
		error: 'Held, not sent: the dry run held it back',
	});
	expect(writes(at.hub)).toEqual([]);
});

test('a dry run of another list shows nothing of this one', async () => {
	addSimple(at.hub, 2);
	const shown = await dryRunOf(stockSync, stocks(['P0'], 8));
	const sent = await sendShown(stockSync, [...stocks(['P0'], 7), ...stocks(['P1'], 8)], shown);
	expect(sent).toMatchObject([
		{ status: 'held', why: 'the dry run showed other values' },
		{ status: 'held', why: 'the dry run did not show it' },
	]);
	expect(writes(at.hub)).toEqual([]);
});

test('prices and products are held likewise, a changed variation with its product', async () => {
	addSimple(at.hub, 2);
	const [variation = ''] = addVaried(at.hub, 1, 2);
	const prices = ['P0', 'P1'].map((sku) => ({ sku, precoDe: 99.9, precoPor: 69.9 }));
	const shownPrices = await dryRunOf(priceSync, prices);
	heldBy(at.hub, 'P0')!.precoPor = 75;
	expect(statuses(await sendShown(priceSync, prices, shownPrices))).toEqual({
		P0: 'held',
		P1: 'updated',
	});
	const products = [
		{ skuProduto: 'V0', variacoes: JSON.stringify([{ skuVariacao: variation, precoPor: 70 }]) },
		{ skuProduto: 'P1', nome: 'Caneca' },
	];
	const shownProducts = await dryRunOf(productSync, products);
	expect(statuses(shownProducts)).toEqual({ V0: 'wouldUpdate', P1: 'wouldUpdate' });
	heldBy(at.hub, variation)!.precoPor = 72;
	expect(statuses(await sendShown(productSync, products, shownProducts))).toEqual({
		V0: 'held',
		P1: 'updated',
	});
});

test('a new product goes out as it was shown, and not with another price', async () => {
	const [asShown, cheaper] = ['NEW1', 'NEW2'].map((skuProduto) => productFields({ skuProduto }));
	const shown = await dryRunOf(productSync, [asShown!, cheaper!]);
	const list = [asShown!, { ...cheaper, precoDe: 4.99, precoPor: 4.99 }];
	expect(statuses(await sendShown(productSync, list, shown))).toEqual({
		NEW1: 'created',
		NEW2: 'held',
	});
	expect([...at.hub.state.products.keys()]).toEqual(['NEW1']);
});

test('as n8n stores them, the results are the same', async () => {
	addVaried(at.hub, 1, 2);
	const list = [{ skuProduto: 'V0', nome: 'Camisa', cor: 'azul' }];
	const shown = JSON.stringify(await dryRunOf(productSync, list));
	expect(statuses(await sendShown(productSync, list, shown))).toEqual({ V0: 'updated' });
});

describe('a field that holds no results', () => {
	test('left empty, sends everything', async () => {
		addSimple(at.hub, 1);
		expect(statuses(await sendShown(stockSync, stocks(['P0'], 8), ''))).toEqual({ P0: 'updated' });
	});

	test('sends nothing where the dry run showed nothing', async () => {
		addSimple(at.hub, 1);
		expect(statuses(await sendShown(stockSync, stocks(['P0'], 8), '[]'))).toEqual({ P0: 'held' });
	});

	test.each(["={{ '' }}", '={{ undefined }}', '={{ $json.none }}', 'yes', '[1]'])(
		'%s stops the run',
		async (shown) => {
			addSimple(at.hub, 1);
			const { error } = await at.n8n.run({ ...stockSync, shown }, stocks(['P0'], 8));
			expect(textOf(error)).toContain('must be the list of results of a dry run');
			expect(writes(at.hub)).toEqual([]);
		},
	);
});
