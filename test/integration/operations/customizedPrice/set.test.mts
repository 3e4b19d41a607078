import { expect } from 'vitest';
import { customized, pricesSent } from '../../../support/batches.mts';
import { byId, go } from '../../../support/items.mts';
import { channelPrice } from '../../../support/products.mts';
import { setup, test } from '../../../support/setup.mts';

test('each row sets the price of a product in a channel', async () => {
	const { hub, n8n } = await setup({ skus: 1 });
	const { json } = await n8n.done(customized, [channelPrice('S0')]);
	expect(json()).toEqual([{ ...channelPrice('S0'), sucesso: true }]);
	expect([...hub.state.customizedPrices.keys()]).toEqual(['11|S0']);
});

test('the channel of the form applies to rows without one', async () => {
	const { hub, n8n } = await setup({ skus: 1 });
	const { idCanalIntegracao: _channel, ...row } = channelPrice('S0');
	await n8n.done({ ...customized, idCanalIntegracao: byId(12) }, [row]);
	expect(pricesSent(hub, 'customizedPriceSet')).toEqual([[channelPrice('S0', 10, 12)]]);
});

test('rows go out in requests of a hundred', async () => {
	const { hub, n8n } = await setup({ skus: 250 });
	await n8n.done(
		customized,
		Array.from({ length: 250 }, (_, row) => channelPrice(`S${row}`)),
	);
	const sent = pricesSent(hub, 'customizedPriceSet');
	expect(sent.map(({ length }) => length)).toEqual([100, 100, 50]);
});

test('an invalid price is refused before it is sent', async () => {
	const { hub, n8n } = await setup({ skus: 1 });
	const { json } = await n8n.run(customized, [{ ...channelPrice('S0'), precoDe: 0 }], go);
	expect(json()[0]!.error).toContain('`precoDe`');
	expect(hub.log).toEqual([]);
});
