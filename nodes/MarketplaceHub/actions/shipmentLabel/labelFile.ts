import pick from 'lodash/pick';
import { HubError } from '../../api/errors';
import { holdsLabel, readZpl } from './zpl';

interface FileType {
	extension: string;
	mimeType: string;
}

interface LabelFile extends FileType {
	content: Buffer;
	/** Whether the content tells the type; else the hub's word counts. */
	isCertain: boolean;
}

/**
 * The file in a label (reference: Shipment label). Its first bytes decide the type, since `tipo` may read
 * `png/jpg`; where they are of none that is known, the hub's `tipo` does.
 * @param conteudo the hub's base64, with or without line breaks and a data address before it, without padding too where its content tells the type
 * @param name the label's name for messages, e.g. `Label 2 of order 1024`
 * @returns a HubError of kind `refused` when there is no usable file in it
 */
export function labelFile(conteudo: unknown, tipo: string, name: string): LabelFile | HubError {
	const unusable = (reason: string) =>
		new HubError('refused', `${name} has no usable file: its content ${reason}`, {
			description:
				'Get the label again later. If it stays so, look at the order in the hub or in the marketplace.',
		});
	const text = typeof conteudo === 'number' ? String(conteudo) : (conteudo ?? '');
	if (typeof text !== 'string') return unusable('is not base64');
	if (/^\s*<(!doctype|html)/i.test(text)) return unusable('is an HTML page, not a label');
	const encoded = text.replace(/^\s*data:[^,]*,/, '').replace(/\s+/g, '');
	if (encoded === '') return unusable('is empty');
	if (!/^[\w+/-]+={0,2}$/.test(encoded)) return unusable('is not base64');
	const digits = encoded.replace(/=+$/, '');
	if (digits.length % 4 === 1) return unusable('is base64 that was cut off');
	const content = Buffer.from(digits, 'base64');
	const format = formats.find(({ matches }) => matches(content));
	if (format !== undefined)
		return format.isWhole(content)
			? { ...pick(format, 'extension', 'mimeType'), content, isCertain: true }
			: unusable(`is a ${format.extension} that was cut off`);
	const reason = whyNoLabel(content, tipo);
	if (reason !== undefined) return unusable(reason);
	const isPadded = encoded.length % 4 === 0;
	if (!isPadded) return unusable('is base64 that was cut off');
	return { ...typeNamed(tipo), content, isCertain: false };
}

interface Format extends FileType {
	matches: (content: Buffer) => boolean;
	/** Whether the content ends as its format does. */
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
		matches: holdsLabel,
		isWhole: (content) => readZpl(content).isWhole,
	},
];

/** Why content that is of no known format is no label, either. */
function whyNoLabel(content: Buffer, tipo: string): string | undefined {
	const start = content
		.subarray(0, searched)
		.toString('utf8')
		.replace(/^(\s|<!--[^]*?-->)+/, '');
	if (/^(<!doctype html|<html|<head|<body)/i.test(start)) return 'is an HTML page, not a label';
	if (/^<(\?xml|[a-z][\w:.-]*[\s/>])/i.test(start)) return 'is XML, not a label';
	if (/^(\{\s*"|\[\s*[[{"])/.test(start)) return 'is JSON, not a label';
	const named = wordOf(tipo);
	if (named === 'zpl') return undefined;
	return named.split('/').some((part) => formats.some(({ extension }) => extension === part))
		? `does not begin as a ${named} does`
		: undefined;
}

/** Formats of printers and pictures, which their content does not show; a program is none. */
const otherFormats = /^(epl\d?|zplii|dpl|ipl|tspl|prn|txt|gif|bmp|tiff?|webp|zip)$/;

/** The type that the hub names. */
function typeNamed(tipo: string): FileType {
	const named = wordOf(tipo);
	if (named === 'zpl') return { extension: 'zpl', mimeType: 'application/zpl' };
	const extension = otherFormats.test(named) ? named : 'bin';
	return { extension, mimeType: 'application/octet-stream' };
}

const wordOf = (tipo: string) => tipo.trim().toLowerCase();
