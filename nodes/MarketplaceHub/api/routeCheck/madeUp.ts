import { randomBytes } from 'crypto';
import type { Address } from './asking';
import { madeUpOrder, type MadeUpRecord } from './probes';

/** What one check makes up: identifiers of records that no hub has, and words that no address of a hub has. */
export class MadeUp {
	readonly identifiers: Readonly<Record<MadeUpRecord, string>> = {
		order: madeUpOrder,
		product: randomBytes(20).toString('hex'),
	};

	private readonly letters = randomLetters(50);

	/** A random word of the shape of another one: a hub may take a word of one length for a SKU, and no longer one. */
	word(word: string): string {
		return word.replace(/\w/g, (_letter, place: number) =>
			this.letters.charAt(place % this.letters.length),
		);
	}

	/** A route with made-up identifiers in the place of its `{parts}`. */
	filled({ method, path }: Address): Address {
		const { order, product } = this.identifiers;
		return { method, path: path.replace('{id}', order).replace('{sku}', product) };
	}

	/** The same request at an address with a random word in place of the one in question. */
	controlOf({ method, path }: Address): Address {
		const parts = path.split('/');
		const place = parts.lastIndexOf(wordIn({ method, path }));
		return this.filled({
			method,
			path: parts.map((part, index) => (index === place ? this.word(part) : part)).join('/'),
		});
	}
}

/** The last word of a path that is no `{part}`: the word that tells the route; empty where there is none. */
export const wordIn = ({ path }: Address): string =>
	path
		.split('/')
		.filter((part) => part !== '' && !part.includes('{'))
		.at(-1) ?? '';

const randomLetters = (count: number) =>
	randomBytes(count)
		.toString('hex')
		.slice(0, count)
		.replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
