import { beforeEach, describe, expect, test } from 'vitest';
import { readBinary } from '../../engine/n8n.mts';
import type { FiscalDocument } from '../../hub/index.mts';
import { note as noteOf } from '../../support/everyOperation.mts';
import { answer, hintsOf, op } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';

/* The bytes of a note's file are those that the file says it has. */

const at = setupEach({ seed: { orders: 2, fiscalDocuments: 4 } });

let note: FiscalDocument;
beforeEach(() => {
	note = noteOf(at.hub);
});

async function download(xml: string) {
	note.xml = xml;
	const result = await at.n8n.done(
		op('fiscalDocument downloadXml', { chaveAcesso: note.chaveAcesso }),
	);
	return {
		bytes: await readBinary(result.items()[0]!.binary!.data!),
		hints: hintsOf(result).join('\n'),
	};
}

const body = (name: string) =>
	`<nfeProc><xNome>${name}</xNome><chNFe>${note.chaveAcesso}</chNFe></nfeProc>`;
const declared = (encoding: string, name: string) =>
	`<?xml version="1.0" encoding="${encoding}"?>${body(name)}`;
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

describe('bytes in the declared encoding', () => {
	test.each<[string, () => string, (xml: string) => Buffer]>([
		['UTF-8', () => declared('UTF-8', 'Ação 😀 €'), (xml) => Buffer.from(xml)],
		['utf-8 in small letters', () => declared('utf-8', 'Ação €'), (xml) => Buffer.from(xml)],
		['no declaration', () => body('Ação €'), (xml) => Buffer.from(xml)],
		[
			'a declaration without an encoding',
			() => `<?xml version="1.0"?>${body('Ação')}`,
			(xml) => Buffer.from(xml),
		],
		['ISO-8859-1', () => declared('ISO-8859-1', 'Ação ÿ'), latin1],
		['iso-8859-1', () => declared('iso-8859-1', 'Ação'), latin1],
		[
			'single quotation marks',
			() => `<?xml version='1.0' encoding='ISO-8859-1' standalone='yes'?>\n${body('Ação')}`,
			latin1,
		],
		[
			'blanks around the sign',
			() => `<?xml version = "1.0"\n\tencoding = "ISO-8859-1" ?>${body('Ação')}`,
			latin1,
		],
		[
			'windows-1252',
			() => declared('windows-1252', 'Ação € “x”'),
			(xml) => latin1(xml.replace('€', '\x80').replace('“', '\x93').replace('”', '\x94')),
		],
		[
			'ISO-8859-15',
			() => declared('ISO-8859-15', 'Ação €'),
			(xml) => latin1(xml.replace('€', '\xa4')),
		],
		['US-ASCII', () => declared('US-ASCII', 'Acao'), latin1],
		['an encoding that nobody knows, of plain letters', () => declared('x-own', 'Acao'), latin1],
		[
			'UTF-16',
			() => declared('UTF-16', 'Ação 😀'),
			(xml) => Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(xml)]),
		],
		['UTF-16LE', () => declared('UTF-16LE', 'Ação 😀'), utf16],
		['UTF-16BE', () => declared('UTF-16BE', 'Ação 😀'), (xml) => utf16(xml).swap16()],
		[
			'an encoding that a text in the note names',
			() => body('encoding="ISO-8859-1" ção'),
			(xml) => Buffer.from(xml),
		],
		[
			'an encoding that an instruction names',
			() => `<?xml-stylesheet encoding="ISO-8859-1"?>${body('ção')}`,
			(xml) => Buffer.from(xml),
		],
	])('%s', async (_name, xml, expected) => {
		const { bytes, hints } = await download(xml());
		expect(bytes.equals(expected(note.xml))).toBe(true);
		expect(hints).toBe('');
	});
});

describe('a character that the declared encoding lacks', () => {
	test.each([
		['ISO-8859-1', 'Preço em € 10'],
		['iso-8859-1', 'Loja 😀'],
		['windows-1252', 'Ação Ā'],
		['US-ASCII', 'Ação'],
		['x-unknown', 'Ação'],
		['utf-7', 'Ação'],
		['Shift_JIS', 'Ação'],
	])('%s: the file is UTF-8, says so, and a hint tells it', async (encoding, name) => {
		const { bytes, hints } = await download(declared(encoding, name));
		expect(bytes.toString()).toBe(declared('UTF-8', name));
		expect(hints).toContain(`${note.chaveAcesso} (${encoding})`);
		expect(hints).toContain('UTF-8');
	});

	test('only the encoding of the declaration changes', async () => {
		const xml = `<?xml version='1.0' encoding='ISO-8859-1' standalone='no'?>\r\n${body('encoding="ISO-8859-1" €')}`;
		const { bytes } = await download(xml);
		expect(bytes.toString()).toBe(xml.replace("'ISO-8859-1'", "'UTF-8'"));
	});
});

describe('what stands before the declaration', () => {
	test.each([
		['a byte order mark', '\ufeff'],
		['line breaks', '\r\n\n'],
		['words', 'HTTP/1.1 200 OK\r\n\r\n'],
		['a comment', '<!-- nota -->\n'],
		['a mark of another encoding', 'ï»¿'],
	])('%s is left out, and a hint tells it', async (_name, before) => {
		const xml = declared('ISO-8859-1', 'Ação');
		const { bytes, hints } = await download(before + xml);
		expect(bytes.equals(latin1(xml))).toBe(true);
		expect(hints).toContain('before `&lt;?xml`');
		expect(hints).toContain(note.chaveAcesso);
	});

	test('an element before it is no note', async () => {
		note.xml = `<erro>x</erro>${declared('UTF-8', 'x')}`;
		const { nodeError } = await at.n8n.run(
			op('fiscalDocument downloadXml', { chaveAcesso: note.chaveAcesso }),
		);
		expect(nodeError?.message).toContain('no NF-e');
	});

	test('without a declaration the file stays as it is', async () => {
		const xml = `\ufeff\n<!-- nota -->${body('Ação')}`;
		const { bytes, hints } = await download(xml);
		expect(bytes.toString()).toBe(xml);
		expect(hints).toBe('');
	});
});

test('Get Many with Download XML gives the same bytes, and one hint for all', async () => {
	const documentosFiscais = [note, { ...note, id: note.id + 1 }].map((document, index) => ({
		...document,
		xml: `\n${declared('ISO-8859-1', index === 0 ? 'Ação' : '€')}`,
	}));
	answer(at.hub, 'fiscalDocumentList', { documentosFiscais, info: { total: 2 } });
	const dates = { dataEmissaoInicial: '2000-01-01', dataEmissaoFinal: '2099-01-01' };
	const result = await at.n8n.done(
		op('fiscalDocument getMany', { ...dates, returnAll: true, downloadXml: true }),
	);
	const [one, two] = await Promise.all(
		result.items().map(async ({ binary }) => await readBinary(binary!.data!)),
	);
	expect(one!.equals(latin1(declared('ISO-8859-1', 'Ação')))).toBe(true);
	expect(two!.toString()).toBe(declared('UTF-8', '€'));
	expect(hintsOf(result)).toHaveLength(2);
});
