import { expect, test } from 'vitest';
import { pricesSent } from '../../../support/batches.mts';
import { go } from '../../../support/items.mts';
import { setupEach } from '../../../support/setup.mts';
import { addPrices, customizedSync, priceOf, writes } from '../../../support/sync.mts';

const at = setupEach({ seed: { products: 0 } });
const run = async (more: object, ...rows: Array<ReturnType<typeof priceOf>>) =>
	(await at.n8n.run({ ...customizedSync, ...more }, rows, go)).json();

test('only prices that differ from those in the channel are sent', async () => {
	addPrices(at.hub, 2);
	const results = await run({}, priceOf('P0'), priceOf('P1', 100));
	expect(results).toMatchObject([
		{ skuProduto: 'P0', status: 'unchanged' },
		{ skuProduto: 'P1', status: 'updated', before: { precoPor: 110 }, after: { precoPor: 100 } },
	]);
	expect(pricesSent(at.hub, 'customizedPriceSet')).toEqual([[priceOf('P1', 100)]]);
});

test('a price that drops to a hundredth is held, not sent', async () => {
	addPrices(at.hub, 1);
	expect(await run({}, priceOf('P0', 1.1))).toMatchObject([{ status: 'held' }]);
	expect(writes(at.hub)).toEqual([]);
});

test('a dry run says what would be sent and sends nothing', async () => {
	addPrices(at.hub, 1);
	expect(await run({ dryRun: true }, priceOf('P0', 100))).toMatchObject([
		{ status: 'wouldUpdate' },
	]);
	expect(writes(at.hub)).toEqual([]);
});

test('prices that the whole list no longer names are deleted if the user chooses so', async () => {
	addPrices(at.hub, 10);
	const list = Array.from({ length: 9 }, (_, index) => priceOf(`P${index}`));
	const results = await run({ wholeList: true, missingInList: 'delete' }, ...list);
	expect(results.at(-1)).toMatchObject({ skuProduto: 'P9', status: 'deleted' });
	expect(at.hub.state.customizedPrices.has('11|P9')).toBe(false);
});
