import type { IBinaryData } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { readBinary, withFilesystemBinaryData } from '../../engine/n8n.mts';
import type { Label } from '../../hub/index.mts';
import { setupEach } from '../../support/setup.mts';
import { byId, hintsOf, op } from '../../support/items.mts';

const at = setupEach({ seed: { orders: 40 } });

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
/** Base64 of text whose characters are bytes. */
const encoded = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64');

const png = encoded('\x89PNG\r\n\x1a\nrest\0\0\0\0IEND\xaeB`\x82');
const jpg = encoded('\xff\xd8\xff\xe0rest\xff\xd9');
const pdf = encoded('%PDF-1.7\nrest\n%%EOF\n');
const zpl = encoded('^XA^FO10,10^FDção^FS^XZ');

test('a hint explains why an order has no label', async () => {
	const { idPedido } = at.hub.createOrder({ status: 'novo' });
	const result = await get(idPedido);
	expect(hintsOf(result)).toEqual([
		`The hub has no label yet for these orders: ${idPedido}. Labels come once an order is paid: see its status with Order > Get.`,
	]);
});

test.each([
	['pdf', pdf, 'pdf', 'application/pdf'],
	['zpl', zpl, 'zpl', 'application/zpl'],
	['ZPL', encoded('\r\n~DG000,10\r\n^XA^XZ'), 'zpl', 'application/zpl'],
	['n/d', encoded(`~DG000,1500,30,${'F'.repeat(3_000)}\r\n^XA^XZ`), 'zpl', 'application/zpl'],
	['png', png, 'png', 'image/png'],
	['jpg', jpg, 'jpg', 'image/jpeg'],
	['png/jpg', png, 'png', 'image/png'],
	['png/jpg', jpg, 'jpg', 'image/jpeg'],
	['pdf', png, 'png', 'image/png'],
	['PDF', encoded('\n\n%PDF-1.4\n%%EOF'), 'pdf', 'application/pdf'],
	['zpl', encoded('something else'), 'zpl', 'application/zpl'],
	['epl', encoded('N\nA50'), 'epl', 'application/octet-stream'],
	['exe', encoded('MZ\nA50'), 'bin', 'application/octet-stream'],
	['../x', encoded('N\nA50'), 'bin', 'application/octet-stream'],
])(
	'the content decides the file type, whatever its tipo says: %s',
	async (tipo, conteudo, extension, mimeType) => {
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
	},
);

test("each of several labels is an item with a file of its own name, in the hub's order", async () => {
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

test('labels of one order that two pages of the list hold are all there', async () => {
	const volumes = Array.from({ length: 101 }, (_, volume) => ({
		conteudo: encoded(`%PDF-1.7\nvolume ${volume}\n%%EOF\n`),
	}));
	const { items } = await get(put(...volumes), { returnAll: true });
	expect(at.hub.log.filter(({ path }) => path.includes('shipment_labels'))).toHaveLength(2);
	expect(items()).toHaveLength(101);
	const last = await readBinary(items().at(-1)!.binary!.data!);
	expect(last.toString()).toContain('volume 100');
});

test('all the labels of the hub, in memory and on disk, are real files of their type', async () => {
	const start = { pdf: '%PDF-', zpl: '^XA', png: '\x89PNG', jpg: '\xff\xd8\xff' } as Record<
		string,
		string
	>;
	const run = async () => {
		const { items } = await at.n8n.done(
			op('shipmentLabel get', { idPedido: byId('={{ $json.id }}') }),
			[...at.hub.state.orders.keys()].map((id) => ({ id })),
		);
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
