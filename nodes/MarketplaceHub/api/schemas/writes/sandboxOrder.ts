import get from 'lodash/get';
import mapValues from 'lodash/mapValues';
import set from 'lodash/set';
import upperFirst from 'lodash/upperFirst';
import { isBlank } from '../../values/blanks';
import { isRecord } from '../../values/objects';
import { fromJson } from '../../values/json';
import { preprocess } from '../effects';
import {
	group,
	objectOf,
	optional,
	required,
	type Values,
	type WriteFields,
	type WriteShape,
} from '../fields';
import { choice } from '../kinds/choices';
import { objects } from '../kinds/lists';
import { decimal, wholeNumber } from '../kinds/numbers';
import { hubDateTime, nameOrNumber, patterned, skuText, text } from '../kinds/text';
import { orderRecord, orderListItem } from '../reads/records';

const nameText = text(250);
const number = nameOrNumber(250);
const itemSku = skuText(250);
const amount = decimal(0, 999999.99, 'money');
const inReais = `BRL, ${amount.takes}`;
const pieceCount = wholeNumber(1, 99999, 'pieces');
const postalCode = text(9);
const streetNumber = text(50);
const state = text(2, 2);
const workingDays = wholeNumber(1, 365);

/** A read gives the channel as an object, whose `canal` is its name. */
const channelNameField = {
	...nameText,
	check: preprocess((value) => get(value, 'canal', value), nameText.check),
};

const itemFields = {
	sku: required(itemSku, 'SKU', 'SKU of the item'),
	nome: required(nameText, 'Name', 'Name of the item'),
	qtd: required(pieceCount, 'Quantity', pieceCount.takes),
	valor: required(amount, 'Unit Value (BRL)', inReais),
} satisfies WriteFields;

const paymentFields = {
	metodo: required(nameText, 'Method', 'Payment method'),
	descricao: required(nameText, 'Description', 'Description of the payment', {
		read: { fill: ({ metodo }) => metodo },
	}),
	qtdParcelas: required(pieceCount, 'Installments', pieceCount.takes, {
		read: { fill: () => 1 },
	}),
	valor: required(amount, 'Value (BRL)', inReais),
} satisfies WriteFields;

const cliente = {
	nome: required(nameText, 'Buyer: Name', nameText.takes),
	email: required(nameText, 'Buyer: Email', nameText.takes),
	cpfCnpj: required(number, 'Buyer: CPF or CNPJ', number.takes),
	rgIe: optional(number, 'Buyer: RG or IE', number.takes),
	sexo: optional(
		choice(['m', 'f', 'j', 'ni']),
		'Buyer: Sex',
		'm, f, j for legal entities, ni for unspecified',
	),
	pessoa: required(choice(['f', 'j']), 'Buyer: Person', 'f for natural person, j for legal entity'),
	nascimento: required(nameText, 'Buyer: Birth Date', nameText.takes, {
		read: { fill: () => 'não informado' },
	}),
	telefone: optional(number, 'Buyer: Phone', number.takes),
	celular: optional(number, 'Buyer: Mobile Phone', number.takes),
} satisfies WriteFields;

const entrega = {
	cep: required(postalCode, 'Delivery: CEP', `Postal code, ${postalCode.takes}`),
	destinatario: required(nameText, 'Delivery: Recipient', nameText.takes),
	endereco: required(nameText, 'Delivery: Street', nameText.takes),
	bairro: required(nameText, 'Delivery: District', nameText.takes),
	cidade: required(nameText, 'Delivery: City', nameText.takes),
	uf: required(state, 'Delivery: State', `${upperFirst(state.takes)}, e.g. SP`),
	numero: required(streetNumber, 'Delivery: Number', streetNumber.takes),
	complemento: optional(nameText, 'Delivery: Complement', nameText.takes),
	referencia: optional(nameText, 'Delivery: Reference', nameText.takes),
	prazoEntrega: required(workingDays, 'Delivery: Time (Days)', workingDays.takes),
	tipoFrete: optional(nameText, 'Delivery: Freight Code', 'Shipping code from the marketplace'),
} satisfies WriteFields;

const valores = {
	frete: required(amount, 'Values: Shipping (BRL)', inReais),
	subtotal: required(amount, 'Values: Subtotal (BRL)', inReais),
	desconto: required(amount, 'Values: Discount (BRL)', inReais),
	total: required(amount, 'Values: Total (BRL)', 'BRL: shipping plus items minus discount'),
} satisfies WriteFields;

const head = {
	idPedidoCanal: required(
		number,
		'Marketplace Order ID',
		`ID of the order in the marketplace, ${nameText.takes}`,
	),
	referenciaPedidoCanal: optional(number, 'Market Reference', 'Reference code in the channel'),
	canal: required(channelNameField, 'Channel', `Channel of the order, ${nameText.takes}`),
	dataEmissao: required(hubDateTime(), 'Issue Date', 'YYYY-MM-DD HH:MM:SS'),
	moeda: required(
		patterned(/^[A-Z]{3}$/, 'an ISO 4217 code such as BRL'),
		'Currency',
		'ISO 4217 code, e.g. BRL',
	),
} satisfies WriteFields;

const lists = {
	itens: required(
		objects(itemFields, 1, { knownBy: 'sku' }),
		'Items',
		'List of at least one {sku, nome, qtd, valor}',
	),
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
		Object.entries(orderParts).flatMap(([name, table]) =>
			Object.entries(table).map(([part, field]) => [`${name}.${part}`, field]),
		),
	),
	...lists,
};

const nestedFields: WriteFields = {
	...head,
	...mapValues(orderParts, group),
	...lists,
};

/** A sandbox order, nested, and the further fields of a read. */
export const sandboxOrderWrite: WriteShape = {
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
