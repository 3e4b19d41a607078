import { Branch } from './branch';
import { partAt, partLength, Parts } from './parts';
import { readingsAt } from './readings';

/** Begins a character that is written otherwise than plainly. */
const mark = /[\\%&+]/g;

/** Part of a text that holds a secret. */
export interface Span {
	start: number;
	end: number;
}

/** Places in a text by the character that leads there from any of `places`. */
function goOn(text: string, places: Iterable<number>): Map<number, Set<number>> {
	const ways = new Map<number, Set<number>>();
	for (const place of places) {
		for (const { code, end } of readingsAt(text, place))
			ways.set(code, (ways.get(code) ?? new Set<number>()).add(end));
	}
	return ways;
}

function nextMark(text: string, at: number): number {
	mark.lastIndex = at;
	return mark.exec(text)?.index ?? Infinity;
}

/**
 * Finds strings of at least four characters in a text, each character in any writing. Where a
 * text goes the ways of several strings, it is read once for all of them.
 */
export class FormSearch {
	private readonly beginnings = new Parts();
	private readonly root: Branch;

	constructor(forms: readonly string[]) {
		this.root = new Branch(forms);
		for (const form of forms) this.beginnings.add(partAt(form, 0));
	}

	/** Where they stand. Those that overlap are one part; of the same string none overlap. */
	in(text: string): Span[] {
		const spans: Span[] = [];
		const free = new Map<string, number>();
		let marked = -1;
		for (let at = 0; at < text.length; at++) {
			if (marked < at) marked = nextMark(text, at);
			const isPlain = marked >= at + partLength;
			if (isPlain && !this.beginnings.mayHave(partAt(text, at))) continue;
			if (!readingsAt(text, at).some(({ code }) => this.root.next(code) !== undefined)) continue;
			// within one that was found the same need not be looked for
			const isWanted = (form: string) => at >= (free.get(form) ?? 0);
			for (const [form, ends] of this.endsFrom(text, at, isWanted)) {
				free.set(form, Math.min(...ends));
				const end = Math.max(...ends);
				const last = spans.at(-1);
				if (last !== undefined && at < last.end) last.end = Math.max(last.end, end);
				else spans.push({ start: at, end });
			}
		}
		return spans;
	}

	/** The strings that begin there, with the places where they may end. */
	private endsFrom(text: string, at: number, isWanted: (form: string) => boolean) {
		const ends = new Map<string, ReadonlySet<number>>();
		let reached: Array<[Branch, ReadonlySet<number>]> = [[this.root, new Set([at])]];
		while (reached.length > 0) {
			reached = reached.flatMap(([branch, places]) =>
				[...goOn(text, places)].flatMap(([code, further]): typeof reached => {
					const next = branch.next(code);
					if (next === undefined || !next.strings.some(isWanted)) return [];
					const { complete } = next;
					if (complete !== undefined && isWanted(complete)) ends.set(complete, further);
					return [[next, further]];
				}),
			);
		}
		return ends;
	}
}
