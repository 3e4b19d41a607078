import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { isBlank } from '../../api/values/blanks';
import { momentOf } from '../../api/values/dates';
import { zoneOfHub } from '../../api/values/hubDates';
import { isRecord, onlyRecords } from '../../api/values/objects';
import { namesNothing } from '../../api/values/spreadsheet';
import { readTaxId } from '../../api/values/taxId';
import { plainWord } from '../../api/values/words';

/* An order as rows of the tables that a seller keeps of orders, their lines and customers. */

/** How far an order has come, in words that sort. */
const steps = ['1 novo', '2 pago', '3 faturado', '4 enviado', '5 entregue'];
const unknownStep = '0';

type Marks = Record<'fiscal' | 'entrega', IDataObject>;

/** How far an order has come at least: by its status, an invoice or a tracking code. */
export function reachedBy(order: IDataObject): string {
	const { fiscal, entrega } = order as Partial<Marks>;
	const marks = [fiscal?.nfeChave, fiscal?.nfeNumero, entrega?.codigoRastreio];
	const hasLeft = marks.some((mark) => !isBlank(mark) && !namesNothing(mark));
	const byMarks = hasLeft ? '3 faturado' : unknownStep;
	const word = plainWord(order.status);
	const byStatus = steps.find((step) => step.slice(2) === word) ?? unknownStep;
	return byStatus > byMarks ? byStatus : byMarks;
}

/**
 * The row of an order: IDs as text, the date with its offset, CPF or CNPJ plain. A value that the order lacks, or that
 * nobody can read, is null.
 */
export function orderRow(order: IDataObject): IDataObject {
	const { canal, valores, cliente } = order;
	return {
		idPedido: String(order.idPedido),
		idPedidoCanal: order.idPedidoCanal ?? null,
		canal: textOf(isRecord(canal) ? canal.canalIntegracao : canal) ?? null,
		status: textOf(order.status) ?? null,
		total: (isRecord(valores) ? valores.total : order.total) ?? null,
		dataEmissao: momentText(order.dataEmissao) ?? null,
		cpfCnpj: taxIdOf(cliente) ?? null,
		stopped: order.isCancelled === true || order.isReturned === true,
		isReturned: order.isReturned === true,
		reached: reachedBy(order),
	};
}

/** The row of an order's customer; none where the order has no CPF or CNPJ. */
export function customerRow({ cliente, entrega }: IDataObject): IDataObject | undefined {
	const cpfCnpj = taxIdOf(cliente);
	if (cpfCnpj === undefined || !isRecord(cliente)) return undefined;
	const { nome, email, celular, telefone } = cliente;
	const { cidade, uf } = isRecord(entrega) ? entrega : {};
	const row = { nome, email, telefone: isBlank(celular) ? telefone : celular, cidade, uf };
	return { cpfCnpj, ...withNull(row) };
}

/**
 * A row for each SKU of an order, its pieces added up. It never tells a booking, so that an order that comes again
 * leaves that as it is. `gone` says that the goods may have left; a returned order keeps the status of before, since
 * that tells whether its pieces had left.
 * @param read when the order was read
 */
export function lineRows(order: IDataObject, read?: string): IDataObject[] {
	const pieces = new Map<string, number>();
	for (const { sku, qtd } of onlyRecords(order.itens)) {
		const name = String(sku ?? '').trim();
		if (name !== '') pieces.set(name, (pieces.get(name) ?? 0) + piecesOf(qtd));
	}
	const line = {
		idPedido: String(order.idPedido),
		...(order.isReturned === true
			? { returned: true }
			: { status: textOf(order.status)?.trim() ?? '', cancelled: order.isCancelled === true }),
		...(reachedBy(order) >= '3 faturado' && { gone: true }),
		integrated: momentText(order.dataIntegracao) ?? momentText(order.dataEmissao) ?? null,
		...(read !== undefined && { read }),
	};
	return [...pieces].map(([sku, quantity]) => ({ ...line, sku, quantity }));
}

/** Whole pieces, rounded up; a quantity that is no number is one piece at least. */
function piecesOf(quantity: unknown): number {
	const whole = Math.ceil(Number(quantity ?? 0));
	return Number.isSafeInteger(whole) && whole > 0 ? whole : 1;
}

/** Text of a text or number; undefined for anything else, which no column of text takes. */
const textOf = (value: unknown): string | undefined =>
	['string', 'number', 'bigint'].includes(typeof value) ? String(value) : undefined;

const momentText = (value: unknown): string | undefined =>
	DateTime.isDateTime(value) || typeof value === 'string'
		? (momentOf(value, zoneOfHub)?.setZone(zoneOfHub).toISO() ?? undefined)
		: undefined;

/** A CPF or CNPJ; undefined for none, and for one digit alone that people type for none. */
function taxIdOf(customer: unknown): string | undefined {
	const given = isRecord(customer) ? customer.cpfCnpj : undefined;
	const read = readTaxId(String(given ?? ''));
	return typeof read === 'string' && !/^(.)\1+$/.test(read) ? read : undefined;
}

const withNull = (row: Record<string, unknown>) =>
	Object.fromEntries(
		Object.entries(row).map(([name, value]) => [name, textOf(value) ?? null]),
	) as IDataObject;
