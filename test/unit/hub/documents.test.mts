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
		expect(kinds.get('pdf')?.toString('latin1')).toMatch(/^%PDF-1\.4[^]*\n%%EOF\n$/);
		for (const kind of ['png', 'png/jpg'])
			expect(kinds.get(kind)?.toString('latin1')).toMatch(/^\x89PNG[^]*IEND/);
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
