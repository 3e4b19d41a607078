import type { FullOrder, Label } from '../records.mts';
import type { HubState } from '../state.mts';
import { jpegLabel, pngLabel } from './pictures.mts';

const labelled = new Set(['pago', 'faturado', 'enviado', 'entregue']);
/** The kinds of label in turn, by order id: two files for every fifth order. */
const kinds = [['pdf'], ['zpl'], ['png'], ['jpg'], ['png/jpg'], ['pdf', 'zpl']];

/** The labels of an order: those put into the state, else made from it once it is paid. */
export function labelsFor(state: HubState, order: FullOrder): Label[] {
	const { status, idPedido, idPedidoCanal, canal } = order;
	const types = labelled.has(status) ? (kinds[idPedido % kinds.length] ?? []) : [];
	const digits = idPedidoCanal.replace(/\D/g, '').slice(0, 15);
	const made = types.map((tipo) => ({
		conteudo: content(tipo, order).toString('base64'),
		tipo,
		canal: canal.canal,
		idPedidoCanal: Number(digits || idPedido),
	}));
	return state.labels.get(idPedido) ?? made;
}

function content(tipo: string, order: FullOrder): Buffer {
	if (tipo === 'pdf') return pdfLabel(order);
	if (tipo === 'zpl') return zplLabel(order);
	return tipo === 'jpg' ? jpegLabel : pngLabel;
}

/** The address on a label, and the contents of the parcel. */
export function labelLines({ entrega, idPedidoCanal, canal }: FullOrder): string[] {
	return [
		entrega.destinatario,
		`${entrega.endereco}, ${entrega.numero} ${entrega.complemento}`.trim(),
		entrega.bairro,
		`${entrega.cep} ${entrega.cidade}/${entrega.uf}`,
		`${canal.canal} ${idPedidoCanal}`,
	];
}

/** A one-page PDF of 100 x 150 mm with the address. */
function pdfLabel(order: FullOrder): Buffer {
	const escaped = labelLines(order).map((line) => line.replace(/[\\()]/g, '\\$&'));
	const text = escaped
		.map((line, index) => `1 0 0 1 20 ${380 - index * 18} Tm (${line}) Tj`)
		.join('\n');
	const stream = `BT /F1 11 Tf\n${text}\nET`;
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
	const fields = labelLines(order).map(
		(line, index) => `^FO40,${40 + index * 40}^A0N,30,30^FD${line}^FS`,
	);
	return Buffer.from(
		`^XA^CI28\n${fields.join('\n')}\n^FO40,280^BY2^BCN,120,Y,N,N^FD${order.idPedidoCanal}^FS\n^XZ\n`,
	);
}
