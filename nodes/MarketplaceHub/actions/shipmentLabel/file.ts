import { HubError } from '../../api/errors';

interface FileFormat {
	extension: string;
	mimeType: string;
	/** Whether the content tells it; else it is the hub's word for the file. */
	isCertain: boolean;
}

interface LabelFile extends FileFormat {
	content: Buffer;
}

/**
 * The file in a label (reference: Shipment label).
 * @param conteudo the hub's base64, with or without line breaks and a data address before it, without padding too where its content tells the format
 * @param name the label's name for messages, e.g. `Label 2 of order 1024`
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
	if (!format.isCertain && !isPadded) return 'is base64 that was cut off';
	return { ...format, content };
}

interface Format extends Omit<FileFormat, 'isCertain'> {
	matches: (content: Buffer) => boolean;
	/** Whether it ends as its format does. */
	isWhole: (content: Buffer) => boolean;
}

const startsWith =
	(...bytes: number[]) =>
	(content: Buffer) =>
		content.subarray(0, bytes.length).equals(Buffer.from(bytes));

const searched = 1024;

/** Some programs write more behind the end of a file, but not much. */
const endsWith = (end: Buffer | string) => (content: Buffer) =>
	content.subarray(-searched).includes(end);

const formats: Format[] = [
	{
		extension: 'pdf',
		mimeType: 'application/pdf',
		matches: (content) => content.subarray(0, searched).includes('%PDF-'),
		isWhole: endsWith('%%EOF'),
	},
	{
		extension: 'png',
		mimeType: 'image/png',
		matches: startsWith(0x89, 0x50, 0x4e, 0x47),
		isWhole: endsWith('IEND'),
	},
	{
		extension: 'jpg',
		mimeType: 'image/jpeg',
		matches: startsWith(0xff, 0xd8, 0xff),
		isWhole: endsWith(Buffer.from([0xff, 0xd9])),
	},
	{
		extension: 'zpl',
		mimeType: 'application/zpl',
		// graphics of any size may stand before it
		matches: (content) => content.includes('^XA'),
		isWhole: (content) => content.lastIndexOf('^XZ') > content.lastIndexOf('^XA'),
	},
];

/** Formats of printers and pictures, which their content does not show; a program is none. */
const otherFormats = /^(epl\d?|zplii|dpl|ipl|tspl|prn|txt|gif|bmp|tiff?|webp|zip)$/;

/**
 * The format of a label: its first bytes decide, since `tipo` may read `png/jpg`, else the hub's `tipo`.
 * @returns the reason, as text, where the content is no label
 */
function formatOf(content: Buffer, tipo: string): FileFormat | string {
	const format = formats.find(({ matches }) => matches(content));
	if (format !== undefined) {
		const { extension, mimeType, isWhole } = format;
		return isWhole(content)
			? { extension, mimeType, isCertain: true }
			: `is a ${extension} that was cut off`;
	}
	const start = content
		.subarray(0, searched)
		.toString('utf8')
		.replace(/^(\s|<!--[^]*?-->)+/, '');
	if (/^(<!doctype html|<html|<head|<body)/i.test(start)) return 'is an HTML page, not a label';
	if (/^(\{\s*"|\[\s*[[{"])/.test(start)) return 'is JSON, not a label';
	const named = tipo.trim().toLowerCase();
	if (named === 'zpl') return { extension: 'zpl', mimeType: 'application/zpl', isCertain: false };
	if (named.split('/').some((part) => formats.some(({ extension }) => extension === part)))
		return `does not begin as a ${named} does`;
	return {
		extension: otherFormats.test(named) ? named : 'bin',
		mimeType: 'application/octet-stream',
		isCertain: false,
	};
}
