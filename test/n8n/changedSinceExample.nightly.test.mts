import { expect, test } from 'vitest';
import { tableRows } from '../server/dataTables.mts';
import { outputOf } from '../server/rest.mts';
import { heldBy } from '../support/sync.mts';
import { runExample } from './session.mts';
import { useStockExamples } from './stockExamplesSupport.mts';

const { hub, n8n, load } = await useStockExamples();

test('changed-since.json: a change is sent once, and only a row held by a guard is sent again', async () => {
	const prices = () =>
		['CANECA-1', 'CAMISETA-1-M', 'LUMINARIA-1'].map((sku) => heldBy(hub, sku)!.precoPor);
	const [, shirt, lamp] = prices();
	Object.assign(heldBy(hub, 'CANECA-1')!, { precoDe: 39.9, precoPor: 34.9 });
	const workflow = await load('changed-since');
	const states = async () =>
		(await tableRows(n8n, 'marketplace_hub_price_changes')).map(({ sku, state }) => [sku, state]);
	await runExample(n8n, workflow);
	expect(prices()).toEqual([28.9, 64.9, lamp]);
	expect(shirt).not.toBe(64.9);
	expect(await states()).toEqual([
		['CANECA-1', 'confirmed'],
		['CAMISETA-1-M', 'confirmed'],
		['LUMINARIA-1', 'held'],
	]);
	const again = await runExample(n8n, workflow);
	// the dates of the last five minutes only
	expect(outputOf(again, 'Rows').map(({ sku }) => sku)).toEqual(['CAMISETA-1-M', 'LUMINARIA-1']);
	expect(outputOf(again, 'Not Confirmed').map(({ sku }) => sku)).toEqual(['LUMINARIA-1']);
	expect(hub.count({ endpoint: 'priceBatch' })).toBe(1);

	Object.assign(heldBy(hub, 'LUMINARIA-1')!, { precoDe: 1_100, precoPor: 1_000 });
	await runExample(n8n, workflow);
	expect(prices()[2]).toBe(1_099.9);
	expect((await states()).at(-1)).toEqual(['LUMINARIA-1', 'confirmed']);
	await runExample(n8n, workflow);
	expect(hub.count({ endpoint: 'priceBatch' })).toBe(2);
});
