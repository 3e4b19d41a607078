import { ExactInteger } from './exactJson.mts';
import type { Quirks } from './types.mts';

export function defaultQuirks(numbersAsStrings: boolean): Quirks {
	return {
		numbersAsStrings,
		decimalCommas: true,
		filtersAsArray: false,
		withoutNext: false,
		stepInPages: false,
		extraFields: false,
		firstPageOnly: false,
		statedTotal: undefined,
		notesShuffled: false,
		newestOrdersFirst: false,
		withoutMediaPrices: false,
		daysFirst: false,
		securityStockByVariation: false,
		damagedOrders: new Map(),
	};
}

const stringNumbers = new Set(
	(
		'offset limit total id idPedido idInterno idPedidoCanal idProduto idCanalIntegracao batchId estoque ' +
		'qtdEstoqueSeguranca estoqueSeguranca precoDe precoPor precoDeMidia precoPorMidia precoDePersonalizado ' +
		'precoPorPersonalizado subtotal frete desconto valor'
	).split(' '),
);
/** Objects whose keys are data, not fields. */
const maps = new Set([
	'filtros',
	'caracteristicas',
	'produtosEstoqueSeguranca',
	'produtosPrecoPersonalizado',
	'PUT',
]);

/** An answer's body as a hub with these quirks writes it; the same object when there are none. */
export function applyQuirks(body: unknown, quirks: Quirks): unknown {
	const { numbersAsStrings, filtersAsArray, withoutNext, extraFields } = quirks;
	const { withoutMediaPrices, daysFirst } = quirks;
	const changes = [numbersAsStrings, filtersAsArray, withoutNext, extraFields];
	changes.push(withoutMediaPrices, daysFirst);
	if (!changes.includes(true)) return body;

	const convert = (value: unknown, key: string): unknown => {
		if (Array.isArray(value)) return value.map((entry) => convert(entry, key === '' ? '' : '[]'));
		if (withoutMediaPrices && (key === 'precoDeMidia' || key === 'precoPorMidia')) return null;
		if (value instanceof ExactInteger) return numbersAsStrings ? value.digits : value;
		if (typeof value === 'number')
			return numbersAsStrings && stringNumbers.has(key) ? String(value) : value;
		if (typeof value === 'string' && daysFirst)
			return value.replace(/^(\d{4})-(\d\d)-(\d\d)(?= \d\d:\d\d:\d\d$)/, '$3/$2/$1');
		if (typeof value !== 'object' || value === null) return value;
		if (key === 'filtros' && filtersAsArray) {
			return Object.entries(value).map(([name, filter]) => ({ [name]: filter as unknown }));
		}
		const entries = Object.entries(value)
			.filter(([name]) => !(withoutNext && key === 'info' && name === 'next'))
			.map(([name, child]) => [name, convert(child, name)] as const);
		if (extraFields && !maps.has(key))
			entries.push(['campoNovo', { valor: 'novidade', lista: [1] }]);
		return Object.fromEntries(entries);
	};
	return convert(body, '');
}

/** A list's body as text, with the damage to its orders. */
export function withDamage(body: unknown, text: string, { damagedOrders }: Quirks): string {
	if (damagedOrders.size === 0 || !isOrderList(body)) return text;
	const damage = body.pedidos.map(({ idPedido }) => damagedOrders.get(Number(idPedido)));
	const list = JSON.parse(text) as { pedidos: unknown[] };
	const pedidos = list.pedidos
		.map((order, index) => damage[index] ?? JSON.stringify(order))
		.filter((order) => order !== '');
	return JSON.stringify({ ...list, pedidos: '?' }).replace('"?"', () => `[${pedidos.join()}]`);
}

const isOrderList = (body: unknown): body is { pedidos: Array<{ idPedido: unknown }> } =>
	typeof body === 'object' && body !== null && 'pedidos' in body && Array.isArray(body.pedidos);
