import { createRequire } from 'node:module';
import range from 'lodash/range.js';
import type * as N8nCore from 'n8n-core';
import type { INodeExecutionData } from 'n8n-workflow';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readBinary, withFilesystemBinaryData } from '../../engine/n8n.mts';
import { setupEach } from '../../support/setup.mts';
import { byId, go, hintsOf, op } from '../../support/items.mts';

const at = setupEach({ seed: { channels: 1 } });

const orders = (count: number, status = 'pago') =>
	Array.from({ length: count }, () => at.hub.createOrder({ status }).idPedido);
const encoded = (text: string) => Buffer.from(text).toString('base64');
const zpl = (text: string) => `^XA^CI28^FO10,10^FDação ${text}^FS^XZ`;
const put = (idPedido: number, ...labels: Array<[tipo: string, content: string]>) =>
	at.hub.state.labels.set(
		idPedido,
		labels.map(([tipo, content]) => ({
			conteudo: encoded(content),
			tipo,
			canal: 'Mercado Azul',
			idPedidoCanal: idPedido + 1_000,
		})),
	);
/** Gets the labels of these orders, all that are ZPL in one file. */
const combine = async (ids: Array<number | string>, changes = {}, node = {}) =>
	await at.n8n.run(
		op('shipmentLabel get', {
			idPedido: byId('={{ $json.id }}'),
			combine: 'zpl',
			includeNotAvailable: true,
			...changes,
		}),
		ids.map((id) => ({ id })),
		node,
	);

test('the ZPL labels of 500 orders make one file, once each in the order of the items, with a list', async () => {
	const all = orders(500);
	all.forEach((id) => put(id, ['zpl', zpl(`${id}`)]));
	const run = async (ids = all) => {
		const { items, error } = await combine(ids);
		expect(error).toBeUndefined();
		expect(items()).toHaveLength(1);
		const [{ json, binary, pairedItem }] = items() as [ReturnType<typeof items>[number]];
		const file = binary!.data!;
		expect(file).toMatchObject({ fileName: 'etiquetas.zpl', mimeType: 'application/zpl' });
		const printed = (await readBinary(file)).toString().match(/\^XA[^]*?\^XZ/g);
		expect(printed).toEqual(ids.map((id) => zpl(`${id}`)));
		expect(json).toMatchObject({ status: 'available', fileName: 'etiquetas.zpl' });
		expect(json.labels).toMatchObject(
			ids.map((id, index) => ({
				position: index + 1,
				idPedido: String(id),
				idPedidoCanal: id + 1_000,
				canal: 'Mercado Azul',
			})),
		);
		expect(pairedItem).toEqual(ids.map((_, item) => ({ item })));
	};
	await run();
	await withFilesystemBinaryData(async () => await run(all.slice(0, 20)));
});

test('other labels keep files of their own, and an order without a label says so', async () => {
	const [both, pdf, two] = orders(3) as [number, number, number];
	const [none] = orders(1, 'novo') as [number];
	put(both, ['pdf', '%PDF-1.7\n%%EOF'], ['zpl', zpl('both')]);
	put(pdf, ['pdf', '%PDF-1.7\n%%EOF']);
	// two equal labels of one order are two parcels; what only the hub calls ZPL is printed alone
	put(two, ['zpl', zpl('parcel')], ['zpl', zpl('parcel')], ['zpl', 'something else']);
	const { items, json } = await combine([none, pdf, two, both]);
	expect(json()).toMatchObject([
		{
			labels: [
				{ position: 1, idPedido: `${two}` },
				{ position: 2, idPedido: `${two}` },
				{ position: 3, idPedido: `${both}` },
			],
		},
		{ status: 'notAvailable', idPedido: `${none}` },
		{ status: 'available', idPedido: `${pdf}`, mimeType: 'application/pdf' },
		{ idPedido: `${two}`, fileName: `etiqueta-${two}-3.zpl` },
		{ idPedido: `${both}`, fileName: `etiqueta-${both}-1.pdf` },
	]);
	expect(items().map(({ pairedItem }) => pairedItem)).toEqual([
		[{ item: 2 }, { item: 3 }],
		...[0, 1, 2, 3].map((item) => ({ item })),
	]);
	expect(items()[1]!.binary).toBeUndefined();
});

test('an order that stands in two rows has its label in the file once', async () => {
	const [one, other] = orders(2) as [number, number];
	[one, other].forEach((id) => put(id, ['zpl', zpl(`${id}`)]));
	const { json } = await combine([one, other, one]);
	expect(json()).toMatchObject([{ labels: [{ idPedido: `${one}` }, { idPedido: `${other}` }] }]);
});

test('an order that the hub refuses does not keep the others from the file', async () => {
	const [one, broken] = orders(2) as [number, number];
	put(one, ['zpl', zpl('one')]);
	put(broken, ['zpl', '^XA cut off']);
	const { json } = await combine([999_999_999, broken, one], {}, go);
	expect(json()).toMatchObject([
		{ labels: [{ idPedido: `${one}` }] },
		{ error: expect.stringContaining('404') },
		{ idPedido: `${broken}`, error: expect.stringContaining('cut off') },
	]);
	const stopped = await combine([broken, one]);
	expect(stopped.nodeError?.message).toContain('cut off');
});

test('an order that is written in two ways has its label printed once', async () => {
	const [id] = orders(1) as [number];
	put(id, ['zpl', zpl('once')]);
	const result = await combine([id, ` ${id} `, `00${id}`]);
	expect(result.json()).toMatchObject([{ labels: [{ position: 1, idPedido: String(id) }] }]);
	expect(result.json()[0]!.labels).toHaveLength(1);
});

test('a file that cannot be stored: a failed item has the reason unchanged, and the editor shows it as text', async () => {
	const [id] = orders(1) as [number];
	put(id, ['zpl', zpl('one')]);
	const { BinaryDataService } = createRequire(import.meta.url)('n8n-core') as typeof N8nCore;
	const store = vi.spyOn(BinaryDataService.prototype, 'store');
	onTestFinished(() => store.mockRestore());
	store.mockRejectedValue(new Error('no room for <b>'));
	expect((await combine([id], {}, go)).json()).toMatchObject([
		{ error: expect.stringContaining('no room for <b>') },
	]);
	expect((await combine([id])).error?.message).toContain('no room for ‹b>');
});

const textOf = async (item: INodeExecutionData) =>
	(await readBinary(item.binary!.data!)).toString();

test('what a label has set for good does not change the next one', async () => {
	const [one, other] = orders(2) as [number, number];
	put(one, ['zpl', '^XA^POI^CI28^FDone^FS^XZ']);
	put(other, ['zpl', '^XA^FDother^FS^XZ']);
	const result = await combine([one, other]);
	expect(await textOf(result.items()[0]!)).toBe(
		'^XA^POI^CI28^FDone^FS^XZ\n^XA^PON^CI0^FDother^FS^XZ\n',
	);
	expect(hintsOf(result)).toEqual([]);
});

test('labels that set the printer in different ways come as a file for each way, with a hint', async () => {
	const [wide, narrow, plain, again] = orders(4) as [number, number, number, number];
	put(wide, ['zpl', '^XA^PW812^FDwide^FS^XZ']);
	put(narrow, ['zpl', '^XA^PW400^FDnarrow^FS^XZ']);
	put(plain, ['zpl', '^XA^FDplain^FS^XZ']);
	put(again, ['zpl', '^XA^PW812^FDagain^FS^XZ']);
	const result = await combine([wide, narrow, plain, again]);
	expect(result.items().map(({ pairedItem }) => pairedItem)).toEqual([
		[{ item: 0 }, { item: 3 }],
		{ item: 1 },
		{ item: 2 },
	]);
	expect(result.json()).toMatchObject([
		{ fileName: 'etiquetas.zpl', labels: [{ idPedido: `${wide}` }, { idPedido: `${again}` }] },
		{ fileName: 'etiquetas-2.zpl', labels: [{ position: 1, idPedido: `${narrow}` }] },
		{ fileName: 'etiquetas-3.zpl', labels: [{ position: 1, idPedido: `${plain}` }] },
	]);
	expect(await textOf(result.items()[0]!)).toBe(
		'^XA^PW812^FDwide^FS^XZ\n^XA^PW812^FDagain^FS^XZ\n',
	);
	expect(hintsOf(result).join()).toContain(
		'etiquetas.zpl with 2 labels, etiquetas-2.zpl with 1 label, etiquetas-3.zpl with 1 label',
	);
});

test('labels are counted, not records of the hub', async () => {
	const [two, one] = orders(2) as [number, number];
	put(two, ['zpl', '^xa^fda^fs^xz\r\n^XA^FDb^FS^XZ']);
	put(one, ['zpl', '^XA^CC/ /FDc/FS/XZ']);
	const result = await combine([two, one]);
	expect(result.json()[0]!.labels).toMatchObject([
		{ position: 1, idPedido: `${two}`, labelId: `${two}-1` },
		{ position: 2, idPedido: `${two}`, labelId: `${two}-1` },
		{ position: 3, idPedido: `${one}` },
	]);
});

test('thousands of labels, each of which sets the printer in its own way, do not keep n8n from answering', async () => {
	const [id = 0] = orders(1);
	put(id, ...range(12_000).map((place): [string, string] => ['zpl', `^XA^PW${place}^FDx^FS^XZ`]));
	const began = process.cpuUsage();
	const result = await combine([id], { returnAll: true });
	const { user } = process.cpuUsage(began);
	expect(result.items()).toHaveLength(12_000);
	expect(user / 1e6).toBeLessThan(8);
});
