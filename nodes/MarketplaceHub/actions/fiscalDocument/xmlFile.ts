import type { IDataObject } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import { fileNamePart, type OutputFile } from '../common/binary';

/**
 * The XML of a fiscal document (reference: Fiscal document) as a file named after its key or protocol.
 * @returns a HubError where it is no whole XML, or that of another document
 */
export function xmlFile({ chaveAcesso, xml }: IDataObject): OutputFile | HubError {
	const key = String(chaveAcesso);
	const text = typeof xml === 'string' ? xml : '';
	const reason = whyNot(text, key);
	if (reason === undefined)
		return {
			content: Buffer.from(text, 'utf8'),
			name: `${fileNamePart(key)}.xml`,
			mimeType: 'application/xml',
		};
	return new HubError('refused', `The hub has no XML of document ${key}: ${reason}`, {
		description:
			'It may come later: try again in some minutes. If it stays so, look at the document in the hub.',
	});
}

function whyNot(xml: string, key: string): string | undefined {
	if (xml.trim() === '') return 'it is empty';
	const content = fromRoot(xml);
	const root = /^<([\w:.-]+)/.exec(content)?.[1];
	if (root === undefined) return 'what it gave is not XML';
	if (root.toLowerCase() === 'html') return 'what it gave is an HTML page';
	if (!content.trimEnd().endsWith(`</${root}>`)) return 'what it gave was cut off';
	return xml.includes(key) ? undefined : `what it gave does not hold ${key}`;
}

/** Things that may stand before the root element: declaration, comment, document type. */
const prolog = /^(?:<\?[^]*?\?>|<!--[^]*?-->|<!doctype\b[^>]*>)/i;

/** XML from its root element on. */
function fromRoot(xml: string): string {
	let rest = xml.trimStart();
	for (let part = prolog.exec(rest); part !== null; part = prolog.exec(rest))
		rest = rest.slice(part[0].length).trimStart();
	return rest;
}
