/** An answer of the hub to a request whose route is in question. */
export interface CheckedAnswer {
	/** Undefined where no usable answer came. */
	status?: number;
	/** Whether the answer is a page for people, which says nothing of an API. */
	isPage: boolean;
	/**
	 * All words of the answer, without words that differ between two requests to the same place: see
	 * `comparableWords`.
	 */
	words: string;
	/** Whether the answer names the field that a body must have there, e.g. `precos`: see `namesField`. */
	namesField: boolean;
}

/** The facts about a route of the hub. */
export interface Evidence {
	/** The answer at the route. */
	probe: CheckedAnswer;
	/** The answer to the same request at an address that the hub cannot have; left out where there is no such address. */
	control?: CheckedAnswer;
	/** For a route with an identifier: the answer to the GET of the same made-up record. */
	read?: CheckedAnswer;
}

export type Verdict = 'works' | 'notThere' | 'unclear';

/** Statuses that tell of the token, the caller or a limit: they end a check, and say nothing of a route. */
export const aboutTheCaller: readonly number[] = [401, 403, 429];

/** Whether an answer refuses the request, and is neither a page nor about the caller. */
const refuses = ({ status = 0, isPage }: CheckedAnswer) =>
	status >= 400 && status < 500 && !isPage && !aboutTheCaller.includes(status);
const refusesBody = (answer: CheckedAnswer) =>
	refuses(answer) && (answer.status === 400 || answer.status === 422);
const knowsNoRoute = ({ status }: CheckedAnswer) => status === 404 || status === 405;
const saysTheSame = (one: CheckedAnswer, other: CheckedAnswer) =>
	one.status === other.status && one.words === other.words;

/** Whether the answer at a route says something only beside the answer of a control. */
export const needsControl = (probe: CheckedAnswer): boolean =>
	refuses(probe) && probe.status !== 405;

/**
 * Judges whether the hub has a route, by its answer beside the answer of a control:
 *
 * | the route is answered                                  | and the control                | verdict  |
 * | ------------------------------------------------------ | ------------------------------ | -------- |
 * | 400 or 422                                             | 404 or 405                     | works    |
 * | otherwise, with the name of a field of its body        | without it                     | works    |
 * | 404 in the words of the GET of the same made-up record | in other words                 | works    |
 * | 405                                                    | –                              | notThere |
 * | 404                                                    | the same, but not that GET     | notThere |
 * | anything else, or with a page, or 401, 403, 429        | –                              | unclear  |
 */
export function verdictOf({ probe, control, read }: Evidence): Verdict {
	if (probe.status === 405 && refuses(probe)) return 'notThere';
	if (!needsControl(probe)) return 'unclear';
	if (control?.status === undefined || control.status < 300) return 'unclear';
	if (refusesBody(probe) && knowsNoRoute(control)) return 'works';
	if (probe.status !== 404) return probe.namesField && !control.namesField ? 'works' : 'unclear';
	const isOfRecord = read !== undefined && saysTheSame(probe, read);
	const isOfControl = saysTheSame(probe, control);
	if (isOfRecord) return isOfControl || control.status < 400 ? 'unclear' : 'works';
	return isOfControl ? 'notThere' : 'unclear';
}
