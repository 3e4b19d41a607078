import { expect, test } from 'vitest';
import { op } from '../../../support/items.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach({ seed: { customizedPrices: 25 } });
const getMany = async (more: object) =>
	(await at.n8n.done(op('customizedPrice getMany', more))).json();

test('each price is an item with its product, its channel and the name of the channel', async () => {
	const prices = await getMany({ returnAll: true });
	expect(prices).toHaveLength(25);
	for (const { skuProduto, idCanalIntegracao, canal, precoDePersonalizado } of prices) {
		const held = at.hub.state.customizedPrices.get(`${idCanalIntegracao}|${skuProduto}`);
		expect(precoDePersonalizado).toBe(held!.precoDe);
		expect(canal).toBe(at.hub.state.channels.get(Number(idCanalIntegracao))!.nome);
	}
});

test('Limit sets the number of prices', async () => {
	expect(await getMany({ limit: 7 })).toHaveLength(7);
});

test('channels and SKUs filter the list', async () => {
	const [sku] = at.hub.state.products.keys();
	const prices = await getMany({ filters: { idCanalIntegracao: [11, 12], sku } });
	expect(
		prices.map(({ idCanalIntegracao, skuProduto }) => [idCanalIntegracao, skuProduto]),
	).toEqual([
		[11, sku],
		[12, sku],
	]);
});
