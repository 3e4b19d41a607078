import { HubError } from '../../api/errors';
import { formatOf, type FileFormat } from './format';

/** A label's file. */
export interface LabelFile extends FileFormat {
	content: Buffer;
}

/**
 * The file in a label (reference: Shipment label).
 * @param conteudo the hub's base64, with or without padding, line breaks and a data address before it
 * @param name what a message calls the label, e.g. `Label 2 of order 1024`
 * @returns a HubError of kind `refused` when there is no usable file in it
 */
export function labelIn(conteudo: unknown, tipo: string, name: string): LabelFile | HubError {
	const read = fileIn(conteudo, tipo);
	if (typeof read !== 'string') return read;
	return new HubError('refused', `${name} has no usable file: its content ${read}`, {
		description:
			'Get the label again later. If it stays so, look at the order in the hub or in the marketplace.',
	});
}

function fileIn(conteudo: unknown, tipo: string): LabelFile | string {
	const text = typeof conteudo === 'number' ? String(conteudo) : (conteudo ?? '');
	if (typeof text !== 'string') return 'is not base64';
	if (/^\s*<(!doctype|html)/i.test(text)) return 'is an HTML page, not a label';
	const encoded = text.replace(/^\s*data:[^,]*,/, '').replace(/\s+/g, '');
	if (encoded === '') return 'is empty';
	if (!/^[\w+/-]+={0,2}$/.test(encoded)) return 'is not base64';
	const digits = encoded.replace(/=+$/, '');
	if (digits.length % 4 === 1) return 'is base64 that was cut off';
	const content = Buffer.from(digits, 'base64');
	const format = formatOf(content, tipo);
	if (typeof format === 'string') return format;
	const isPadded = encoded.length % 4 === 0;
	if (!format.told && !isPadded) return 'is base64 that was cut off';
	return { ...format, content };
}
