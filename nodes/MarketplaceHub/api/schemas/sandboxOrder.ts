import get from 'lodash/get';
import mapValues from 'lodash/mapValues';
import set from 'lodash/set';
import { z } from 'zod';
import { isBlank, isRecord } from '../values/checks';
import { fromJson } from '../values/json';
import { objectOf, optional, required, type Values, type WriteFields } from './fields';
import { choice } from './kinds/choices';
import { objects } from './kinds/lists';
import { decimal, wholeNumber } from './kinds/numbers';
import { hubDateTime, patterned, text } from './kinds/text';
import { orderRecord, orderListItem } from './records';
import type { EntryShape } from './writeShape';

const nameText = text(250);
const moneyAmount = decimal(0, 999999.99, 'money');
const pieceCount = wholeNumber(1, 99999, 'pieces');

/** A read gives the channel as an object, whose `canal` is its name. */
const channelNameField = {
	...nameText,
	check: z.preprocess((value) => get(value, 'canal', value), nameText.check),
};

const itemFields = {
	sku: required(nameText, 'SKU', 'SKU of the item'),
	nome: required(nameText, 'Name', 'Name of the item'),
	qtd: required(pieceCount, 'Quantity', '1 to 99999'),
	valor: required(moneyAmount, 'Unit Value', 'BRL, 0 to 999999.99'),
} satisfies WriteFields;

const paymentFields = {
	metodo: required(nameText, 'Method', 'Payment method'),
	descricao: required(nameText, 'Description', 'Description of the payment', {
		fill: ({ metodo }) => metodo,
	}),
	qtdParcelas: required(pieceCount, 'Installments', '1 to 99999', { fill: () => 1 }),
	valor: required(moneyAmount, 'Value', 'BRL, 0 to 999999.99'),
} satisfies WriteFields;

const cliente = {
	nome: required(nameText, 'Buyer: Name', '1 to 250 characters'),
	email: required(nameText, 'Buyer: Email', '1 to 250 characters'),
	cpfCnpj: required(nameText, 'Buyer: CPF or CNPJ', '1 to 250 characters'),
	rgIe: optional(nameText, 'Buyer: RG or IE', '1 to 250 characters'),
	sexo: optional(
		choice(['m', 'f', 'j', 'ni']),
		'Buyer: Sex',
		'm, f, j for legal entities, ni for unspecified',
	),
	pessoa: required(choice(['f', 'j']), 'Buyer: Person', 'f for natural person, j for legal entity'),
	nascimento: required(nameText, 'Buyer: Birth Date', '1 to 250 characters', {
		fill: () => 'não informado',
	}),
	telefone: optional(nameText, 'Buyer: Phone', '1 to 250 characters'),
	celular: optional(nameText, 'Buyer: Mobile Phone', '1 to 250 characters'),
} satisfies WriteFields;

const entrega = {
	cep: required(text(9), 'Delivery: CEP', 'Postal code, 1 to 9 characters'),
	destinatario: required(nameText, 'Delivery: Recipient', '1 to 250 characters'),
	endereco: required(nameText, 'Delivery: Street', '1 to 250 characters'),
	bairro: required(nameText, 'Delivery: District', '1 to 250 characters'),
	cidade: required(nameText, 'Delivery: City', '1 to 250 characters'),
	uf: required(text(2, 2), 'Delivery: State', 'Exactly 2 characters, e.g. SP'),
	numero: required(text(50), 'Delivery: Number', '1 to 50 characters'),
	complemento: optional(nameText, 'Delivery: Complement', '1 to 250 characters'),
	referencia: optional(nameText, 'Delivery: Reference', '1 to 250 characters'),
	prazoEntrega: required(wholeNumber(1, 365), 'Delivery: Days', '1 to 365'),
	tipoFrete: optional(nameText, 'Delivery: Freight Code', 'Shipping code from the marketplace'),
} satisfies WriteFields;

const valores = {
	frete: required(moneyAmount, 'Values: Shipping', 'BRL, 0 to 999999.99'),
	subtotal: required(moneyAmount, 'Values: Subtotal', 'BRL, 0 to 999999.99'),
	desconto: required(moneyAmount, 'Values: Discount', 'BRL, 0 to 999999.99'),
	total: required(moneyAmount, 'Values: Total', 'BRL: shipping plus items minus discount'),
} satisfies WriteFields;

const head = {
	idPedidoCanal: required(
		nameText,
		'Marketplace Order ID',
		'ID of the order in the marketplace, 1 to 250 characters',
	),
	referenciaPedidoCanal: optional(nameText, 'Market Reference', 'Reference code in the channel'),
	canal: required(channelNameField, 'Channel', 'Channel of the order, 1 to 250 characters'),
	dataEmissao: required(hubDateTime(), 'Issue Date', 'YYYY-MM-DD HH:MM:SS'),
	moeda: required(
		patterned(/^[A-Z]{3}$/, 'an ISO 4217 code such as BRL'),
		'Currency',
		'ISO 4217 code, e.g. BRL',
	),
} satisfies WriteFields;

const lists = {
	itens: required(objects(itemFields, 1), 'Items', 'List of at least one {sku, nome, qtd, valor}'),
	pagamentos: required(
		objects(paymentFields, 1),
		'Payments',
		'List of at least one {metodo, descricao, qtdParcelas, valor}',
	),
} satisfies WriteFields;

const orderParts = { cliente, entrega, valores } satisfies Record<string, WriteFields>;

/** Sandbox order fields, flat: fields of a group carry its name, e.g. `cliente.nome` (reference: Orders). */
export const sandboxOrderFields: WriteFields = {
	...head,
	...Object.fromEntries(
		Object.entries(orderParts).flatMap(([group, table]) =>
			Object.entries(table).map(([name, field]) => [`${group}.${name}`, field]),
		),
	),
	...lists,
};

const groupOf = (table: WriteFields) =>
	required({ type: 'object', check: objectOf(table), fields: table }, '', '');

const nestedFields: WriteFields = {
	...head,
	...mapValues(orderParts, groupOf),
	...lists,
};

/** A sandbox order, nested, and the further fields of a read. */
export const sandboxOrderWrite: EntryShape = {
	fields: nestedFields,
	check: objectOf(nestedFields),
	record: { ...orderListItem, ...orderRecord },
};

/** Turns mapped columns (`cliente.nome`) into groups; every group is there, if need be empty. */
export function grouped(columns: Values): Values {
	const flat = Object.keys(columns).filter(
		(name) => name.includes('.') && Object.hasOwn(sandboxOrderFields, name),
	);
	// not by lodash, for which a dot in a name leads into an object
	const result: Values = Object.fromEntries(
		Object.entries(columns).filter(([name]) => !flat.includes(name)),
	);
	for (const name of Object.keys(orderParts)) {
		const given = fromJson(result[name]) ?? {};
		result[name] = isRecord(given) ? { ...given } : given;
		if (isBlank(given)) result[name] = {};
	}
	flat.forEach((name) => set(result, name, columns[name]));
	return result;
}
