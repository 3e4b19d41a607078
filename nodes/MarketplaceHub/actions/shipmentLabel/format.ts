interface Format {
	extension: string;
	mimeType: string;
	matches: (content: Buffer) => boolean;
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
	},
	{ extension: 'png', mimeType: 'image/png', matches: startsWith(0x89, 0x50, 0x4e, 0x47) },
	{ extension: 'jpg', mimeType: 'image/jpeg', matches: startsWith(0xff, 0xd8, 0xff) },
	{ extension: 'zip', mimeType: 'application/zip', matches: startsWith(0x50, 0x4b, 0x03, 0x04) },
	{
		extension: 'zpl',
		mimeType: 'application/zpl',
		matches: (content) => content.subarray(0, searched).includes('^XA'),
	},
];

/**
 * Extension and MIME type of a label: its first bytes decide, since `tipo` may read `png/jpg`
 * (reference: Shipment label); for content that they do not tell, the hub's `tipo`.
 */
export function formatOf(content: Buffer, tipo: string): { extension: string; mimeType: string } {
	const named = tipo.trim().toLowerCase();
	const format =
		formats.find(({ matches }) => matches(content)) ??
		formats.find(({ extension }) => extension === named);
	if (format !== undefined) return { extension: format.extension, mimeType: format.mimeType };
	return {
		extension: /^[a-z0-9]{1,8}$/.test(named) ? named : 'bin',
		mimeType: 'application/octet-stream',
	};
}
