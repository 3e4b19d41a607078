import { expect, test } from 'vitest';
import { op } from '../../../support/items.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach({ seed: { securityStocks: 25 } });
const getMany = async (more: object) =>
	(await at.n8n.done(op('securityStock getMany', more))).json();

test('each entry is an item with its product, its channel and the name of the channel', async () => {
	const entries = await getMany({ returnAll: true });
	expect(entries).toHaveLength(25);
	for (const { canal, idCanalIntegracao, skuProduto } of entries) {
		expect(canal).toBe(at.hub.state.channels.get(Number(idCanalIntegracao))!.nome);
		expect(at.hub.state.products.has(String(skuProduto))).toBe(true);
	}
});

test('Limit sets the number of entries', async () => {
	expect(await getMany({ limit: 7 })).toHaveLength(7);
});

test('channels and SKUs filter the list', async () => {
	const [sku] = at.hub.state.products.keys();
	const found = await getMany({ filters: { idCanalIntegracao: [11, 12], sku } });
	expect(found.map(({ idCanalIntegracao, skuProduto }) => [idCanalIntegracao, skuProduto])).toEqual(
		[11, 12].map((channel) => [channel, sku]),
	);
});
