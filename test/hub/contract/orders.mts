/** Orders: the hub's answers, and the body of the sandbox operation (part 'Orders'). */
import { closed, integer, list, number, oneOf, open, optional, orNull, text } from './schema.mts';
import { address, amount, currency, dateTime, filled, text250 } from './shapes.mts';

const pessoa = oneOf('f', 'j');
const sexo = oneOf('m', 'f', 'j', 'ni');

const customer = {
	nome: text(),
	email: text(),
	cpfCnpj: text(),
	pessoa,
	telefone: text(),
	celular: text(),
};

const delivery = {
	cep: text(),
	destinatario: text(),
	endereco: text(),
	bairro: text(),
	cidade: text(),
	uf: text(),
	numero: text(),
	complemento: text(),
	referencia: text(),
	prazoEntrega: number(),
	tipoFrete: text(),
	codigoRastreio: text(),
	linkRastreio: text(),
};

const common = {
	idPedido: integer(),
	idPedidoCanal: text(),
	referenciaPedidoCanal: text(),
	idInterno: orNull(integer()),
	dataEmissao: dateTime,
	dataIntegracao: dateTime,
	status: filled,
	moeda: currency,
	canal: closed({ canal: text(), canalIntegracao: text(), hashCanal: text() }),
	valores: closed({ subtotal: number(), frete: number(), desconto: number(), total: number() }),
	fiscal: closed({
		nfeSerie: text(),
		nfeNumero: text(),
		nfeChave: text(),
		nfseNumero: text(),
		nfseCodigoVerificacao: text(),
		nfseUrlConsulta: text(),
	}),
};

/** An item of the order list. */
export const basicOrder = closed({
	...common,
	cliente: closed(customer),
	entrega: closed(delivery),
	links: closed({
		GET: address,
		PUT: closed({ faturado: address, enviado: address, entregue: address }),
	}),
});

/** The full record. */
export const order = closed({
	...common,
	cliente: closed({ ...customer, rgIe: text(), sexo, nascimento: text() }),
	entrega: closed({
		...delivery,
		/** Present when the marketplace's shipping code is mapped to a shipping type of the hub */
		freteMapeado: optional(closed({ id: integer(), nome: text() })),
	}),
	itens: list(
		closed({ sku: text(), nome: text(), detalhes: text(), qtd: number(), valor: number() }),
		{ minItems: 1 },
	),
	pagamentos: list(
		closed({
			metodo: text(),
			descricao: text(),
			/** Not always informed */
			qtdParcelas: optional(number()),
			valor: number(),
		}),
	),
});

const pieces = number({ minimum: 1, maximum: 99999 });

export const sandboxOrder = open({
	idPedidoCanal: text250,
	referenciaPedidoCanal: optional(text250),
	canal: text250,
	dataEmissao: dateTime,
	moeda: currency,
	cliente: open({
		nome: text250,
		email: text250,
		cpfCnpj: text250,
		rgIe: optional(text250),
		sexo: optional(sexo),
		pessoa,
		nascimento: text250,
		telefone: optional(text250),
		celular: optional(text250),
	}),
	entrega: open({
		cep: text({ minLength: 1, maxLength: 9 }),
		destinatario: text250,
		endereco: text250,
		bairro: text250,
		cidade: text250,
		uf: text({ minLength: 2, maxLength: 2 }),
		numero: text({ minLength: 1, maxLength: 50 }),
		complemento: optional(text250),
		referencia: optional(text250),
		prazoEntrega: number({ minimum: 1, maximum: 365 }),
		tipoFrete: optional(text250),
	}),
	valores: open({ frete: amount, subtotal: amount, desconto: amount, total: amount }),
	itens: list(open({ sku: text250, nome: text250, qtd: pieces, valor: amount }), { minItems: 1 }),
	pagamentos: list(
		open({ metodo: text250, descricao: text250, qtdParcelas: pieces, valor: amount }),
		{ minItems: 1 },
	),
});
