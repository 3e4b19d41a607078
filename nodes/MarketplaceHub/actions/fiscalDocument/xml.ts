import type { IDataObject } from 'n8n-workflow';
import { HubError } from '../../api/errors';

/** What stands before the root element: declaration, comments, a document type. */
const prolog = /^(\s|\ufeff|<\?[^]*?\?>|<!--[^]*?-->|<!doctype\b[^>]*>)+/i;

/**
 * The XML of a fiscal document (reference: Fiscal document).
 * @throws HubError of kind `refused` when there is none that is whole and about this document
 */
export function xmlIn({ chaveAcesso, xml }: IDataObject): string {
	const key = String(chaveAcesso);
	const reason = whyNot(xml, key);
	if (typeof xml === 'string' && reason === undefined) return xml;
	throw new HubError(
		'refused',
		`The hub has no XML of document ${key}: ${reason ?? 'it is empty'}`,
		{
			description:
				'It may come later: try again in some minutes. If it stays so, look at the document in the hub.',
		},
	);
}

function whyNot(xml: unknown, key: string): string | undefined {
	if (typeof xml !== 'string' || xml.trim() === '') return 'it is empty';
	const content = xml.replace(prolog, '');
	const root = /^<([\w:.-]+)/.exec(content)?.[1];
	if (root === undefined) return 'what it gave is not XML';
	if (root.toLowerCase() === 'html') return 'what it gave is an HTML page';
	if (!content.trimEnd().endsWith(`</${root}>`)) return 'what it gave was cut off';
	return xml.includes(key) ? undefined : `what it gave does not hold ${key}`;
}
