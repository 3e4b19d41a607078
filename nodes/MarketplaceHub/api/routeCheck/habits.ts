import first from 'lodash/first';
import isEqual from 'lodash/isEqual';
import last from 'lodash/last';
import sortBy from 'lodash/sortBy';
import type { Outcome } from '../http/answer';
import { isRecord, onlyRecords } from '../values/objects';
import { tryParseJson } from '../values/json';
import { inWords } from '../values/amounts';

/** A habit of the hub, as far as answers that came anyway show it. */
export interface Habit {
	what: string;
	/** In words, never with a value of a record. */
	answer: string;
	verdict: 'yes' | 'no' | 'unclear';
}

/**
 * The answers that show habits, by their question; `dated` is an answer with a `Date`, and n8n's time then, in
 * epoch ms.
 */
export interface Seen {
	products?: Outcome;
	secondPage?: Outcome;
	orders?: Outcome;
	prices?: Outcome;
	all: ReadonlyArray<readonly [label: string, outcome: Outcome]>;
	dated?: { outcome: Outcome; at: number };
}

const longNumber = /([:[,]\s*)-?\d{16,}(?=\s*[,\]}])/g;

function bodyOf(outcome?: Outcome): Record<string, unknown> {
	if (outcome?.status === undefined || outcome.status >= 300) return {};
	// a long number that is written as one is no text, although it is read as one
	const body = tryParseJson(outcome.text.replace(longNumber, '$10'))?.value;
	return isRecord(body) ? body : {};
}

/** The values of all fields of an answer that have one of these names, however deep, up to some hundred levels. */
function valuesOf(value: unknown, names: readonly string[], depth = 0): unknown[] {
	if (depth > 100) return [];
	if (Array.isArray(value)) return value.flatMap((entry) => valuesOf(entry, names, depth + 1));
	if (!isRecord(value)) return [];
	return Object.entries(value).flatMap(([name, child]) => {
		if (isRecord(child) || Array.isArray(child)) return valuesOf(child, names, depth + 1);
		return names.includes(name) && child !== null ? [child] : [];
	});
}

const priceFields = [
	...['precoDe', 'precoPor', 'precoDePersonalizado', 'precoPorPersonalizado'],
	...['subtotal', 'frete', 'desconto'],
];
const numberFields = [...priceFields, 'estoque', 'idPedido', 'offset', 'limit', 'total'];

function habit(what: string, is: boolean | undefined, yes: string, no: string): Habit {
	if (is === undefined) return { what, answer: 'the answers do not show it', verdict: 'unclear' };
	return { what, answer: is ? yes : no, verdict: is ? 'yes' : 'no' };
}

/** The hub's habits that the answers show. */
export function habitsOf(seen: Seen): Habit[] {
	const bodies = [seen.products, seen.orders, seen.prices].map(bodyOf);
	const numbers = valuesOf(bodies, numberFields);
	const money = valuesOf(bodies, priceFields);
	return [
		habit('Lists Give next', givesNext(seen.products), 'lists give the next page', 'they do not'),
		habit(
			'Numbers as Text',
			numbers.length === 0 ? undefined : numbers.some((value) => typeof value === 'string'),
			'some numbers come as text',
			'numbers come as numbers',
		),
		habit(
			'Decimal Commas',
			money.length === 0
				? undefined
				: money.some((value) => /^\s*[\d.]+,\d+\s*$/.test(String(value))),
			'some prices have a decimal comma',
			'prices have a decimal point',
		),
		limitsOf(seen.all),
		orderOf(seen.orders),
		habit(
			'Offset Counts Records',
			countsRecords(seen.products, seen.secondPage),
			'the second page begins with the second record',
			'it does not begin with the second record',
		),
		clockOf(seen.dated),
	];
}

function givesNext(products?: Outcome): boolean | undefined {
	const { info, produtos } = bodyOf(products);
	if (!isRecord(info)) return undefined;
	if (typeof info.next === 'string' && info.next !== '') return true;
	return Number(info.total) > onlyRecords(produtos).length ? false : undefined;
}

/** The limits a minute that answers tell. */
function limitsOf(all: Seen['all']): Habit {
	const told = all.flatMap(([label, { headers }]) => {
		const limit = headers['x-ratelimit-limit'] ?? '';
		return /^\d{1,6}$/.test(limit) ? [`${label}: ${limit}`] : [];
	});
	return habit(
		'X-RateLimit-Limit',
		told.length > 0,
		[...new Set(told)].join('; '),
		'no answer tells a limit',
	);
}

/** Which way the order list goes, by the issue dates of its first page: all of them must go the same way. */
function orderOf(orders?: Outcome): Habit {
	const times = onlyRecords(bodyOf(orders).pedidos).map(({ dataEmissao }) => timeOf(dataEmissao));
	const [begin = NaN, end = NaN] = [first(times), last(times)];
	const isSorted = (inOrder: number[]) => isEqual(inOrder, sortBy(times));
	const isShown = begin < end ? isSorted(times) : begin > end && isSorted([...times].reverse());
	return habit(
		'Order List Begins with the Oldest',
		isShown ? begin < end : undefined,
		'the oldest order comes first',
		'the newest order comes first',
	);
}

/** NaN for text that is no date as the hub writes dates. */
const timeOf = (date: unknown): number =>
	typeof date === 'string' && /^\d{4}-\d{2}-\d{2}/.test(date) ? Date.parse(date) : NaN;

function countsRecords(products?: Outcome, secondPage?: Outcome): boolean | undefined {
	const skus = (outcome?: Outcome) =>
		onlyRecords(bodyOf(outcome).produtos).map(({ skuProduto }) => skuProduto);
	const [opening, second] = skus(products);
	const [begin] = skus(secondPage);
	if (opening === second || second === undefined || begin === undefined) return undefined;
	return second === begin;
}

/** A difference of the clocks that is told, in ms. */
const toldDifference = 60_000;

function clockOf(dated: Seen['dated']): Habit {
	const hub = Date.parse(dated?.outcome.headers.date ?? '');
	const ahead = hub - (dated?.at ?? NaN);
	const agrees = Number.isNaN(ahead) ? undefined : Math.abs(ahead) <= toldDifference;
	const difference = `the hub's clock is ${inWords(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} that of n8n`;
	return habit("Clock Agrees with n8n's", agrees, 'to the minute', difference);
}
