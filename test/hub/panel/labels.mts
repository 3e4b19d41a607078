import { bars, labelLines } from '../data/labels.mts';
import { escape } from '../data/nfeXml.mts';
import type { FullOrder, Label } from '../records.mts';

export interface LabelFile {
	type: string;
	content: Buffer;
}

/** The label's file; its first bytes tell the type. */
export function labelFile({ conteudo, tipo }: Label): LabelFile {
	const content = Buffer.from(conteudo, 'base64');
	if (content.subarray(0, 4).toString('latin1') === '%PDF')
		return { type: 'application/pdf', content };
	if (content[0] === 0x89) return { type: 'image/png', content };
	if (content[0] === 0xff) return { type: 'image/jpeg', content };
	return {
		type: tipo === 'zpl' ? 'text/plain; charset=utf-8' : 'application/octet-stream',
		content,
	};
}

/** A picture of the label: itself, or for PDF and ZPL a drawing of the order's texts and bars. */
export function labelPicture(label: Label, order: FullOrder): LabelFile {
	const file = labelFile(label);
	if (file.type.startsWith('image/')) return file;
	const texts = labelLines(order).map(
		(line, index) =>
			`<text x="20" y="${45 + index * 18}" font-family="sans-serif" font-size="11">${escape(line)}</text>`,
	);
	let x = 20;
	const marks = bars(order.idPedidoCanal).map((width, index) => {
		const mark = index % 2 === 0 ? `<rect x="${x}" y="165" width="${width * 7}" height="80"/>` : '';
		x += width * 7;
		return mark;
	});
	const drawing =
		'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 20 283 235">' +
		`<rect y="20" width="283" height="235" fill="#fff"/>${[...texts, ...marks].join('')}</svg>`;
	return { type: 'image/svg+xml', content: Buffer.from(drawing) };
}
