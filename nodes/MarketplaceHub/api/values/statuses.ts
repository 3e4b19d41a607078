import { plainWord } from './words';

/* The one list of words by which a status of an order says that it is no sale any more. */

/** A status with one of these words in it says that the order was cancelled. */
const cancelled = ['cancelado', 'cancelada', 'cancelled', 'canceled'];

/** A status with one of these words in it says that the buyer gets the money back, or gave the goods back. */
const returned = [
	...['devolvido', 'devolvida', 'reembolsado', 'reembolsada', 'estornado', 'estornada'],
	...['returned', 'refunded', 'chargeback'],
];

/** Statuses that say so by a noun, which beside other words may name a request that was refused. */
const returnedNouns = ['devolucao', 'em-devolucao', 'reembolso', 'estorno'];

/** A status with one of these words in it is about a part of the order: the rest goes on. */
const partly = ['parcial', 'parcialmente', 'parte', 'partial', 'partially', 'partly'];

const wordsOf = (status: unknown): string[] => plainWord(status).split(/[^a-z0-9]+/);

/** Words that may stand between a denial and the word that it denies: `não foi cancelado`. */
const between = ['', 'foi', 'esta', 'sera', 'ainda', 'was', 'is', 'been', 'yet'];

/** Whether the word at this place is denied: `não entregue, devolvido` denies another. */
function isDenied(words: readonly string[], place: number): boolean {
	let before = place - 1;
	while (before > 0 && between.includes(words[before] ?? '')) before--;
	return ['nao', 'not'].includes(words[before] ?? '');
}

const says = (status: unknown, words: readonly string[]): boolean => {
	const own = wordsOf(status);
	const isWhole = !own.some((word) => partly.includes(word));
	return isWhole && own.some((word, place) => words.includes(word) && !isDenied(own, place));
};

/** Whether an order with this status was cancelled, e.g. `cancelado`, `Cancelado pelo comprador`. */
export const isCancelled = (status: unknown): boolean => says(status, cancelled);

/** Whether an order with this status was returned or refunded, e.g. `devolvido`, `reembolsado`. */
export const isReturned = (status: unknown): boolean =>
	says(status, returned) || returnedNouns.includes(wordsOf(status).join('-'));
