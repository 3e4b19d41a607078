import { beforeEach, describe, expect, test } from 'vitest';
import { readBinary, withFilesystemBinaryData } from '../../engine/n8n.mts';
import type { FiscalDocument } from '../../hub/index.mts';
import { documentOf, note as noteOf } from '../../support/everyOperation.mts';
import { answer, op, respond, split } from '../../support/items.mts';
import { setup, setupEach } from '../../support/setup.mts';

const at = setupEach({ seed: { orders: 5, fiscalDocuments: 12 } });
const allDates = { dataEmissaoInicial: '2000-01-01', dataEmissaoFinal: '2099-01-01' };
const allOf = (more: object) =>
	op('fiscalDocument getMany', { ...allDates, returnAll: true, ...more });

let note: FiscalDocument;
let event: FiscalDocument;
beforeEach(() => {
	note = noteOf(at.hub);
	event = documentOf(at.hub, 'evento-cancelamento');
});

describe('Get Many', () => {
	test.each(['xyz', 'NFe,nfe-cancelada', 'nfe,evento-cancelamento'])(
		'an unknown type is refused, and nothing is sent: %s',
		async (type) => {
			const filters = { tipoDocumento: `={{ "${type}" }}` };
			const { nodeError } = await at.n8n.run(allOf({ filters }));
			expect(nodeError?.message).toContain('`tipoDocumento`) must be nfe or evento-cancelamento');
			expect(at.hub.log).toEqual([]);
		},
	);
});

describe('Get Many with Download XML', () => {
	const withFiles = allOf({ downloadXml: true });

	test('1,000 documents take 10 requests, and each has its own XML and the name of its channel', async () => {
		const { hub, n8n } = await setup({ seed: { orders: 50, fiscalDocuments: 1_000 } });
		const { items } = await n8n.run(withFiles);
		expect(items()).toHaveLength(1_000);
		const names = new Map([...hub.state.channels.values()].map(({ hash, nome }) => [hash, nome]));
		for (const { json, binary } of items()) {
			const { xml, ...document } = hub.state.fiscalDocuments.get(String(json.chaveAcesso))!;
			expect(json).toEqual({ ...document, nomeCanal: names.get(document.canal) });
			expect((await readBinary(binary!.data!)).toString()).toBe(xml);
		}
		expect(hub.count({ endpoint: 'fiscalDocumentList' })).toBeLessThanOrEqual(10);
		expect(hub.count({ endpoint: 'fiscalDocumentGet' })).toBe(0);
		expect(hub.count({ endpoint: 'channels' })).toBeLessThanOrEqual(1);
	});

	test('the files come without the names of the channels where these cannot be read', async () => {
		respond(at.hub, 'channels', 400);
		const documentosFiscais = [note, event];
		answer(at.hub, 'fiscalDocumentList', { documentosFiscais, info: { total: 2 } });
		const { items } = await at.n8n.done(withFiles);
		expect(items()).toMatchObject([
			{ json: { id: note.id, nomeCanal: '' }, binary: { data: {} } },
			{ json: { id: event.id, nomeCanal: '' }, binary: { data: {} } },
		]);
	});

	test('a document with no XML fails alone and is named', async () => {
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

describe('Download XML', () => {
	const download = async (chaveAcesso: string, binaryPropertyName = 'data') =>
		await at.n8n.run(op('fiscalDocument downloadXml', { chaveAcesso, binaryPropertyName }));

	test.each(['={{ "" }}', '={{ " " }}', '={{ undefined }}'])(
		'an empty name for the output field is refused: %s',
		async (field) => {
			const { nodeError } = await download(note.chaveAcesso, field);
			expect(nodeError?.message).toContain(
				'Put Output File in Field (`binaryPropertyName`) is empty',
			);
		},
	);

	test('a name for the output field that is no text is refused by the label of the field', async () => {
		const { nodeError } = await download(note.chaveAcesso, '={{ [1] }}');
		expect(nodeError?.message).toContain(
			'Put Output File in Field (`binaryPropertyName`) must be text, got [1]',
		);
	});

	const difficult = (key: string) =>
		`<?xml version="1.0" encoding="UTF-8"?>\r\n<nfeProc><xNome>Ação &amp; 😀\u00a0\t</xNome>\n<chNFe>${key}</chNFe></nfeProc>\r\n`;

	test.each([
		['in memory', async (work: () => Promise<void>) => await work()],
		['on disk', withFilesystemBinaryData],
	])(
		'binary data %s: the file is named after the key and equal byte for byte',
		async (_name, around) => {
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
		},
	);

	test.each([
		['a comment', '<!-- ok -->'],
		['a processing instruction', '\n<?hub done?>\n'],
		['several comments', '<!-- a --> <!-- b -->\n'],
	])('%s behind the root element belongs to the file', async (_name, behind) => {
		note.xml += behind;
		const { data } = (await download(note.chaveAcesso)).items()[0]!.binary!;
		expect((await readBinary(data!)).toString()).toBe(note.xml);
	});

	test.each(['NFe', 'nfeProc', 'ns:nfeProc', 'procEventoNFe', 'evento'])(
		'a document may have the root %s',
		async (root) => {
			note.xml = `<${root}>${note.chaveAcesso}</${root} >`;
			expect((await download(note.chaveAcesso)).items()).toHaveLength(1);
		},
	);

	test('a key with slashes does not become a file name', async () => {
		const chaveAcesso = '../../etc/passwd';
		const body = { ...event, chaveAcesso, xml: `<evento>${chaveAcesso}</evento>` };
		at.hub.faults.add({ endpoint: 'fiscalDocumentGet', kind: 'status', status: 200, body });
		const { items } = await download(chaveAcesso);
		expect(items()[0]!.binary!.data!.fileName).not.toMatch(/[/\\]/);
	});
});
