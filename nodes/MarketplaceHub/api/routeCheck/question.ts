import type { Account } from '../auth/account';
import type { Outcome } from '../http/answer';
import { answerInWords, toCheckedAnswer } from './answers';
import { type Address, type Asking, type CheckedName, routeOf } from './asking';
import { type Finding, notAsked } from './findings';
import { type MadeUp, wordIn } from './madeUp';
import { needsControl, verdictOf } from './verdict';

/** One check of an account. */
export interface Check {
	asking: Asking;
	account: Account;
	madeUp: MadeUp;
}

/** A route in question. */
export interface Question {
	name: CheckedName;
	/** The row of the credential, by its label. */
	label: string;
	route: Address;
	body?: object;
	/** The field that a body must have there, e.g. `precos`. */
	field?: string;
}

/** Why nothing is asked any more, as a finding tells it. */
export const hadEnded = 'the check had ended';

/** What an answer says of its route, with a verdict that is known. */
export const findingOf = (
	{ label, route }: Pick<Question, 'label' | 'route'>,
	outcome: Outcome | undefined,
	verdict: Finding['verdict'],
): Finding =>
	outcome === undefined
		? notAsked(label, routeOf(route), hadEnded)
		: { ...notAsked(label, routeOf(route), answerInWords(outcome)), verdict };

/**
 * What an answer says of its route, judged beside the answer of a control where that matters.
 * @param read the answer to the GET of the same made-up record
 */
export async function judged(
	{ asking, madeUp }: Check,
	question: Question,
	outcome: Outcome,
	read?: Outcome,
): Promise<Finding> {
	const { name, route, body, field } = question;
	const word = wordIn(route);
	const compared = (answer: Outcome) =>
		toCheckedAnswer(answer, {
			word,
			madeUpWord: madeUp.word(word),
			identifiers: Object.values(madeUp.identifiers),
			field,
		});
	const probe = compared(outcome);
	const control =
		needsControl(probe) && word !== ''
			? await asking.ask(name, '', madeUp.controlOf(route), { body })
			: undefined;
	const evidence = { probe, control: control && compared(control), read: read && compared(read) };
	return findingOf(question, outcome, verdictOf(evidence));
}
