import { type Outcome, reportsError } from '../http/answer';
import { tryParseJson } from '../values/json';
import { isRecord } from '../values/objects';
import type { Finding } from './findings';
import type { Seen } from './habits';
import { reads, secondPage } from './probes';
import { type Check, findingOf, judged } from './question';

/** The finding about the token test, of which an answer came. */
export async function findPing(check: Check, outcome?: Outcome): Promise<Finding> {
	const { label, method, path } = check.account.endpoint('ping');
	const route = { method, path };
	const isPong =
		outcome?.status !== undefined && outcome.status < 300 && outcome.text.trim() === 'pong';
	if (isPong || outcome === undefined) return findingOf({ label, route }, outcome, 'works');
	if (method !== 'GET') return findingOf({ label, route }, outcome, 'unclear');
	return await judged(check, { name: 'ping', label, route, body: undefined }, outcome);
}

/** The findings about the documented lists, and their answers. */
export async function findLists({ asking, account }: Check): Promise<{
	findings: Finding[];
	seen: Omit<Seen, 'all' | 'dated'>;
}> {
	const findings: Finding[] = [];
	const answers = new Map<keyof typeof reads, Outcome | undefined>();
	let next: Outcome | undefined;
	for (const name of Object.keys(reads) as Array<keyof typeof reads>) {
		const endpoint = account.endpoint(name);
		const { label } = endpoint;
		const outcome = await asking.ask(name, label, endpoint, { query: reads[name] });
		answers.set(name, outcome);
		if (name === 'productList')
			next = await asking.ask(name, label, endpoint, { query: secondPage });
		const verdict = isListAnswer(outcome) ? 'works' : 'unclear';
		findings.push(findingOf({ label, route: endpoint }, outcome, verdict));
	}
	const seen = {
		products: answers.get('productList'),
		secondPage: next,
		orders: answers.get('orderList'),
		prices: answers.get('customizedPriceList'),
	};
	return { findings, seen };
}

/** Whether an answer is JSON that may be a list: no web page, and no report of a failed request with 200. */
function isListAnswer(outcome?: Outcome): boolean {
	if (outcome?.status === undefined || outcome.status >= 300) return false;
	const body = tryParseJson(outcome.text)?.value;
	return isRecord(body) && !reportsError(body);
}
