/** An answer of the hub to a request whose route is in question. */
export interface CheckedAnswer {
	/** Undefined where no usable answer came. */
	status?: number;
	/** Whether it is a page for people, which says nothing of an API. */
	isHtml: boolean;
	/** All that it says, without what differs between two requests to the same place: see `comparableWords`. */
	words: string;
}

/** What is known about a route of the hub. */
export interface Evidence {
	/** The answer at the route. */
	probe: CheckedAnswer;
	/** The answer to the same request at an address that the hub cannot have; left out where there is no such address. */
	control?: CheckedAnswer;
	/** For a route with an identifier: the answer to the GET of the same made-up record. */
	read?: CheckedAnswer;
	/** The field that its body must have, e.g. `precos`. */
	field?: string;
}

export type Verdict = 'works' | 'notThere' | 'unclear';

const refusesBody = ({ status, isHtml }: CheckedAnswer) =>
	!isHtml && (status === 400 || status === 422);
const knowsNoRoute = ({ status }: CheckedAnswer) => status === 404 || status === 405;
const saysTheSame = (one: CheckedAnswer, other: CheckedAnswer) =>
	one.status === other.status && one.words === other.words;

/** Whether an answer that refuses a request, and no page, names the field. */
function names({ status = 0, isHtml, words }: CheckedAnswer, field: string): boolean {
	const isRefusal = status >= 400 && status < 500 && !isHtml;
	return isRefusal && new RegExp(`(^|[^a-z])${field.toLowerCase()}($|[^a-z])`).test(words);
}

/**
 * Judges whether the hub has a route, by its answer beside that of a control:
 *
 * | the route is answered                                  | and the control                | verdict  |
 * | ------------------------------------------------------ | ------------------------------ | -------- |
 * | 400 or 422                                             | 404 or 405                     | works    |
 * | otherwise, with the name of a field of its body        | without it                     | works    |
 * | 404 in the words of the GET of the same made-up record | in other words                 | works    |
 * | 405                                                    | –                              | notThere |
 * | 404                                                    | the same, but not that GET     | notThere |
 * | anything else, or with a page                          | –                              | unclear  |
 */
export function verdictOf({ probe, control, read, field }: Evidence): Verdict {
	if (probe.isHtml) return 'unclear';
	if (probe.status === 405) return 'notThere';
	if (control?.status === undefined || control.status < 300) return 'unclear';
	if (refusesBody(probe) && knowsNoRoute(control)) return 'works';
	if (probe.status !== 404) {
		const isNamed = field !== undefined && names(probe, field) && !names(control, field);
		return isNamed ? 'works' : 'unclear';
	}
	const isOfRecord = read !== undefined && saysTheSame(probe, read);
	const isOfControl = saysTheSame(probe, control);
	if (isOfRecord) return isOfControl || control.status < 400 ? 'unclear' : 'works';
	return isOfControl ? 'notThere' : 'unclear';
}
