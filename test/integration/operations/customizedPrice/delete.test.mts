import { expect } from 'vitest';
import { byId, bySku, go, op } from '../../../support/items.mts';
import { addCustomizedPrice } from '../../../support/products.mts';
import { test } from '../../../support/setup.mts';

const remove = op('customizedPrice delete', {
	idCanalIntegracao: byId(11),
	sku: bySku('={{ $json.sku }}'),
});

test('the price of a product is deleted in the channel, and kept in other channels', async ({
	hub,
	n8n,
}) => {
	addCustomizedPrice(hub, 'CANECA-1');
	addCustomizedPrice(hub, 'CANECA-1', { idCanalIntegracao: 12 });
	const { json } = await n8n.done(remove, [{ sku: 'CANECA-1' }]);
	expect(json()).toEqual([{ deleted: true }]);
	expect([...hub.state.customizedPrices.keys()]).toEqual(['12|CANECA-1']);
});

test('a price that does not exist gets a 404, and the others are deleted', async ({ hub, n8n }) => {
	addCustomizedPrice(hub, 'CANECA-1');
	const { json } = await n8n.run(remove, [{ sku: 'NADA' }, { sku: 'CANECA-1' }], go);
	expect(json()).toMatchObject([{ httpStatus: 404 }, { deleted: true }]);
});

test('an empty SKU deletes nothing', async ({ hub, n8n }) => {
	const { nodeError } = await n8n.run(remove, [{ sku: ' ' }]);
	expect(nodeError?.message).toContain('Product (`skuProduto`) is empty');
	expect(hub.log).toEqual([]);
});
