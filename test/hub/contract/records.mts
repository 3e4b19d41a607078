/** The hub's other answers, besides products and orders: all fields of a record, and no others. */
import {
	anyObject,
	closed,
	either,
	flag,
	integer,
	list,
	number,
	oneOf,
	optional,
	orNull,
	text,
	type Schema,
} from './schema.mts';
import { keyPattern } from '../data/accessKey.mts';
import { address, count, dateTime, filled, fiscalDocumentType, positive } from './shapes.mts';

/** Error body of the part 'Errors'. */
export const error = closed({ error: filled, details: optional(list(filled, { minItems: 1 })) });

/** Applied URL filters; some lists show an array. */
const filtros = either(anyObject(), { type: 'array' });
const shown = integer({ minimum: 0 });

const info = closed({
	filtros,
	prev: text(),
	self: filled,
	next: text(),
	offset: count,
	limit: count,
	exibindo: shown,
	total: count,
});

/** A page of records under `name`. */
export const page = (name: string, entry: Schema) => closed({ [name]: list(entry), info });

/** The queue's shorter envelope. */
export const queuePage = (entry: Schema) =>
	closed({
		pedidos: list(entry),
		info: closed({ filtros, limit: count, exibindo: shown, total: count }),
	});

/** A page of records grouped by the name of their channel. */
export const pageByChannel = (name: string, entry: Schema) =>
	closed({ [name]: anyObject({ additionalProperties: list(entry) }), info });

export const channel = closed({ id: integer(), hash: text(), nome: text(), ativo: flag() });
export const channels = closed({ canais: list(channel), info: closed({ total: count }) });

export const token = closed({ token: filled });

export const label = closed({
	conteudo: text({ pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
	tipo: text(),
	canal: text(),
	idPedidoCanal: integer(),
});

export const securityStock = closed({
	idProduto: integer(),
	skuProduto: text(),
	idCanalIntegracao: integer(),
	qtdEstoqueSeguranca: number({ exclusiveMinimum: 0 }),
});

/** One element per affected variation. */
export const securityStockEntry = closed({
	idProduto: integer(),
	idAtributoSimples: integer(),
	idCanalIntegracao: integer(),
	idIntegracao: integer(),
	estoqueSeguranca: number({ minimum: 0 }),
	dataCadastro: dateTime,
	dataAtualizacao: dateTime,
});
export const securityStockWritten = closed({ ProdutoEstoqueSeguranca: list(securityStockEntry) });

/** Typed Number; may be rendered as text with a decimal comma. */
const loosePrice = either(number({ minimum: 0.01 }), text({ pattern: '^\\d+,\\d{2}$' }));

export const customizedPrice = closed({
	idProduto: integer(),
	skuProduto: text(),
	idCanalIntegracao: integer(),
	precoDePersonalizado: loosePrice,
	precoPorPersonalizado: loosePrice,
});

/** Successes and failures, one result per SKU; `place` and `code` are further fields of a listing. */
const priceResults = (place: Record<string, Schema>, code: Record<string, Schema> = {}) =>
	closed({
		resultados: list(
			closed({
				skuProduto: text(),
				sucessos: list(closed({ ...place, ...code, precoDe: number(), precoPor: number() })),
				erros: list(closed({ ...place, mensagem: filled })),
			}),
		),
	});
export const priceResult = priceResults({ idCanalIntegracao: integer() });
export const listingPriceResult = priceResults(
	{ idCanalIntegracao: integer(), prefixoCanalIntegracao: text() },
	{ codigoMkt: filled },
);

export const fiscalDocument = {
	...closed({
		id: integer(),
		chaveAcesso: filled,
		tipoDocumento: fiscalDocumentType,
		tipo: text(),
		canal: text(),
		idPedido: orNull(integer()),
		status: orNull(text()),
		documentosReferenciados: orNull(list(text({ pattern: keyPattern }))),
		dataEmissao: dateTime,
		xml: filled,
	}),
	if: { properties: { tipoDocumento: { const: 'evento-cancelamento' } } },
	then: {
		properties: {
			tipo: { const: 'CANCELAMENTO' },
			chaveAcesso: { pattern: '^\\d+$' },
			status: { type: 'null' },
			documentosReferenciados: { type: 'array' },
		},
	},
	else: { properties: { chaveAcesso: { pattern: keyPattern }, status: { type: 'string' } } },
};

export const batchCreated = closed({ id: positive });

export const batchNote = {
	...closed({
		idLista: filled,
		identificador: text(),
		sucesso: flag(),
		info: optional(filled),
		error: optional(filled),
		details: optional(list(filled, { minItems: 1 })),
		data: dateTime,
	}),
	if: { properties: { sucesso: { const: true } } },
	then: { required: ['info'], properties: { error: false, details: false } },
	else: { required: ['error'], properties: { info: false } },
};

export const batch = closed({
	batchId: integer(),
	requestId: filled,
	data: dateTime,
	tipo: filled,
	acao: filled,
	status: oneOf('aguardando', 'processando', 'processado'),
	contemErros: flag(),
	observacoes: list(batchNote),
});

/** The notification that the hub sends to the webhook whenever an order changes. */
export const notification = closed({
	id: integer(),
	dominio: text(),
	urlLeitura: address,
	urlConfirmacaoLeitura: either({ const: 'confirmacao-automatica' }, address),
	data: dateTime,
});
