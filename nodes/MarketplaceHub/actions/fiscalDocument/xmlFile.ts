import type { IDataObject } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import { shorten } from '../../api/values/text';
import { fileNamePart, type OutputFile } from '../outputFile';
import type { NodeContext } from '../operation';
import { withoutLead, xmlBytes } from './xmlBytes';
import type { ListHint } from '../hints';

/** Characters of an access key or a protocol, and more. */
const longestKey = 60;

/**
 * The XML of a fiscal document (reference: Fiscal document) as a file named after its key or protocol, in the
 * encoding that it declares. A hint names the changes that were needed.
 * @returns a HubError where the document is no whole XML, or another document's
 */
export function xmlFile(
	{ hints }: Pick<NodeContext, 'hints'>,
	{ chaveAcesso, xml }: IDataObject,
): OutputFile | HubError {
	const key = String(chaveAcesso);
	const given = typeof xml === 'string' ? xml : '';
	const text = withoutLead(given);
	const reason = whyNot(text, key);
	if (reason === undefined) {
		const { content, lacking } = xmlBytes(text);
		if (text !== given) hints.list(xmlLead, key);
		if (lacking !== undefined) hints.list(xmlEncoding, `${key} (${lacking})`);
		return { content, name: `${fileNamePart(key)}.xml`, mimeType: 'application/xml' };
	}
	return new HubError(
		'refused',
		`The hub has no XML of document ${shorten(key, longestKey)}: ${reason}`,
		{
			description:
				'It may come later: try again in some minutes. If it stays so, look at the document in the hub.',
		},
	);
}

const xmlLead: ListHint = {
	type: 'info',
	words:
		'What stood before `<?xml` is left out of the files of these documents, since no program reads it there',
};

const xmlEncoding: ListHint = {
	type: 'warning',
	words:
		'The encoding that these documents declare lacks one of their characters, so their files are UTF-8 and say so',
};

function whyNot(xml: string, key: string): string | undefined {
	if (xml.trim() === '') return 'it is empty';
	const content = withoutMisc(xml);
	const root = /^<([\w:.-]{1,100})(?![\w:.-])/.exec(content)?.[1];
	if (root === undefined) return 'what it gave is not XML';
	if (root.toLowerCase() === 'html') return 'what it gave is an HTML page';
	if (!ofDocument.test(root))
		return `what it gave is \`${shorten(root, 40)}\`, no NF-e and no event of one`;
	if (!isWhole(content, root)) return 'what it gave was cut off';
	// a search for a long text takes the time of both
	return key.length <= longestKey && xml.includes(key)
		? undefined
		: `what it gave does not hold ${shorten(key, longestKey)}`;
}

/** The root of a note or an event, bare or with its protocol: `nfeProc`, `NFe`, `procEventoNFe`, `evento`. */
const ofDocument = /nfe|evento/i;

/** Whether the root element ends, and no other comes behind it. */
function isWhole(content: string, root: string): boolean {
	const end = `</${root}`;
	if (!content.includes(end)) return false;
	const behind = content.slice(content.lastIndexOf(end) + end.length).trimStart();
	return behind.startsWith('>') && withoutMisc(behind.slice(1)) === '';
}

/** Things that may stand around the root element: declaration, instruction, comment, document type. */
const misc = /^(?:<\?[^]*?\?>|<!--[^]*?-->|<!doctype\b[^>]*>)/i;

/** XML from its first element on. */
function withoutMisc(xml: string): string {
	let rest = xml.trimStart();
	for (let part = misc.exec(rest); part !== null; part = misc.exec(rest))
		rest = rest.slice(part[0].length).trimStart();
	return rest;
}
