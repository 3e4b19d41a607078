import groupBy from 'lodash/groupBy';
import uniq from 'lodash/uniq';
import { listed } from '../values/text';
import type { Verdict } from './verdict';

/** A check's finding about a route or a habit of the hub; all its fields are text for an item. */
export type Finding = {
	what: string;
	/** A method and a path, with `{parts}`; empty for a habit. */
	asked: string;
	answer: string;
	verdict: Verdict | 'notAsked' | 'yes' | 'no';
	/** The route to write into Customize Routes of the credential; empty where nothing is to be changed. */
	enter: string;
};

export const notAsked = (what: string, asked: string, answer: string): Finding => ({
	what,
	asked,
	answer,
	verdict: 'notAsked',
	enter: '',
});

/**
 * The findings of one row of the credential, the route in effect first: the route to enter is noted where one
 * route works.
 */
export function withEntry(findings: Finding[]): Finding[] {
	const [inEffect] = findings;
	const [working, ...others] = findings.filter(({ verdict }) => verdict === 'works');
	if (working === undefined || others.length > 0 || working === inEffect) return findings;
	return findings.map((finding) =>
		finding === working ? { ...finding, enter: finding.asked } : finding,
	);
}

/** The verdict about a row of the credential, by those about its routes: it has its route, or has none, or is open. */
function standOf(findings: readonly Finding[]): Finding['verdict'] {
	const verdicts = uniq(findings.map(({ verdict }) => verdict));
	const isSettled = findings[0]?.verdict === 'works' || findings.some(({ enter }) => enter !== '');
	if (isSettled) return 'works';
	return verdicts.length === 1 ? (verdicts[0] ?? 'unclear') : 'unclear';
}

const inSandbox =
	'Writing routes are not asked in production: a sandbox credential of the same hub lets them be asked.';

/**
 * The first finding, which sums up the others.
 * @param routes all findings that are about routes
 * @param ended why the check did not go on
 */
export function summaryOf(
	routes: readonly Finding[],
	isProduction: boolean,
	ended?: string,
): Finding {
	const rows = groupBy(routes, ({ what }) => what);
	const names = (wanted: Finding['verdict']) =>
		Object.keys(rows).filter((what) => standOf(rows[what] ?? []) === wanted);
	const toEnter = routes.filter(({ enter }) => enter !== '');
	const [missing, unclear, open] = [names('notThere'), names('unclear'), names('notAsked')];
	const told = (sentence: string, all: string[]) =>
		all.length === 0 ? [] : [`${sentence}: ${listed(all)}.`];
	const sentences = [
		...(ended === undefined ? [] : [ended]),
		...told('Works', names('works')),
		...told(
			'Enter under Customize Routes in the credential',
			toEnter.map(({ what, enter }) => `${what} ${enter}`),
		),
		...told("Not there; ask the hub's support for the route", missing),
		...told('Unclear', unclear),
		...told('Not asked', open),
		...(isProduction ? [inSandbox] : []),
	];
	const isWhole = [missing, unclear, open].every((all) => all.length === 0);
	const verdict = ended === undefined && isWhole ? 'works' : 'unclear';
	return { what: 'Summary', asked: '', answer: sentences.join(' '), verdict, enter: '' };
}
