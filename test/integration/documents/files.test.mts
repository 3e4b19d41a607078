import { describe, expect, test } from 'vitest';
import { readBinary } from '../../engine/n8n.mts';
import type { Label } from '../../hub/index.mts';
import { note } from '../../support/everyOperation.mts';
import { byId, go, hintsOf, op, respond, shown, split } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';
const at = setupEach({ seed: { orders: 40, fiscalDocuments: 8 } });

const order = () => [...at.hub.state.orders.values()].find(({ status }) => status === 'pago')!;
/** Puts labels of any form into the hub's answer. */
const answer = (...labels: unknown[]) =>
	respond(at.hub, 'shipmentLabels', 200, {
		body: { etiquetas: labels, info: { total: labels.length } },
	});
const label = (conteudo: unknown, tipo: unknown = 'pdf') => ({
	...(conteudo === undefined ? {} : { conteudo }),
	tipo,
	canal: 'Mercado Azul',
	idPedidoCanal: 20000,
});
const get = async (settings: object = {}) =>
	await at.n8n.run(op('shipmentLabel get', { idPedido: byId(order().idPedido) }), [{}], settings);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const unpadded = (text: string) => base64(text).replace(/=+$/, '');
const epl = base64('N\nA50,0,0,1,1,1,N,"x"\nP1\n');

const zplOf = (commands: number) => `^XA${'^FD'.repeat(commands)}^XZ`;

/** The hub's own labels, real files, one of each kind. */
async function realLabels(): Promise<Map<string, Label>> {
	const found = new Map<string, Label>();
	for (const { idPedido } of at.hub.state.orders.values()) {
		const result = await at.n8n.run(op('shipmentLabel get', { idPedido: byId(idPedido) }));
		for (const item of result.items()) {
			const { fileExtension = '' } = item.binary!.data!;
			const content = await readBinary(item.binary!.data!);
			found.set(fileExtension, label(content.toString('base64'), fileExtension) as Label);
		}
	}
	at.hub.clearLog();
	return found;
}

describe('a label without usable content is a failed item, never a file', () => {
	test.each<[string, unknown, RegExp, string?]>([
		['missing', undefined, /is empty/],
		['null', null, /is empty/],
		['empty', '', /is empty/],
		['blank', ' \n', /is empty/],
		['an empty data address', 'data:application/pdf;base64,', /empty/],
		['a number', 5, /not base64|cut off/],
		['an object', { data: 'x' }, /not base64/],
		['a list', ['JVBERi0='], /not base64/],
		['not base64', '@@@', /not base64/],
		['text', 'etiqueta indisponível', /not base64/],
		['only an address', 'https://example.com/label.pdf', /not base64/],
		['a web page as it is', '<!DOCTYPE html><html><body>Login</body></html>', /HTML page/],
		['a web page in base64', base64('<!DOCTYPE html><html>Login</html>'), /HTML page/],
		['a web page behind blanks', base64('\ufeff \n<HTML lang="pt">Login</HTML>'), /HTML page/],
		['a page that begins with a comment', base64('<!-- x -->\n<html></html>'), /HTML page/],
		['a message in JSON', base64('{"error":"etiqueta não gerada"}'), /is JSON/],
		['a message in XML called zpl', base64('<?xml version="1.0"?><erro>x</erro>'), /is XML/, 'zpl'],
		['XML without its declaration', base64('<erro>sem etiqueta</erro>'), /is XML/, 'zpl'],
		['a web page called zpl', base64('<html>Login</html>'), /HTML page/, 'zpl'],
		['JSON called zpl', base64('{"error":"x"}'), /is JSON/, 'zpl'],
		['the word null', base64('null'), /pdf/],
		['called a PDF, but none', base64('N\nA50'), /does not begin as/],
		['called an image, but none', base64('something else'), /png/, 'png/jpg'],
		['a PDF without its end', unpadded('%PDF-1.7\nrest\n%%EOF\n').slice(0, -2), /cut off/],
		['base64 of nothing but padding', '====', /not base64|is empty/],
		['a PDF cut off', base64('%PDF-1.7\n1 0 obj\n<< /Type /Catalog'), /cut off/],
		['a ZPL cut off', base64('^XA^FO10,10^FDRua'), /cut off/],
		['a ZPL that no printer gets', base64(zplOf(100_001)), /more than 100,000 commands/],
		['base64 cut off', epl.slice(0, -3), /cut off/, 'epl'],
		['base64 cut off so that only its end is missing', epl.slice(0, -2), /cut off/, 'epl'],
	])('%s', async (_name, conteudo, message, tipo) => {
		answer(label(conteudo, tipo));
		const stopped = await get();
		expect(shown(stopped.nodeError)).toMatch(message);
		expect(shown(stopped.nodeError)).toMatch(/label/i);
		answer(label(conteudo, tipo));
		const { items } = await get(split);
		expect(items(0)).toEqual([]);
		expect(items(1)).toHaveLength(1);
		expect(items(1)[0]!.binary).toBeUndefined();
		expect(String(items(1)[0]!.json.error)).toMatch(message);
	});

	test('every kind of real label is refused if it is cut off, and accepted if it is whole', async () => {
		const labels = await realLabels();
		expect([...labels.keys()].sort()).toEqual(['jpg', 'pdf', 'png', 'zpl']);
		for (const [kind, real] of labels) {
			for (const part of [0.1, 0.5, 0.9]) {
				const length = Math.floor((real.conteudo.length * part) / 4) * 4;
				answer({ ...real, conteudo: real.conteudo.slice(0, length) });
				expect(shown((await get()).nodeError), `${kind} ${part}`).toMatch(/cut off/);
			}
			answer(real);
			expect(shown((await get()).nodeError), kind).toBe('nothing was thrown');
		}
	});

	test('one bad label of several is named, and the good ones come out', async () => {
		const { conteudo } = (await realLabels()).get('pdf')!;
		answer(label(conteudo), label(null), label(conteudo));
		const { items } = await get(split);
		expect(items(0)).toHaveLength(2);
		expect(items(1)).toHaveLength(1);
		expect(String(items(1)[0]!.json.error)).toMatch(/label 2 of/i);
		answer(label(conteudo), label(null), label(conteudo));
		const regular = await get(go);
		expect(regular.items().map(({ binary }) => binary !== undefined)).toEqual([true, false, true]);
		answer(label(conteudo), label(null), label(conteudo));
		expect(shown((await get()).nodeError)).toMatch(/label 2 of/i);
	});
});

describe('content and file type', () => {
	test('base64 in lines, URL-safe, without padding or as data URI is the same file', async () => {
		const { conteudo } = (await realLabels()).get('png')!;
		const forms = [
			conteudo.replace(/.{76}/g, '$&\r\n'),
			conteudo.replace(/\+/g, '-').replace(/\//g, '_'),
			conteudo.replace(/=+$/, ''),
			`data:image/png;base64,${conteudo}`,
		];
		for (const form of forms) {
			answer(label(form));
			const { items } = await get();
			expect((await readBinary(items()[0]!.binary!.data!)).toString('base64')).toBe(conteudo);
			expect(items()[0]!.binary!.data!.mimeType).toBe('image/png');
		}
	});

	test.each(['epl', 'zpl', ''])('unknown content called %j has a hint', async (tipo) => {
		answer(label(epl, tipo));
		const result = await get();
		expect(shown(result.nodeError)).toBe('nothing was thrown');
		const file = result.items()[0]!.binary!.data!;
		expect(file.fileExtension).toBe(tipo === '' ? 'bin' : tipo);
		expect((await readBinary(file)).toString('base64')).toBe(epl);
		expect(hintsOf(result).join()).toContain(file.fileName);
	});

	test('known content needs no hint', async () => {
		const { conteudo } = (await realLabels()).get('pdf')!;
		answer(label(conteudo, 'zpl'));
		const result = await get();
		expect(result.items()[0]!.binary!.data!.fileExtension).toBe('pdf');
		expect(hintsOf(result)).toEqual([]);
	});
});

describe('the XML of a note', () => {
	/** What holds the key of a note, and is none. */
	const asMessage = (root: string) => (xml: string) =>
		`<${root}>Documento ${/[A-Z\d]{44}/.exec(xml)?.[0]} não encontrado</${root}>`;
	const download = async (chaveAcesso: string, settings: object = {}) =>
		await at.n8n.run(op('fiscalDocument downloadXml', { chaveAcesso }), [{}], settings);

	test.each<[string, (xml: string) => unknown, RegExp]>([
		['missing', () => undefined, /no XML/],
		['null', () => null, /no XML/],
		['empty', () => '', /no XML/],
		['blank', () => ' \n', /no XML/],
		['an object', () => ({}), /no XML/],
		['no XML', () => 'nota não encontrada', /not XML/],
		['a web page', () => '<!DOCTYPE html><html><body>Login</body></html>', /HTML page/],
		['cut off', (xml) => xml.slice(0, -30), /cut off/],
		['cut off in its last tag', (xml) => xml.slice(0, -1), /cut off/],
		['cut off in a comment behind it', (xml) => `${xml}<!-- o`, /cut off/],
		['a message that repeats the key', asMessage('erro'), /is `erro`, no NF-e/],
		['a reply that repeats the key', asMessage('retorno'), /is `retorno`, no NF-e/],
		['of another note', (xml) => xml.replace(/[A-Z\d]{44}/g, '5'.repeat(44)), /does not hold/],
	])('%s: the item fails and says why', async (_name, change, message) => {
		const { chaveAcesso, ...rest } = note(at.hub);
		const body = { chaveAcesso, ...rest, xml: change(rest.xml) };
		const wrong = () =>
			at.hub.faults.add({ endpoint: 'fiscalDocumentGet', kind: 'status', status: 200, body });
		wrong();
		expect(shown((await download(chaveAcesso)).nodeError)).toMatch(message);
		wrong();
		const { items } = await download(chaveAcesso, split);
		expect(items(0)).toEqual([]);
		expect(items(1)[0]!.binary).toBeUndefined();
	});
});
