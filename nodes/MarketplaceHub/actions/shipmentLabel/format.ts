interface Format {
	extension: string;
	mimeType: string;
	matches: (content: Buffer) => boolean;
	/** What a whole file of this format holds at its end. */
	end: Buffer;
}

const startsWith =
	(...bytes: number[]) =>
	(content: Buffer) =>
		content.subarray(0, bytes.length).equals(Buffer.from(bytes));

const searched = 1024;

const formats: Format[] = [
	{
		extension: 'pdf',
		mimeType: 'application/pdf',
		matches: (content) => content.subarray(0, searched).includes('%PDF-'),
		end: Buffer.from('%%EOF'),
	},
	{
		extension: 'png',
		mimeType: 'image/png',
		matches: startsWith(0x89, 0x50, 0x4e, 0x47),
		end: Buffer.from('IEND'),
	},
	{
		extension: 'jpg',
		mimeType: 'image/jpeg',
		matches: startsWith(0xff, 0xd8, 0xff),
		end: Buffer.from([0xff, 0xd9]),
	},
	{
		extension: 'zip',
		mimeType: 'application/zip',
		matches: startsWith(0x50, 0x4b, 0x03, 0x04),
		end: Buffer.from([0x50, 0x4b, 0x05, 0x06]),
	},
	{
		extension: 'zpl',
		mimeType: 'application/zpl',
		matches: (content) => content.subarray(0, searched).includes('^XA'),
		end: Buffer.from('^XZ'),
	},
];

/** A file's extension and MIME type. */
export interface FileFormat {
	extension: string;
	mimeType: string;
}

/**
 * Extension and MIME type of a label: its first bytes decide, since `tipo` may read `png/jpg`
 * (reference: Shipment label); for text that they do not tell, the hub's `tipo`.
 * @returns what keeps the content from being a label, as text, where it is none
 */
export function formatOf(content: Buffer, tipo: string): FileFormat | string {
	const format = formats.find(({ matches }) => matches(content));
	if (format !== undefined) {
		const { extension, mimeType, end } = format;
		return content.includes(end) ? { extension, mimeType } : `is a ${extension} that was cut off`;
	}
	const start = content.subarray(0, searched).toString('utf8').trimStart();
	if (/^(<!doctype html|<html|<head|<body)/i.test(start)) return 'is an HTML page, not a label';
	if (/^(\{\s*"|\[\s*[[{"])/.test(start)) return 'is JSON, not a label';
	const named = tipo.trim().toLowerCase();
	if (named === 'zpl') return { extension: 'zpl', mimeType: 'application/zpl' };
	if (named.split('/').some((part) => formats.some(({ extension }) => extension === part)))
		return `does not begin as a ${named} does`;
	return {
		extension: /^[a-z0-9]{1,8}$/.test(named) ? named : 'bin',
		mimeType: 'application/octet-stream',
	};
}
