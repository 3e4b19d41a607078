import { expect, test } from 'vitest';
import { stocks, stocksSent } from '../../../support/batches.mts';
import { go } from '../../../support/items.mts';
import { setupEach } from '../../../support/setup.mts';
import { addSimple, statuses, stockIn, stockSync, writes } from '../../../support/sync.mts';

const at = setupEach({ seed: { products: 0 } });
/** The hub holds 5 of each product. */
const run = async (rows: object[], more = {}) =>
	(await at.n8n.run({ ...stockSync, ...more }, rows as [], go)).json();

test('only stock that differs is sent', async () => {
	addSimple(at.hub, 2);
	const results = await run([...stocks(['P0'], 5), ...stocks(['P1'], 7)]);
	expect(results).toMatchObject([
		{ sku: 'P0', status: 'unchanged', before: { estoque: 5 } },
		{ sku: 'P1', status: 'updated', before: { estoque: 5 }, after: { estoque: 7 } },
	]);
	expect(stocksSent(at.hub)).toEqual([stocks(['P1'], 7)]);
});

test('an unknown SKU is reported and not sent', async () => {
	addSimple(at.hub, 1);
	const results = await run(stocks(['P0', 'GONE'], 6));
	expect(statuses(results)).toEqual({ P0: 'updated', GONE: 'notInHub' });
});

test('a list that would empty most of the shop is held', async () => {
	const skus = addSimple(at.hub, 20);
	expect(new Set(Object.values(statuses(await run(stocks(skus, 0)))))).toEqual(new Set(['held']));
	expect(writes(at.hub)).toEqual([]);
});

test('a list of changes may change all its SKUs, and reads no others', async () => {
	const skus = addSimple(at.hub, 300).slice(0, 20);
	const results = await run([...stocks(skus.slice(1), 0), ...stocks(['P0'], 7)], {
		onlyChanges: true,
	});
	expect(new Set(Object.values(statuses(results)))).toEqual(new Set(['updated']));
	expect(stockIn(at.hub, ['P0', 'P1'])).toEqual({ P0: 7, P1: 0 });
	expect(at.hub.count({ endpoint: 'productList' })).toBe(0);
});

test('products that the whole list does not name go to zero if the user chooses so', async () => {
	const skus = addSimple(at.hub, 20);
	await run(stocks(skus.slice(1), 5), { wholeList: true, missingInList: 'zero' });
	expect(stockIn(at.hub, ['P0', 'P1'])).toEqual({ P0: 0, P1: 5 });
});

test('a dry run says what would be sent and sends nothing', async () => {
	addSimple(at.hub, 1);
	const results = await run(stocks(['P0'], 7), { dryRun: true });
	expect(results).toMatchObject([{ status: 'wouldUpdate', after: { estoque: 7 } }]);
	expect(writes(at.hub)).toEqual([]);
});
