import uniq from 'lodash/uniq';
import { FormSearch } from './formSearch';
import { TextSearch } from './textSearch';
import { formsOf, shortestSecret, writingsOf } from './writings';

const mask = '***';

/** ASCII characters that JSON has no need to escape, but may. */
const needlessEscape = /\\u00[2-7]/;

/**
 * Puts `***` in place of an account's secrets, however they are written. What it needs to know of
 * them is worked out once; a text then takes about one look at each character.
 */
export class Redactor {
	private readonly written: TextSearch;
	private readonly inAnyWriting: FormSearch;

	constructor(secrets: readonly string[]) {
		const known = uniq(secrets).filter(({ length }) => length >= shortestSecret);
		this.written = new TextSearch(uniq(known.flatMap(writingsOf)));
		this.inAnyWriting = new FormSearch(uniq(known.flatMap(formsOf)));
	}

	/** `text` without secrets; of one that cannot be looked through nothing is left. */
	text(text: string): string {
		try {
			const spans = this.inAnyWriting.in(text);
			if (spans.length === 0) return text;
			const ends = [0, ...spans.map(({ end }) => end)];
			const starts = [...spans.map(({ start }) => start), text.length];
			return ends.map((end, index) => text.slice(end, starts[index])).join(mask);
		} catch {
			return mask;
		}
	}

	/**
	 * `body` without secrets: what holds none is not copied. Undefined for one that cannot be looked
	 * through, since it is nested too deeply.
	 * @param text the JSON that it was read from; a body is walked only when there may be a secret
	 */
	body(body: unknown, text: string): unknown {
		const isSuspicious = needlessEscape.test(text) || this.written.finds(text);
		try {
			return isSuspicious ? this.valueOf(body) : body;
		} catch {
			return undefined;
		}
	}

	private valueOf(value: unknown): unknown {
		if (typeof value === 'string') return this.text(value);
		if (typeof value !== 'object' || value === null) return value;
		if (Array.isArray(value)) {
			const entries = value.map((entry) => this.valueOf(entry));
			return entries.every((entry, index) => entry === value[index]) ? value : entries;
		}
		const entries = Object.entries(value);
		const clean = entries.map(([key, entry]) => [this.text(key), this.valueOf(entry)] as const);
		const isSame = clean.every(
			([key, entry], index) => key === entries[index]?.[0] && entry === entries[index]?.[1],
		);
		return isSame ? value : Object.fromEntries(clean);
	}
}

/** `text` without the secrets, once. */
export const redact = (text: string, secrets: readonly string[]): string =>
	new Redactor(secrets).text(text);
