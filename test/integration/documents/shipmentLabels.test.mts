import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, test } from 'vitest';
import { readBinary, withFilesystemBinaryData } from '../../engine/n8n.mts';
import type { Label } from '../../hub/index.mts';
import { byId } from '../../support/locators.mts';
import { setup, type Setup } from '../../support/setup.mts';
import { op, split } from '../../support/items.mts';

let at: Setup;
beforeEach(async () => {
	at = await setup({ seed: { orders: 40 } });
});

const get = async (id: number | string, changes = {}) =>
	await at.n8n.run(op('shipmentLabel get', { idPedido: byId(id), ...changes }));
const order = () => [...at.hub.state.orders.values()][1]!;
const put = (...labels: Array<Partial<Label>>) => {
	const { idPedido } = order();
	at.hub.state.labels.set(
		idPedido,
		labels.map((label) => ({
			conteudo: '',
			tipo: 'pdf',
			canal: 'Mercado Azul',
			idPedidoCanal: 20000,
			...label,
		})),
	);
	return idPedido;
};
/** The hub answers twice with these labels, which are none by its own contract. */
const answer = (...labels: IDataObject[]) => {
	const idPedido = put();
	const etiquetas = labels.map((label) => ({ tipo: 'pdf', canal: 'Mercado Azul', ...label }));
	const info = { prev: '', self: '', next: '', offset: 0, limit: 100, total: labels.length };
	const body = { etiquetas, info };
	at.hub.faults.add({ kind: 'status', status: 200, endpoint: 'shipmentLabels', times: 2, body });
	return idPedido;
};
const encoded = (...bytes: Array<number | string>) =>
	Buffer.concat(
		bytes.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))),
	).toString('base64');

const png = encoded(
	0x89,
	'PNG\r\n',
	0x1a,
	'\n',
	'rest',
	0,
	0,
	0,
	0,
	'IEND',
	0xae,
	0x42,
	0x60,
	0x82,
);
const jpg = encoded(0xff, 0xd8, 0xff, 0xe0, 'rest', 0xff, 0xd9);
const pdf = encoded('%PDF-1.7\nrest\n%%EOF\n');
const zpl = encoded('^XA^FO10,10^FDção^FS^XZ');

describe('the content decides type and extension', () => {
	test.each([
		['pdf', pdf, 'pdf', 'application/pdf'],
		['zpl', zpl, 'zpl', 'application/zpl'],
		['ZPL', encoded('\r\n~DG000,10\r\n^XA^XZ'), 'zpl', 'application/zpl'],
		['png', png, 'png', 'image/png'],
		['jpg', jpg, 'jpg', 'image/jpeg'],
		['png/jpg', png, 'png', 'image/png'],
		['png/jpg', jpg, 'jpg', 'image/jpeg'],
		['pdf', png, 'png', 'image/png'],
		['PDF', encoded('\n\n%PDF-1.4\n%%EOF'), 'pdf', 'application/pdf'],
		['zpl', encoded('something else'), 'zpl', 'application/zpl'],
		['epl', encoded('N\nA50'), 'epl', 'application/octet-stream'],
		['../x', encoded('N\nA50'), 'bin', 'application/octet-stream'],
	])('tipo %s, content %s: %s', async (tipo, conteudo, extension, mimeType) => {
		const idPedido = put({ tipo, conteudo });
		const { items, error } = await get(idPedido);
		expect(error).toBeUndefined();
		const [item] = items();
		const file = item!.binary!.data as IBinaryData;
		expect(file).toMatchObject({ mimeType, fileExtension: extension });
		expect(file.fileName).toMatch(new RegExp(`^[\\w-]+\\.${extension}$`));
		expect(file.fileName).toContain(String(idPedido));
		expect((await readBinary(file)).toString('base64')).toBe(conteudo);
		expect(item!.json).toMatchObject({ canal: 'Mercado Azul', idPedidoCanal: 20000, tipo });
		expect(JSON.stringify(item!.json)).not.toContain(conteudo);
	});
});

test("several labels: one item and one file for each, in the hub's order, with names of their own", async () => {
	const idPedido = put(
		{ conteudo: pdf },
		{ tipo: 'zpl', conteudo: zpl },
		{ tipo: 'png/jpg', conteudo: jpg },
		{ conteudo: pdf },
	);
	const { items } = await get(idPedido);
	expect(items().map(({ json }) => json.tipo)).toEqual(['pdf', 'zpl', 'png/jpg', 'pdf']);
	expect(new Set(items().map(({ binary }) => binary!.data!.fileName)).size).toBe(4);
	expect(items().every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(true);
});

test('an order without labels gives no item; it is not a refusal', async () => {
	const { error, items } = await get(put());
	expect(error).toBeUndefined();
	expect(items()).toEqual([]);
});

test('all the labels of the hub, in memory and on disk, are real files of their type', async () => {
	const start = { pdf: '%PDF-', zpl: '^XA', png: '\x89PNG', jpg: '\xff\xd8\xff' } as Record<
		string,
		string
	>;
	const run = async () => {
		const { items, error } = await at.n8n.run(
			op('shipmentLabel get', { idPedido: byId('={{ $json.id }}') }),
			[...at.hub.state.orders.keys()].map((id) => ({ id })),
		);
		expect(error).toBeUndefined();
		const seen = new Set<string>();
		for (const { json, binary } of items()) {
			const { fileExtension = '', fileSize } = binary!.data!;
			const content = await readBinary(binary!.data!);
			expect(content.toString('latin1').startsWith(start[fileExtension]!)).toBe(true);
			expect(fileSize).toBeTruthy();
			expect(String(json.tipo).split('/')).toContain(fileExtension);
			seen.add(fileExtension);
		}
		expect([...seen].sort()).toEqual(['jpg', 'pdf', 'png', 'zpl']);
	};
	await run();
	await withFilesystemBinaryData(run);
});

test('the binary field can be chosen', async () => {
	const { items } = await get(put({ conteudo: pdf }), { binaryPropertyName: 'etiqueta' });
	expect(Object.keys(items()[0]!.binary!)).toEqual(['etiqueta']);
});

test('an order that does not exist', async () => {
	const { nodeError } = await get(1);
	expect(nodeError?.message).toContain('404');
});

describe('a label without usable content is a failed item that says why', () => {
	const html = '<!DOCTYPE html><html><body>Sessão expirada</body></html>';
	const half = (content: string) => content.slice(0, (content.length >> 3) << 2);
	const cut = (content: string) => content.replace(/=+$/, '').slice(0, -2);

	test.each([
		['empty', 'pdf', '', /empty/],
		['blank', 'pdf', ' \n', /empty/],
		['null', 'pdf', null, /empty/],
		['an empty data address', 'pdf', 'data:application/pdf;base64,', /empty/],
		['signs that are not base64', 'pdf', '@@@', /base64/],
		['a number', 'zpl', 12345, /base64/],
		['an HTML page', 'pdf', html, /HTML/],
		['an HTML page in base64', 'zpl', encoded(html), /HTML/],
		['an HTML page in base64, of no known type', 'epl', encoded(`\n${html}`), /HTML/],
		['a message in JSON', 'zpl', encoded('{"error":"sem etiqueta"}'), /JSON/],
		['the word null', 'pdf', encoded('null'), /pdf/],
		['text called a pdf', 'pdf', encoded('something else'), /pdf/],
		['text called an image', 'png/jpg', encoded('something else'), /png/],
		['half a pdf', 'pdf', half(pdf), /cut off/],
		['half a png', 'png', half(png), /cut off/],
		['half a jpg', 'jpg', half(jpg), /cut off/],
		['half a ZPL label', 'zpl', half(zpl), /cut off/],
		['a pdf without its last signs', 'pdf', cut(pdf), /cut off/],
		['base64 that stops within a byte', 'epl', 'TkFCQ', /cut off/],
	])('%s (tipo %s)', async (_what, tipo, conteudo, reason) => {
		const idPedido = answer({ tipo, conteudo });
		const stopped = await get(idPedido);
		expect(stopped.items()).toEqual([]);
		expect(stopped.nodeError?.message).toMatch(reason);
		expect(stopped.nodeError?.message).toContain(String(idPedido));
		expect(stopped.nodeError?.description).toMatch(/again|hub/);
		const going = await at.n8n.run(
			op('shipmentLabel get', { idPedido: byId(idPedido) }),
			[{}],
			split,
		);
		expect(going.items(0)).toEqual([]);
		expect(going.items(1).map(({ json }) => json.error)).toEqual([expect.stringMatching(reason)]);
	});

	test("the order's other labels still come out", async () => {
		const idPedido = answer({ conteudo: pdf }, { conteudo: '' }, { tipo: 'zpl', conteudo: zpl });
		const { items } = await at.n8n.run(
			op('shipmentLabel get', { idPedido: byId(idPedido) }),
			[{}],
			split,
		);
		expect(items(0).map(({ json }) => json.tipo)).toEqual(['pdf', 'zpl']);
		expect(items(1).map(({ json }) => json.error)).toEqual([
			expect.stringContaining(`Label 2 of order ${idPedido}`),
		]);
	});

	test.each([
		['broken over lines', pdf.replace(/(.{8})/g, '$1\r\n')],
		['without padding', pdf.replace(/=+$/, '')],
		['with a data address before it', `data:application/pdf;base64,${pdf}`],
	])('base64 %s is read', async (_how, conteudo) => {
		const { items, error } = await get(answer({ conteudo }));
		expect(error).toBeUndefined();
		expect((await readBinary(items()[0]!.binary!.data!)).toString('base64')).toBe(pdf);
	});
});
