import { labelTypes, makeLabels } from '../data/labels.mts';
import type { FullOrder, Label } from '../records.mts';
import type { HubState } from '../state.mts';

/** The labels as the API would answer them; looking at them here stores nothing. */
export function shownLabels(state: HubState, order: FullOrder): Label[] {
	return state.labels.get(order.idPedido) ?? makeLabels(order);
}

/** The `tipo` of each of those labels. */
export function shownTypes(state: HubState, order: FullOrder): string[] {
	return state.labels.get(order.idPedido)?.map(({ tipo }) => tipo) ?? labelTypes(order);
}

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

/** A picture of the label: itself, or for PDF and ZPL a drawing of its texts and bars. */
export function labelPicture(label: Label): LabelFile {
	const file = labelFile(label);
	if (file.type.startsWith('image/')) return file;
	const marks =
		file.type === 'application/pdf'
			? pdfMarks(file.content.toString('latin1'))
			: zplMarks(file.content.toString('utf8'));
	const drawing =
		'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 20 283 235">' +
		`<rect y="20" width="283" height="235" fill="#fff"/>${marks.join('')}</svg>`;
	return { type: 'image/svg+xml', content: Buffer.from(drawing) };
}

/** Texts (`1 0 0 1 x y Tm (text) Tj`) and filled rectangles (`x y w h re f`) of an uncompressed page. */
function pdfMarks(page: string): string[] {
	const texts = [...page.matchAll(/1 0 0 1 (\d+) (\d+) Tm \(((?:\\.|[^\\)])*)\) Tj/g)].map(
		([, x, y, text = '']) => textMark(Number(x), 425 - Number(y), text.replace(/\\(.)/g, '$1')),
	);
	const bars = [...page.matchAll(/(\d+) (\d+) (\d+) (\d+) re f/g)].map(([, x, y, width, height]) =>
		barMark(Number(x), 425 - Number(y) - Number(height), Number(width), Number(height)),
	);
	return [...texts, ...bars];
}

/** Fields at `^FOx,y`: a barcode (`^BC`) or text. Printer dots are drawn at 0.35 of their size. */
function zplMarks(program: string): string[] {
	const scale = 0.35;
	return [...program.matchAll(/\^FO(\d+),(\d+)(.*?)\^FD(.*?)\^FS/gs)].flatMap(
		([, left, top, style = '', text = '']) => {
			const [x, y] = [Number(left) * scale + 6, Number(top) * scale + 20];
			if (!style.includes('^BC')) return [textMark(x, y, text)];
			const bars = [...Buffer.from(text)].map((byte, index) =>
				barMark(x + index * 12, y, 2 + (byte % 7), 90),
			);
			return [...bars, textMark(x, y + 106, text)];
		},
	);
}

function textMark(x: number, y: number, text: string): string {
	const escaped = text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
	return `<text x="${x}" y="${y}" font-family="sans-serif" font-size="11">${escaped}</text>`;
}

function barMark(x: number, y: number, width: number, height: number): string {
	return `<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`;
}
