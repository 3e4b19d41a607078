import { fromAnsi } from '../../api/values/ansi';

/* Text of an XML document as the bytes of its file. */

/** Bytes of a document, and the changes that its text needed for them. */
interface XmlBytes {
	content: Buffer;
	/** The encoding that it declared, where that lacks one of its characters: it is UTF-8 now and says so. */
	lacking?: string;
}

/** An XML declaration at the beginning of a text, up to its encoding and without that. */
const declaration = /^<\?xml\s[^<>]*?\sencoding\s*=\s*(["'])([\w.:-]+)\1/;

/**
 * The bytes in the encoding that the document declares, UTF-8 where it declares none.
 * @param xml without any text before its declaration: `withoutLead`
 */
export function xmlBytes(xml: string): XmlBytes {
	const [start = '', , encoding = 'UTF-8'] = declaration.exec(xml) ?? [];
	const content = encoded(xml, encoding.toLowerCase());
	if (content !== undefined) return { content };
	const head = `${start.slice(0, -1 - encoding.length)}UTF-8${start.slice(-1)}`;
	return { content: Buffer.from(head + xml.slice(start.length)), lacking: encoding };
}

/**
 * A document from its declaration on; text before the declaration makes it unreadable. An element there is no
 * such text.
 */
export function withoutLead(xml: string): string {
	const place = xml.search(/<\?xml\s/);
	return place > 0 && !/<[^!?]/.test(xml.slice(0, place)) ? xml.slice(place) : xml;
}

const byteOrderMark = Buffer.from([0xff, 0xfe]);

/** Text in an encoding by its name in small letters; undefined where the encoding lacks a character of it. */
function encoded(text: string, encoding: string): Buffer | undefined {
	if (/^utf-?8$/.test(encoding)) return Buffer.from(text);
	if (encoding === 'utf-16') return Buffer.concat([byteOrderMark, Buffer.from(text, 'utf16le')]);
	if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
	if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
	if (isAscii(text)) return Buffer.from(text, 'latin1');
	const bytes = byteTable(encoding);
	const content = Buffer.alloc(text.length);
	for (let index = 0; index < text.length; index++) {
		const byte = bytes.get(text.charAt(index));
		if (byte === undefined) return undefined;
		content[index] = byte;
	}
	return content;
}

const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;

/** The bytes of the characters of an encoding that has one for each; without any for another one. */
function byteTable(encoding: string): ReadonlyMap<string, number> {
	const table = new Map<string, number>();
	const decode = decoderOf(encoding);
	for (let byte = 0; byte < 256; byte++) {
		const character = decode?.(Buffer.from([byte]));
		if (character?.length === 1 && character !== '\ufffd') table.set(character, byte);
	}
	return table;
}

function decoderOf(encoding: string): ((bytes: Buffer) => string) | undefined {
	if (/^us-ascii$|^ascii$/.test(encoding)) return undefined;
	// as standards for browsers have it, `TextDecoder` takes it for windows-1252, and in some releases of Node.js that for it
	if (/^(iso-?8859-?1|latin-?1)$/.test(encoding)) return (bytes) => bytes.toString('latin1');
	if (/^(windows-|cp-?)1252$/.test(encoding)) return fromAnsi;
	try {
		const decoder = new TextDecoder(encoding);
		return (bytes) => decoder.decode(bytes);
	} catch {
		return undefined;
	}
}
