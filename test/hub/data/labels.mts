import { deflateSync, crc32 as zlibCrc32 } from 'node:zlib';
import type { FullOrder, Label } from '../records.mts';
import type { HubState } from '../state.mts';
import { jpegLabel } from './jpeg.mts';

const labelled = new Set(['pago', 'faturado', 'enviado', 'entregue']);
/** The kinds of label in turn, by order id: two files for every fifth order. */
const kinds = [['pdf'], ['zpl'], ['png'], ['jpg'], ['png/jpg'], ['pdf', 'zpl']];

/**
 * The labels of an order: those put into the state, else made when the order is paid. Orders before payment and
 * cancelled ones have none.
 */
export function labelsFor(state: HubState, order: FullOrder): Label[] {
	const stored = state.labels.get(order.idPedido);
	if (stored) return stored;
	const made = makeLabels(order);
	if (made.length > 0) state.labels.set(order.idPedido, made);
	return made;
}

/** The `tipo` of each label that an order would get now. */
export function labelTypes({ status, idPedido }: FullOrder): string[] {
	return labelled.has(status) ? (kinds[idPedido % kinds.length] ?? []) : [];
}

/** The labels that an order would get now, not stored. */
export function makeLabels(order: FullOrder): Label[] {
	return labelTypes(order).map((tipo): Label => {
		const digits = order.idPedidoCanal.replace(/\D/g, '').slice(0, 15);
		return {
			conteudo: content(tipo, order).toString('base64'),
			tipo,
			canal: order.canal.canal,
			idPedidoCanal: Number(digits || order.idPedido),
		};
	});
}

function content(tipo: string, order: FullOrder): Buffer {
	if (tipo === 'pdf') return pdfLabel(order);
	if (tipo === 'zpl') return zplLabel(order);
	return tipo === 'jpg' ? jpegLabel : pngLabel(order.idPedidoCanal);
}

function lines({ entrega, idPedidoCanal, canal }: FullOrder): string[] {
	return [
		entrega.destinatario,
		`${entrega.endereco}, ${entrega.numero} ${entrega.complemento}`.trim(),
		entrega.bairro,
		`${entrega.cep} ${entrega.cidade}/${entrega.uf}`,
		`${canal.canal} ${idPedidoCanal}`,
	];
}

/** Widths of bars and gaps, alternating, drawn from a text: looks like a barcode. */
function bars(text: string): number[] {
	return [...Buffer.from(text)].flatMap((byte) => [1 + (byte & 3), 1 + ((byte >> 2) & 3)]);
}

/** A one-page PDF of 100 x 150 mm with address and bars. */
export function pdfLabel(order: FullOrder): Buffer {
	const escaped = lines(order).map((line) => line.replace(/[\\()]/g, '\\$&'));
	const text = escaped
		.map((line, index) => `1 0 0 1 20 ${380 - index * 18} Tm (${line}) Tj`)
		.join('\n');
	let x = 20;
	const drawn = bars(order.idPedidoCanal).flatMap((width, index) => {
		const bar = index % 2 === 0 ? [`${x} 180 ${width * 7} 80 re f`] : [];
		x += width * 7;
		return bar;
	});
	const stream = `BT /F1 11 Tf\n${text}\nET\n${drawn.join('\n')}`;
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
		'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 283 425] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
		`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
		'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
	];
	let file = '%PDF-1.4\n';
	const offsets = objects.map((object, index) => {
		const offset = file.length;
		file += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return `${String(offset).padStart(10, '0')} 00000 n \n`;
	});
	const start = file.length;
	file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
	file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
	return Buffer.from(file, 'latin1');
}

function zplLabel(order: FullOrder): Buffer {
	const fields = lines(order).map(
		(line, index) => `^FO40,${40 + index * 40}^A0N,30,30^FD${line}^FS`,
	);
	return Buffer.from(
		`^XA^CI28\n${fields.join('\n')}\n^FO40,280^BY2^BCN,120,Y,N,N^FD${order.idPedidoCanal}^FS\n^XZ\n`,
	);
}

/** A gray PNG of 200 x 80 pixels with bars. */
function pngLabel(text: string): Buffer {
	const [width, height] = [200, 80];
	const row = Buffer.alloc(width, 255);
	let x = 4;
	bars(text).forEach((bar, index) => {
		if (index % 2 === 0) row.fill(0, Math.min(x, width), Math.min(x + bar * 6, width));
		x += bar * 6;
	});
	const pixels = Buffer.concat(
		Array.from({ length: height }, () => Buffer.concat([Buffer.of(0), row])),
	);
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 0, 0, 0, 0], 8);
	const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
	return Buffer.concat([
		signature,
		chunk('IHDR', header),
		chunk('IDAT', deflateSync(pixels)),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length);
	const sum = Buffer.alloc(4);
	sum.writeUInt32BE(zlibCrc32(body));
	return Buffer.concat([length, body, sum]);
}
