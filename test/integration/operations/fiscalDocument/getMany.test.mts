import { expect, test } from 'vitest';
import { readBinary } from '../../../engine/n8n.mts';
import { op, requests } from '../../../support/items.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach({ seed: { orders: 5, fiscalDocuments: 12 } });
const years = { dataEmissaoInicial: '2000-01-01', dataEmissaoFinal: '2099-01-01' };
const getMany = async (more: object) =>
	await at.n8n.done(op('fiscalDocument getMany', { ...years, returnAll: true, ...more }));
const held = () => [...at.hub.state.fiscalDocuments.values()];

test('all notes and cancellations of a period are listed, and no others', async () => {
	expect((await getMany({})).json()).toHaveLength(12);
	expect((await getMany({ dataEmissaoFinal: '2001-01-01' })).json()).toEqual([]);
});

test('documents can be filtered by type', async () => {
	const events = (await getMany({ filters: { tipoDocumento: 'evento-cancelamento' } })).json();
	expect(events).toHaveLength(3);
	const told = { tipo: 'CANCELAMENTO', status: null, tipoDocumento: 'evento-cancelamento' };
	for (const event of events) expect(event).toMatchObject(told);
	expect((await getMany({ filters: { tipoDocumento: 'nfe' } })).json()).toHaveLength(9);
});

test('documents can be filtered by several channels', async () => {
	const some = (await getMany({ filters: { idCanalIntegracao: [11, 12] } })).json();
	const wanted = held().filter(({ canal }) => ['canal-11', 'canal-12'].includes(canal));
	expect(some.map(({ id }) => id).sort()).toEqual(wanted.map(({ id }) => id).sort());
	expect(requests(at.hub, 'fiscalDocumentList').at(-1)!.rawUrl).toContain(
		'idCanalIntegracao=11%7C12',
	);
});

test('the XML comes with the whole record, not with the simplified one', async () => {
	expect((await getMany({})).json().every((document) => !('xml' in document))).toBe(true);
	const raw = (await getMany({ simplify: false })).json();
	expect(raw).toEqual(held().sort((a, b) => a.id - b.id));
});

test('Download XML adds the XML of each document as a file', async () => {
	const { items } = await getMany({ downloadXml: true });
	for (const { json, binary } of items()) {
		const { xml } = at.hub.state.fiscalDocuments.get(String(json.chaveAcesso))!;
		expect((await readBinary(binary!.data!)).toString()).toBe(xml);
	}
	expect(at.hub.count({ endpoint: 'fiscalDocumentGet' })).toBe(0);
});
