import { fromDateTime, toDateTime } from '../clock.mts';
import type { Channel, FiscalDocument, FullOrder } from '../records.mts';
import type { HubState } from '../state.mts';
import { accessKey } from './accessKey.mts';
import { cnpj } from './brazil.mts';
import { eventXml, invoiceXml } from './nfeXml.mts';
import type { Random } from './random.mts';

const hourMs = 3_600_000;
/** Notes belong to orders that have come this far. */
const invoiced = new Set(['faturado', 'enviado', 'entregue']);
const kinds = ['VENDA', 'REMESSA', 'DEVOLUCAO'];

/**
 * Adds `count` fiscal documents: of every four one is the cancellation event of the note before it. Every second note
 * is of an issuer whose CNPJ has letters.
 */
export function seedFiscalDocuments(
	state: HubState,
	random: Random,
	count: number,
	now: number,
): void {
	const channels = [...state.channels.values()];
	const orders = [...state.orders.values()].filter(
		({ fiscal, status }) => fiscal.nfeChave === '' && invoiced.has(status),
	);
	const issuers = [cnpj(random, true), cnpj(random, false)] as const;
	let last: FiscalDocument | undefined;
	for (let done = 0; done < count; done++) {
		if (done % 4 === 3 && last) {
			cancelFiscalDocument(state, last, fromDateTime(last.dataEmissao) + hourMs, random.digits(13));
			last = undefined;
			continue;
		}
		const issuedAt = now - (count - done) * 2 * hourMs;
		last = issue(state, random, {
			issuer: issuers[done % 2 === 0 ? 0 : 1],
			issuedAt,
			channel: channels[done % channels.length],
			order: orders.shift(),
		});
	}
}

/** Issues the NF-e of an order: its number, series and key then stand in the order. `now` in hub ms. */
export function issueInvoice(
	state: HubState,
	random: Random,
	order: FullOrder,
	now: number,
): FiscalDocument {
	return issue(state, random, { issuer: cnpj(random), issuedAt: now, channel: undefined, order });
}

interface IssueParts {
	issuer: string;
	issuedAt: number;
	channel: Channel | undefined;
	order: FullOrder | undefined;
}

function issue(
	state: HubState,
	random: Random,
	{ issuer, issuedAt, channel, order }: IssueParts,
): FiscalDocument {
	const number = state.next('invoice', 1201);
	const dataEmissao = toDateTime(issuedAt);
	const month = dataEmissao.slice(2, 4) + dataEmissao.slice(5, 7);
	const chaveAcesso = accessKey({
		ufCode: 35,
		month,
		cnpj: issuer,
		series: 1,
		number,
		code: random.int(1, 99_999_999),
	});
	const tipo = order ? 'VENDA' : (kinds[number % kinds.length] as string);
	const document: FiscalDocument = {
		id: state.next('fiscalDocument', 900001),
		chaveAcesso,
		tipoDocumento: 'nfe',
		tipo,
		canal: order?.canal.hashCanal ?? channel?.hash ?? 'sem-canal',
		idPedido: order?.idPedido ?? null,
		status: 'authorized',
		documentosReferenciados: null,
		dataEmissao,
		xml: invoiceXml({
			key: chaveAcesso,
			number,
			issuer,
			issuedAt: dataEmissao,
			operation: tipo,
			order,
		}),
	};
	if (order)
		Object.assign(order.fiscal, {
			nfeSerie: '1',
			nfeNumero: String(number),
			nfeChave: chaveAcesso,
		});
	state.fiscalDocuments.set(chaveAcesso, document);
	return document;
}

/**
 * Cancels an NF-e: its status becomes canceled and an event with its own protocol appears (part 'States').
 * @param at hub ms
 * @param digits 13 digits for the protocol number
 */
export function cancelFiscalDocument(
	state: HubState,
	note: FiscalDocument,
	at: number,
	digits = String(state.next('protocol', 1_000_000_000_000)),
): FiscalDocument {
	note.status = 'canceled';
	const protocol = `13${digits}`;
	const dataEmissao = toDateTime(at);
	const event: FiscalDocument = {
		id: state.next('fiscalDocument', 900001),
		chaveAcesso: protocol,
		tipoDocumento: 'evento-cancelamento',
		tipo: 'CANCELAMENTO',
		canal: note.canal,
		idPedido: note.idPedido,
		status: null,
		documentosReferenciados: [note.chaveAcesso],
		dataEmissao,
		xml: eventXml({ key: note.chaveAcesso, protocol, at: dataEmissao }),
	};
	state.fiscalDocuments.set(protocol, event);
	return event;
}
