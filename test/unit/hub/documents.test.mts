import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { cancelFiscalDocument, type FiscalDocument, type Label } from '../../hub/index.mts';
import { expectRefusal, useHub } from './client.mts';

const t = useHub({ clock: 'manual', limits: false, seed: { orders: 24, fiscalDocuments: 16 } });
const path = '/v1/erp/fiscal-documents';
const encoded = encodeURIComponent;

async function list(query: string): Promise<FiscalDocument[]> {
	const page = `${path}?offset=0&limit=100&${query}`;
	const answer = await t.client.read<{ documentosFiscais: FiscalDocument[] }>(page);
	return answer.documentosFiscais;
}

const ever = 'dataEmissaoInicial=2000-01-01T00:00:00Z&dataEmissaoFinal=2100-01-01T00:00:00Z';

/** Every tag is closed in order, one root. */
function wellFormed(xml: string): boolean {
	const open: string[] = [];
	let roots = 0;
	for (const [, close, name, self] of xml.matchAll(/<(\/?)([A-Za-z]+)[^<>]*?(\/?)>/g)) {
		if (close === '/') {
			if (open.pop() !== name) return false;
		} else if (self !== '/') {
			if (open.length === 0) roots += 1;
			open.push(name as string);
		}
	}
	return open.length === 0 && roots === 1 && !/&(?!#\d+;)/.test(xml);
}

describe('fiscal documents', () => {
	it('have valid access keys, and XML that agrees', async () => {
		const documents = await list(ever);
		expect(documents).toHaveLength(16);
		expect(documents.map(({ id }) => id)).toEqual(
			documents.map(({ id }) => id).sort((a, b) => a - b),
		);
		for (const { tipoDocumento, chaveAcesso, xml, dataEmissao } of documents) {
			expect(wellFormed(xml), xml).toBe(true);
			expect(xml).toContain(dataEmissao.replace(' ', 'T'));
			if (tipoDocumento !== 'nfe') continue;
			const weights = [4, 3, 2, 9, 8, 7, 6, 5];
			const sum = [...chaveAcesso.slice(0, 43)].reduce(
				(total, digit, index) => total + Number(digit) * (weights[index % 8] as number),
				0,
			);
			expect(Number(chaveAcesso[43])).toBe(sum % 11 < 2 ? 0 : 11 - (sum % 11));
			expect(chaveAcesso.slice(20, 22)).toBe('55');
			expect(chaveAcesso.slice(2, 6)).toBe(dataEmissao.slice(2, 4) + dataEmissao.slice(5, 7));
			expect(xml).toContain(`Id="NFe${chaveAcesso}"`);
			expect(xml).toMatch(/<nfeProc/);
		}
	});

	it('cancellations: an event of its own, the note canceled', async () => {
		const events = await list(`${ever}&tipoDocumento=evento-cancelamento`);
		expect(events).toHaveLength(4);
		for (const event of events) {
			expect(event).toMatchObject({
				tipo: 'CANCELAMENTO',
				status: null,
				xml: expect.stringMatching(/<procEventoNFe/) as string,
			});
			expect(event.chaveAcesso).toMatch(/^\d{15}$/);
			const [original] = event.documentosReferenciados as string[];
			expect((await t.client.get(`${path}/${original}`)).json).toMatchObject({
				status: 'canceled',
				tipoDocumento: 'nfe',
			});
			expect((await t.client.get(`${path}/${event.chaveAcesso}`)).json).toEqual(event);
		}
		const notes = await list(`${ever}&tipoDocumento=nfe`);
		expect(notes).toHaveLength(12);
		const authorized = notes.find(({ status }) => status === 'authorized') as FiscalDocument;
		const stored = t.hub.state.fiscalDocuments.get(authorized.chaveAcesso) as FiscalDocument;
		cancelFiscalDocument(t.hub.state, stored, t.hub.clock.now());
		expect((await t.client.get(`${path}/${authorized.chaveAcesso}`)).json).toMatchObject({
			status: 'canceled',
		});
		expect(await list(`${ever}&tipoDocumento=evento-cancelamento`)).toHaveLength(5);
	});

	it('belong to orders that were invoiced', async () => {
		const linked = (await list(`${ever}&tipoDocumento=nfe`)).filter(
			({ idPedido }) => idPedido !== null,
		);
		expect(linked.length).toBeGreaterThan(0);
		for (const { idPedido, chaveAcesso, canal } of linked) {
			const { json } = await t.client.get(`/v1/orders/${idPedido}`);
			expect(json).toMatchObject({
				fiscal: { nfeChave: chaveAcesso },
				canal: { hashCanal: canal },
			});
		}
	});

	it('are listed for an exact period with offset', async () => {
		const [first, second] = await list(ever);
		const instant = (dateTime: string, zone: string) =>
			encoded(`${dateTime.replace(' ', 'T')}${zone}`);
		const from = (first as FiscalDocument).dataEmissao;
		const found = await list(
			`dataEmissaoInicial=${instant(from, '-03:00')}&dataEmissaoFinal=${instant(from, '.999-03:00')}`,
		);
		expect(found).toEqual([first]);
		const utc = new Date(Date.parse(`${from.replace(' ', 'T')}-03:00`));
		const same = await list(
			`dataEmissaoInicial=${utc.toISOString()}&dataEmissaoFinal=${utc.toISOString()}`,
		);
		expect(same).toEqual([first]);
		const east = new Date(utc.getTime() + 2 * 3_600_000).toISOString().slice(0, 19);
		const offset = encoded(`${east}+02:00`);
		expect(await list(`dataEmissaoInicial=${offset}&dataEmissaoFinal=${offset}`)).toEqual([first]);
		expect(second?.dataEmissao).not.toBe(from);
	});

	it.each([
		'2024-01-01',
		'2024-01-01T00:00:00',
		'2024-01-01 00:00:00Z',
		'01/02/2024',
		'2024-13-01T00:00:00Z',
		'2024-01-01T00:00:00 02:00',
	])('refuses the date %s', async (date) => {
		const good = '2100-01-01T00:00:00Z';
		const query = (from: string, to: string) =>
			`${path}?offset=0&limit=1&dataEmissaoInicial=${encoded(from)}&dataEmissaoFinal=${encoded(to)}`;
		expectRefusal(await t.client.get(query(date, good)), 400, /dataEmissaoInicial/);
		expectRefusal(await t.client.get(query(good, date)), 400, /dataEmissaoFinal/);
	});

	it('refuses a + that arrives as a space, missing dates and unknown types', async () => {
		const raw = `${path}?offset=0&limit=1&dataEmissaoInicial=2024-01-01T00:00:00+02:00&dataEmissaoFinal=2100-01-01T00:00:00Z`;
		expectRefusal(await t.client.get(raw), 400, /dataEmissaoInicial/);
		expectRefusal(
			await t.client.get(`${path}?offset=0&limit=1`),
			400,
			/dataEmissaoFinal: obrigatório/,
		);
		expectRefusal(
			await t.client.get(`${path}?offset=0&limit=1&${ever}&tipoDocumento=nfse`),
			400,
			/tipoDocumento/,
		);
	});

	it('are filtered by channel', async () => {
		const all = await list(ever);
		const of11 = await list(`${ever}&idCanalIntegracao=11`);
		expect(of11).toEqual(all.filter(({ canal }) => canal === 'canal-11'));
		expect(await list(`${ever}&idCanalIntegracao=11%7C12%7C13`)).toHaveLength(all.length);
		expect(await list(`${ever}&idCanalIntegracao=99`)).toEqual([]);
	});

	it('check the digit of a key before looking it up', async () => {
		const [{ chaveAcesso }] = (await list(ever)) as [FiscalDocument];
		const wrong = chaveAcesso.slice(0, 43) + String((Number(chaveAcesso[43]) + 1) % 10);
		expectRefusal(await t.client.get(`${path}/${wrong}`), 400, /dígito/);
		expectRefusal(await t.client.get(`${path}/${'0'.repeat(44)}`), 404);
		expectRefusal(await t.client.get(`${path}/135000000000000`), 404);
	});
});

describe('shipment labels', () => {
	const labels = async (id: number, page = 'offset=0&limit=100'): Promise<Label[]> => {
		const path = `/v1/logistic/orders/${id}/shipment_labels?${page}`;
		return (await t.client.read<{ etiquetas: Label[] }>(path)).etiquetas;
	};

	it('are real files of every kind', async () => {
		const kinds = new Map<string, Buffer>();
		for (const order of t.hub.state.orders.values()) order.status = 'faturado';
		for (const order of t.hub.state.orders.values()) {
			for (const label of await labels(order.idPedido)) {
				expect(label).toMatchObject({
					canal: order.canal.canal,
					idPedidoCanal: Number(order.idPedidoCanal),
				});
				kinds.set(label.tipo, Buffer.from(label.conteudo, 'base64'));
			}
		}
		expect([...kinds.keys()].sort()).toEqual(['jpg', 'pdf', 'png', 'png/jpg', 'zpl']);
		expect(kinds.get('zpl')?.toString()).toMatch(/^\^XA[^]*\^XZ\s*$/);
		expect(pdfIsSound(kinds.get('pdf') as Buffer)).toBe(true);
		for (const kind of ['png', 'png/jpg'])
			expect(pngPixels(kinds.get(kind) as Buffer)).toBe(200 * 80);
		const jpg = kinds.get('jpg') as Buffer;
		expect([jpg.readUInt16BE(0), jpg.readUInt16BE(jpg.length - 2)]).toEqual([0xffd8, 0xffd9]);
	});

	it('are none before payment, and paged', async () => {
		const fresh = t.hub.createOrder();
		expect(await labels(fresh.idPedido)).toEqual([]);
		t.hub.updateOrder(fresh.idPedido, { status: 'pago' });
		expect((await labels(fresh.idPedido)).length).toBeGreaterThan(0);
		const double = [...t.hub.state.orders.keys()].find((id) => id % 6 === 5) as number;
		const [first, second] = await labels(double);
		expect(await labels(double, 'offset=1&limit=1')).toEqual([second]);
		expect(await labels(double, 'offset=0&limit=1')).toEqual([first]);
		expectRefusal(
			await t.client.get('/v1/logistic/orders/1/shipment_labels?offset=0&limit=1'),
			404,
		);
		expectRefusal(
			await t.client.get(`/v1/logistic/orders/${double}/shipment_labels`),
			400,
			/offset/,
		);
	});
});

/** The cross-reference table of a PDF points at its objects. */
function pdfIsSound(pdf: Buffer): boolean {
	const text = pdf.toString('latin1');
	const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
	const table = text.slice(start).match(/^\d{10} 00000 n $/gm) ?? [];
	const length = Number(/\/Length (\d+)/.exec(text)?.[1]);
	const stream = text.slice(text.indexOf('stream\n') + 7, text.indexOf('\nendstream'));
	return (
		text.startsWith('%PDF-1.4') &&
		table.length === 5 &&
		stream.length === length &&
		table.every((entry, index) => text.startsWith(`${index + 1} 0 obj`, Number(entry.slice(0, 10))))
	);
}

function pngPixels(png: Buffer): number {
	const width = png.readUInt32BE(16);
	const height = png.readUInt32BE(20);
	const at = png.indexOf('IDAT');
	const data = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
	return data.length === (width + 1) * height ? width * height : -1;
}
