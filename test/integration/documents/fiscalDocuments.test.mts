import { beforeEach, describe, expect, test } from 'vitest';
import { readBinary, withFilesystemBinaryData } from '../../engine/n8n.mts';
import type { FiscalDocument } from '../../hub/index.mts';
import { answer, op, split } from '../../support/items.mts';
import { setup, setupEach } from '../../support/setup.mts';

const at = setupEach({ seed: { orders: 5, fiscalDocuments: 12 } });
const resource = 'fiscalDocument';

let note: FiscalDocument;
let event: FiscalDocument;
beforeEach(() => {
	const documents = [...at.hub.state.fiscalDocuments.values()];
	note = documents.find(
		({ tipoDocumento, idPedido }) => tipoDocumento === 'nfe' && idPedido !== null,
	)!;
	event = documents.find(({ tipoDocumento }) => tipoDocumento === 'evento-cancelamento')!;
});

const getMany = async (filters: object) =>
	(
		await at.n8n.run({
			resource,
			operation: 'getMany',
			dataEmissaoInicial: '2000-01-01',
			dataEmissaoFinal: '2099-01-01',
			returnAll: true,
			filters: filters as never,
		})
	).json();

describe('Get Many', () => {
	test.each(['xyz', 'NFe,nfe-cancelada', 'nfe,evento-cancelamento'])(
		'a type that the hub does not know is refused, nothing is sent: %s',
		async (type) => {
			const { nodeError } = await at.n8n.run({
				resource,
				operation: 'getMany',
				filters: { tipoDocumento: `={{ "${type}" }}` },
			});
			expect(nodeError?.message).toContain('`tipoDocumento` must be nfe or evento-cancelamento');
			expect(at.hub.log).toEqual([]);
		},
	);

	test('by type', async () => {
		const events = await getMany({ tipoDocumento: 'evento-cancelamento' });
		expect(events).toHaveLength(3);
		for (const found of events)
			expect(found).toMatchObject({
				tipo: 'CANCELAMENTO',
				status: null,
				tipoDocumento: 'evento-cancelamento',
			});
		expect(await getMany({ tipoDocumento: 'nfe' })).toHaveLength(9);
		expect(await getMany({})).toHaveLength(12);
	});

	test('by several channels, joined with a vertical bar', async () => {
		const some = await getMany({ idCanalIntegracao: [11, 12] });
		const hashes = ['canal-11', 'canal-12'];
		expect(some.map(({ canal }) => canal).every((canal) => hashes.includes(String(canal)))).toBe(
			true,
		);
		expect(some).toHaveLength(
			[...at.hub.state.fiscalDocuments.values()].filter(({ canal }) => hashes.includes(canal))
				.length,
		);
		expect(at.hub.log.at(-1)!.rawUrl).toContain('idCanalIntegracao=11%7C12');
	});

	test('simplified without the XML, raw with it', async () => {
		expect((await getMany({})).every((document) => !('xml' in document))).toBe(true);
		const raw = await at.n8n.run({
			resource,
			operation: 'getMany',
			dataEmissaoInicial: '2000-01-01',
			dataEmissaoFinal: '2099-01-01',
			simplify: false,
		});
		expect(raw.json()).toEqual(
			[...at.hub.state.fiscalDocuments.values()].sort((a, b) => a.id - b.id),
		);
	});
});

describe('Get Many with Download XML', () => {
	const withFiles = op('fiscalDocument getMany', {
		...{ dataEmissaoInicial: '2000-01-01', dataEmissaoFinal: '2099-01-01', returnAll: true },
		downloadXml: true,
	});

	test('1,000 documents in 10 requests: each with its own XML and the name of its channel', async () => {
		const { hub, n8n } = await setup({ seed: { orders: 50, fiscalDocuments: 1_000 } });
		const { items } = await n8n.run(withFiles);
		expect(items()).toHaveLength(1_000);
		const names = new Map([...hub.state.channels.values()].map(({ hash, nome }) => [hash, nome]));
		for (const { json, binary } of items()) {
			const { xml, ...document } = hub.state.fiscalDocuments.get(String(json.chaveAcesso))!;
			expect(json).toEqual({ ...document, nomeCanal: names.get(document.canal) });
			expect((await readBinary(binary!.data!)).toString()).toBe(xml);
		}
		expect(hub.count({ endpoint: 'fiscalDocumentList' })).toBe(10);
		expect(hub.count({ endpoint: 'fiscalDocumentGet' })).toBe(0);
		expect(hub.count({ endpoint: 'channels' })).toBe(1);
	});

	test('a document without a whole XML fails alone, and says which it is', async () => {
		const documentosFiscais = [{ ...note, xml: '' }, event];
		answer(at.hub, 'fiscalDocumentList', { documentosFiscais, info: { total: 2 } });
		const { items } = await at.n8n.run(withFiles, [{}], split);
		expect(items(0)).toHaveLength(1);
		expect(items(1)).toMatchObject([
			{ json: { id: note.id, chaveAcesso: note.chaveAcesso, nomeCanal: expect.any(String) } },
		]);
		expect(String(items(1)[0]!.json.error)).toContain(`no XML of document ${note.chaveAcesso}`);
	});
});

describe.each(['get', 'downloadXml'])('%s', (operation) => {
	const read = async (chaveAcesso: string) =>
		await at.n8n.run({ resource, operation, chaveAcesso });

	test('a note by its key, an event by its protocol', async () => {
		expect((await read(note.chaveAcesso)).json()).toMatchObject([
			{ id: note.id, idPedido: note.idPedido },
		]);
		expect((await read(event.chaveAcesso)).json()).toMatchObject([
			{ id: event.id, documentosReferenciados: event.documentosReferenciados },
		]);
	});
});

describe('Download XML', () => {
	const download = async (chaveAcesso: string, binaryPropertyName = 'data') =>
		await at.n8n.run({ resource, operation: 'downloadXml', chaveAcesso, binaryPropertyName });

	test.each(['={{ "" }}', '={{ " " }}', '={{ undefined }}'])(
		'a file needs a field to be put in, and this is none: %s',
		async (field) => {
			const { nodeError } = await download(note.chaveAcesso, field);
			expect(nodeError?.message).toContain('`binaryPropertyName` is empty');
		},
	);

	const difficult = (key: string) =>
		`\uFEFF<?xml version="1.0" encoding="UTF-8"?>\r\n<nfeProc><xNome>Ação &amp; 😀\u00a0\t</xNome>\n<chNFe>${key}</chNFe></nfeProc>\r\n`;

	test.each([
		['in memory', async (work: () => Promise<void>) => await work()],
		['on disk', withFilesystemBinaryData],
	])('binary data %s: a file named after the key, byte for byte', async (_name, around) => {
		await around(async () => {
			for (const xml of [note.xml, difficult(note.chaveAcesso)]) {
				note.xml = xml;
				const { items } = await download(note.chaveAcesso);
				const { data } = items()[0]!.binary!;
				expect(data).toMatchObject({
					fileName: `${note.chaveAcesso}.xml`,
					fileExtension: 'xml',
					mimeType: 'application/xml',
				});
				expect((await readBinary(data!)).equals(Buffer.from(xml, 'utf8'))).toBe(true);
			}
		});
	});

	test("an event's file is named after its protocol; the field can be chosen", async () => {
		const { items } = await download(event.chaveAcesso, 'xml');
		expect(items()[0]!.binary!.xml!.fileName).toBe(`${event.chaveAcesso}.xml`);
	});

	test('a key of the hub that is no file name does not become one', async () => {
		const chaveAcesso = '../../etc/passwd';
		const body = { ...event, chaveAcesso, xml: `<evento>${chaveAcesso}</evento>` };
		at.hub.faults.add({ endpoint: 'fiscalDocumentGet', kind: 'status', status: 200, body });
		const { items } = await download(chaveAcesso);
		expect(items()[0]!.binary!.data!.fileName).not.toMatch(/[/\\]/);
	});
});
