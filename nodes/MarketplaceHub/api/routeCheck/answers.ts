import compact from 'lodash/compact';
import escapeRegExp from 'lodash/escapeRegExp';
import { errorTextOf, type Outcome } from '../http/answer';
import { withoutStop } from '../values/text';
import type { CheckedAnswer } from './verdict';

/** Most characters of an answer that are compared. */
const longestCompared = 10_000;

/** Fields of an answer, and parts of its words, that name the answer itself or its time. */
const ownOfAnswer =
	/"\w*(?:id|trace|span|time|stamp|date)"\s*:\s*"[^"]*"|\b(?:trace|request|correlation|ref)(?:[ _-]?id)?\s*[:=#]\s*[\w+/=-]+/g;

const method = '(?:get|post|put|patch|delete)';
const ofWord = String.raw`[\w.:+/=%-]`;

/**
 * The parts of an answer that may differ between two requests to the same place: addresses, methods, times,
 * numbers. A word is searched for a digit from its start, and behind a method at its start, but not from each letter.
 */
const differing = new RegExp(
	[
		String.raw`https?:\/\/\S+|\/v1\/[^\s"',]*|\b${method}\b`,
		String.raw`(?:(?<!${ofWord})|(?<=(?<!${ofWord})${method}))${ofWord}*\d${ofWord}*`,
	].join('|'),
	'g',
);

/**
 * The words of an answer, for a comparison with another answer: in lower case, without words that differ
 * between two requests to the same place, and without words that the two requests have made up or differ in.
 */
export function comparableWords(text: string, madeUp: readonly string[]): string {
	const own = compact(madeUp).map((word) => escapeRegExp(word.toLowerCase()));
	const said = text.slice(0, longestCompared).toLowerCase().replace(ownOfAnswer, ' ');
	// a digit, which `differing` takes away with the address that it stands in
	const withoutOwn = own.length === 0 ? said : said.replace(new RegExp(own.join('|'), 'g'), '0');
	return withoutOwn
		.replace(differing, ' ')
		.replace(/[^\p{L}]+/gu, ' ')
		.trim();
}

/** The parts in which the two compared requests differ. */
export interface Asked {
	/** The last fixed word of the route, e.g. `price-batch`; empty where there is none. */
	word: string;
	/** The parts that the control has in their place, piece by piece. */
	madeUpWord: string;
	/** Made-up identifiers of records. */
	identifiers: readonly string[];
	/** The field that a body must have there, e.g. `precos`. */
	field?: string;
}

/**
 * Whether an answer names the field of a body other than by repeating the address. A control that repeats its own word
 * counts as repeating the route's word: then both name a field which the route is called after.
 */
export function namesField(text: string, { word, madeUpWord, field }: Asked): boolean {
	if (field === undefined) return false;
	const routeWords = word.toLowerCase().split(/\W+/);
	const places = new Map(
		madeUpWord.split(/\W+/).map((piece, place) => [piece, routeWords[place] ?? '']),
	);
	const words = text
		.slice(0, longestCompared)
		.toLowerCase()
		.replace(/https?:\/\/\S+|\/v1\/[^\s"',]*/g, ' ')
		.split(/[^\p{L}]+/u);
	return words.some((said) => (places.get(said) ?? said) === field.toLowerCase());
}

/** Content type of an answer, without its parameters; empty where it names none that can be one. */
const typeOf = ({ headers }: Outcome) =>
	/^\s*([\w.+-]+\/[\w.+-]+)/.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? '';

const isPage = (outcome: Outcome) =>
	/html|xml/.test(typeOf(outcome)) || ('text' in outcome && /^\s*</.test(outcome.text));

export function toCheckedAnswer(outcome: Outcome, asked: Asked): CheckedAnswer {
	const { status } = outcome;
	if (status === undefined) return { isPage: false, words: '', namesField: false };
	const { word, madeUpWord, identifiers } = asked;
	return {
		status,
		isPage: isPage(outcome),
		words: comparableWords(outcome.text, [...identifiers, madeUpWord, word]),
		namesField: namesField(outcome.text, asked),
	};
}

/**
 * An answer as a person reads it: the status, the hub's `error` and `details` where it refuses the request, else the
 * content type alone: a record or a page may hold data of buyers. Words end where markup begins.
 */
export function answerInWords(outcome: Outcome): string {
	const { status } = outcome;
	if (status === undefined) return `no answer: the hub ${outcome.message}`;
	const { text, details } =
		status >= 400 && !isPage(outcome) ? errorTextOf(outcome) : { text: '', details: [] };
	const said = compact([withoutStop(text), details.join('; ')]).join('. ');
	const plain = said.replace(/<[a-z!?/][^]*$/i, '').trim();
	return plain === '' ? compact([status, typeOf(outcome)]).join(' ') : `${status}: ${plain}`;
}
