import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { readBinary } from '../../../engine/n8n.mts';
import { byId, hintsOf, itemOf, op } from '../../../support/items.mts';
import { addZplLabels } from '../../../support/orders.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach({ seed: { orders: 3 } });
const get = async (more = {}) =>
	await at.n8n.done(
		op('shipmentLabel get', { idPedido: byId('={{ $json.idPedido }}'), ...more }),
		[...at.hub.state.orders.values()].map(({ idPedido }) => ({ idPedido })),
	);

test('each label is an item with a file that can be printed', async () => {
	const orders = [...at.hub.state.orders.values()];
	addZplLabels(at.hub, orders);
	const { items } = await get();
	expect(items().map(itemOf)).toEqual([0, 1, 2]);
	const { data } = items()[1]!.binary!;
	expect(data).toMatchObject({ mimeType: 'application/zpl', fileExtension: 'zpl' });
	expect((await readBinary(data!)).toString()).toBe(`^XA^FD${orders[1]!.idPedido}^FS^XZ`);
});

test('Combine puts the ZPL labels of all items into one file, in their order', async () => {
	const orders = [...at.hub.state.orders.values()];
	addZplLabels(at.hub, orders);
	const { items } = await get({ combine: 'zpl' });
	expect(items()).toHaveLength(1);
	const printed = (await readBinary(items()[0]!.binary!.data!)).toString().match(/\d+/g);
	expect(printed).toEqual(orders.map(({ idPedido }) => String(idPedido)));
});

test('orders without a label give no item, and a hint says when labels come', async () => {
	for (const { idPedido } of at.hub.state.orders.values()) at.hub.state.labels.set(idPedido, []);
	const result = await get();
	expect(result.items()).toEqual([]);
	expect(hintsOf(result).join()).toContain('Labels come once an order is paid');
});

test('orders without a label are items if the user chooses so', async () => {
	for (const { idPedido } of at.hub.state.orders.values()) at.hub.state.labels.set(idPedido, []);
	const { json } = await get({ includeNotAvailable: true });
	expect(json().map(({ status }) => status)).toEqual(Array(3).fill('notAvailable'));
});

test('a label has an ID and a digest of its content, alone and in one file', async () => {
	const [order] = [...at.hub.state.orders.values()];
	addZplLabels(at.hub, [order!]);
	const [label] = at.hub.state.labels.get(order!.idPedido)!;
	const conteudo = Buffer.from('^XA^FDsecond^FS^XZ').toString('base64');
	at.hub.state.labels.set(order!.idPedido, [label!, { ...label!, conteudo }]);
	const ids = ({ labelId, digest }: IDataObject) => ({ labelId, digest });
	const alone = (await get()).json().slice(0, 2).map(ids);
	expect(alone.map(({ labelId }) => labelId)).toEqual([
		`${order!.idPedido}-1`,
		`${order!.idPedido}-2`,
	]);
	expect(alone[1]!.digest).toBe(createHash('sha256').update('^XA^FDsecond^FS^XZ').digest('hex'));
	expect(alone[0]!.digest).not.toBe(alone[1]!.digest);
	const [{ labels } = {}] = (await get({ combine: 'zpl' })).json();
	expect((labels as IDataObject[]).slice(0, 2).map(ids)).toEqual(alone);
});
