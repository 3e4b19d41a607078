import compact from 'lodash/compact';
import escapeRegExp from 'lodash/escapeRegExp';
import { errorTextOf, type Outcome } from '../http/answer';
import type { CheckedAnswer } from './verdict';

/** Most characters of an answer that are compared. */
const longestCompared = 10_000;

/** A text of the answer to each of two requests is the same word for it, whatever each request named. */
const differing =
	/https?:\/\/\S+|\/v1\/[^\s"',]*|\b(?:get|post|put|patch|delete)\b|[\w.:+/=-]*\d[\w.:+/=-]*/g;

/**
 * What an answer says, for a comparison with another one: in lower case, without addresses, methods, times, numbers
 * and the words that the two requests have made up.
 */
export function comparableWords(text: string, madeUp: readonly string[]): string {
	const own = compact(madeUp).map((word) => escapeRegExp(word.toLowerCase()));
	const said = text.slice(0, longestCompared).toLowerCase();
	const withoutOwn = own.length === 0 ? said : said.replace(new RegExp(own.join('|'), 'g'), '#');
	return withoutOwn.replace(differing, '#').replace(/\s+/g, ' ').trim();
}

/** Content type of an answer, without its parameters; empty where it names none that can be one. */
const typeOf = ({ headers }: Outcome) =>
	/^\s*([\w.+-]+\/[\w.+-]+)/.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? '';

const isPage = (outcome: Outcome) =>
	/html|xml/.test(typeOf(outcome)) || ('text' in outcome && /^\s*</.test(outcome.text));

/** @param madeUp words that the two requests compared have made up or differ in */
export function toCheckedAnswer(outcome: Outcome, madeUp: readonly string[]): CheckedAnswer {
	const { status } = outcome;
	if (status === undefined) return { isHtml: false, words: '' };
	const words = comparableWords(outcome.text, madeUp);
	return { status, isHtml: isPage(outcome), words };
}

/**
 * An answer as a person reads it: the status, the hub's `error` and `details` where it refuses the request, else the
 * content type alone: a record or a page may hold data of buyers.
 */
export function answerInWords(outcome: Outcome): string {
	const { status } = outcome;
	if (status === undefined) return `no answer: the hub ${outcome.message}`;
	const { text, details } =
		status >= 400 && !isPage(outcome) ? errorTextOf(outcome) : { text: '', details: [] };
	const said = compact([text, details.join('; ')]).join('. ');
	return said === '' ? compact([status, typeOf(outcome)]).join(' ') : `${status}: ${said}`;
}
