import { expect } from 'vitest';
import { price, pricesSent } from '../../../support/batches.mts';
import { go } from '../../../support/items.mts';
import { setup, test } from '../../../support/setup.mts';
import { heldBy, priceSync } from '../../../support/sync.mts';

const row = (sku: string, precoPor = 10) => ({ sku, precoDe: 20, precoPor });

test('each row sets the prices of a product or variation and has its own result', async () => {
	const { hub, n8n } = await setup({ skus: 2 });
	const { json } = await n8n.run(price, [row('S0'), row('NADA'), row('S1')], go);
	expect(json().map(({ sku, sucesso }) => [sku, sucesso])).toEqual([
		['S0', true],
		['NADA', false],
		['S1', true],
	]);
	expect(heldBy(hub, 'S0')).toMatchObject({ precoDe: 20, precoPor: 10 });
});

test('prices may be written as in a spreadsheet', async () => {
	const { hub, n8n } = await setup({ skus: 1 });
	await n8n.done(price, [{ sku: 'S0', 'Preço de': '1.234,56', PRECO_POR: '12,90' }]);
	expect(pricesSent(hub, 'priceBatch')).toEqual([
		[{ sku: 'S0', precoDe: 1234.56, precoPor: 12.9 }],
	]);
});

test('a price that was computed goes out without what arithmetic adds to it', async () => {
	const { hub, n8n } = await setup({ skus: 1 });
	await n8n.done(price, [{ sku: 'S0', precoDe: 4.35 * 100, precoPor: 1.1 * 3 }]);
	expect(pricesSent(hub, 'priceBatch')).toEqual([[{ sku: 'S0', precoDe: 435, precoPor: 3.3 }]]);
});

test('a price with more than two decimals goes out rounded to the cent, as in a sync', async () => {
	const { hub, n8n } = await setup({ skus: 2 });
	const rows = [
		{ sku: 'S0', precoDe: 39.999, precoPor: 1.005 },
		{ sku: 'S1', precoDe: '1.234,5678', precoPor: 0.014 },
	];
	const sent = [
		{ sku: 'S0', precoDe: 40, precoPor: 1.01 },
		{ sku: 'S1', precoDe: 1234.57, precoPor: 0.01 },
	];
	await n8n.done(price, rows);
	expect(pricesSent(hub, 'priceBatch')).toEqual([sent]);
	await n8n.done(priceSync, rows);
	expect(pricesSent(hub, 'priceBatch')).toEqual([sent]);
});

test('a sale price above the list price is refused before it is sent', async ({ hub, n8n }) => {
	const { json } = await n8n.run(price, [row('CANECA-1', 21)], go);
	expect(json()[0]!.error).toContain('`precoPor`) must not be above List Price (BRL) (`precoDe`)');
	expect(hub.log).toEqual([]);
});
