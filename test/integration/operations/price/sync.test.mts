import { expect, test } from 'vitest';
import { pricesSent } from '../../../support/batches.mts';
import { go } from '../../../support/items.mts';
import { setupEach } from '../../../support/setup.mts';
import { addSimple, heldBy, priceSync, statuses, writes } from '../../../support/sync.mts';

const at = setupEach({ seed: { products: 0 } });
/** The hub holds 99.90 and 79.90 of each product. */
const run = async (rows: object[], more = {}) => {
	addSimple(at.hub, 3);
	return (await at.n8n.run({ ...priceSync, ...more }, rows as [], go)).json();
};

test('only prices that differ by a cent or more are sent', async () => {
	const results = await run([
		{ sku: 'P0', precoDe: '99,90', precoPor: 79.9 },
		{ sku: 'P1', precoDe: 99.9, precoPor: 79.899999 },
		{ sku: 'P2', precoDe: 99.9, precoPor: 75 },
	]);
	expect(statuses(results)).toEqual({ P0: 'unchanged', P1: 'unchanged', P2: 'updated' });
	expect(results[2]).toMatchObject({ before: { precoPor: 79.9 }, after: { precoPor: 75 } });
	const sent = { sku: 'P2', precoDe: 99.9, precoPor: 75 };
	expect(pricesSent(at.hub, 'priceBatch')).toEqual([[sent]]);
});

test('a price that changes by more than half is held, and the others go through', async () => {
	const rows = [39.9, 40].map((precoPor, row) => ({ sku: `P${row}`, precoDe: 99.9, precoPor }));
	const results = await run(rows);
	expect(statuses(results)).toEqual({ P0: 'held', P1: 'updated' });
	expect(results[0]).toMatchObject({
		error:
			'Held, not sent: `precoPor` would change by 50,1 %, from 79,90 to 39,90; Price Change (%) is 50',
		description:
			'Look at the values. If they are right, choose Custom under Options > Guards, raise Price Change (%) or set it to 0, which switches it off, and run again.',
		before: { precoPor: 79.9 },
		after: { precoPor: 39.9 },
	});
	expect(heldBy(at.hub, 'P0')?.precoPor).toBe(79.9);
});

test('an unknown SKU is reported and not sent', async () => {
	const results = await run([{ sku: 'GONE', precoDe: 2, precoPor: 1 }]);
	expect(results).toMatchObject([{ sku: 'GONE', status: 'notInHub' }]);
	expect(writes(at.hub)).toEqual([]);
});

test('a dry run says what would be sent and sends nothing', async () => {
	const results = await run([{ sku: 'P0', precoDe: 99.9, precoPor: 70 }], { dryRun: true });
	expect(results).toMatchObject([{ status: 'wouldUpdate', after: { precoPor: 70 } }]);
	expect(writes(at.hub)).toEqual([]);
});
