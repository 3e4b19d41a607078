import { randomBytes } from 'crypto';
import uniqBy from 'lodash/uniqBy';
import type { Account } from '../auth/account';
import { readRoute } from '../auth/routes';
import { type Endpoint, endpoints } from '../endpoints';
import { type Outcome, reportsError } from '../http/answer';
import { tryParseJson } from '../values/json';
import { isRecord } from '../values/objects';
import { answerInWords, toCheckedAnswer } from './answers';
import { type Address, type Asking, type CheckedName, type CheckHub, routeOf } from './asking';
import { type Finding, notAsked, summaryOf, withEntry } from './findings';
import { habitsOf, type Seen } from './habits';
import { madeUpOrder, type Probe, probes, reads, secondPage } from './probes';
import { reach } from './reach';
import { needsControl, verdictOf } from './verdict';

/*
 * Connection: Check Routes. It reads first, as `probes.ts` lists it; in Sandbox it then asks the writing routes with
 * bodies and identifiers that no hub can accept. `verdict.ts` judges each route beside a control.
 */

/** Random letters, for words that no address of a hub has. */
const randomLetters = (count: number) =>
	randomBytes(count)
		.toString('hex')
		.slice(0, count)
		.replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));

/**
 * Finds out which routes the hub has.
 * @param at the hub for an account that differs from the credential's in its token exchange
 * @returns a summary, then a finding for each route and habit
 * @throws HubError of kind `credential` where the hub refuses the keys
 */
export async function runCheck(
	hub: CheckHub,
	at: (account: Account) => CheckHub,
): Promise<Finding[]> {
	const account = await hub.account();
	const isProduction = account.environment === 'production';
	const { connected, exchange } = await reach(hub, at);
	if (connected === undefined)
		return [summaryOf(exchange, isProduction, noExchange(account)), ...exchange];
	const { asking, ping } = connected;
	const check = new Check(asking, account);
	const dated = ping && { outcome: ping, at: Date.now() };
	const pinged = await check.ping(ping);
	const { findings: ofLists, seen } = await check.documented();
	const routes = [...exchange, pinged, ...ofLists];
	for (const probe of probes) {
		const row = account.endpoint(probe.name);
		const ofProduction = [notAsked(row.label, routeOf(row), 'asked in Sandbox only')];
		const findings = isProduction ? ofProduction : await check.row(probe);
		for (const finding of findings) routes.push(finding);
	}
	const habits = habitsOf({ ...seen, all: asking.answers, dated });
	return [
		summaryOf(routes, isProduction, asking.ended),
		...routes,
		...habits.map((habit): Finding => ({ asked: '', enter: '', ...habit })),
	];
}

const noExchange = ({ baseUrl }: Account) =>
	`The check ended: the hub at ${baseUrl} has its token exchange at no known address. Check the Base URL of the credential, which may need a path, e.g. https://api.example.com/omni-api; if it is right, ask the hub's support for the address.`;

/** Whether an answer is JSON that may be a list: no web page, and no report of a failed request with 200. */
function isListAnswer(outcome?: Outcome): boolean {
	if (outcome?.status === undefined || outcome.status >= 300) return false;
	const body = tryParseJson(outcome.text)?.value;
	return isRecord(body) && !reportsError(body);
}

/** The questions of one check, with the words that it has made up. */
class Check {
	private readonly letters = randomLetters(50);
	private readonly madeUp = {
		order: { name: 'orderGet', value: madeUpOrder },
		product: { name: 'productGet', value: randomBytes(20).toString('hex') },
	} as const;

	constructor(
		private readonly asking: Asking,
		private readonly account: Account,
	) {}

	/** The token test, of which an answer came. */
	async ping(outcome?: Outcome): Promise<Finding> {
		const endpoint = this.account.endpoint('ping');
		const isPong =
			outcome?.status !== undefined &&
			outcome.status < 300 &&
			/^"?pong"?$/.test(outcome.text.trim());
		if (isPong || outcome === undefined)
			return this.finding(endpoint, routeOf(endpoint), outcome, 'works');
		if (endpoint.method !== 'GET')
			return this.finding(endpoint, routeOf(endpoint), outcome, 'unclear');
		const address = { method: endpoint.method, path: endpoint.path };
		return await this.judged('ping', endpoint, address, outcome, {});
	}

	/** The documented lists, and their answers. */
	async documented(): Promise<{ findings: Finding[]; seen: Omit<Seen, 'all' | 'dated'> }> {
		const findings: Finding[] = [];
		const answers = new Map<keyof typeof reads, Outcome | undefined>();
		let next: Outcome | undefined;
		const read = async (name: keyof typeof reads, query: Record<string, number>) => {
			const endpoint = this.account.endpoint(name);
			return await this.asking.ask(name, endpoint.label, endpoint, { query });
		};
		for (const name of Object.keys(reads) as Array<keyof typeof reads>) {
			const endpoint = this.account.endpoint(name);
			const outcome = await read(name, reads[name]);
			answers.set(name, outcome);
			if (name === 'productList') next = await read(name, secondPage);
			const verdict = isListAnswer(outcome) ? 'works' : 'unclear';
			findings.push(this.finding(endpoint, routeOf(endpoint), outcome, verdict));
		}
		const seen = {
			products: answers.get('productList'),
			secondPage: next,
			orders: answers.get('orderList'),
			prices: answers.get('customizedPriceList'),
		};
		return { findings, seen };
	}

	/** A writing route of the credential, and its candidates where it is not found there. */
	async row(probe: Probe & { name: CheckedName }): Promise<Finding[]> {
		const inEffect = this.account.endpoint(probe.name);
		const byDefault: Endpoint = endpoints[probe.name];
		const candidates = (byDefault.candidates ?? []).map((text) => readRoute(text, byDefault));
		const routes = [inEffect, byDefault, ...candidates].filter((route) => route !== undefined);
		const findings: Finding[] = [];
		for (const route of uniqBy(routes, routeOf)) {
			if (findings[0]?.verdict === 'works') break;
			findings.push(await this.route(probe, inEffect, route));
		}
		return withEntry(findings);
	}

	private async route(
		{ name, record, field }: Probe & { name: CheckedName },
		{ label }: Endpoint,
		route: Address,
	): Promise<Finding> {
		const asked = routeOf(route);
		const refuse = (why: string) => notAsked(label, asked, why);
		if (this.asking.ended !== undefined) return refuse('the check had ended');
		if (route.method === 'DELETE') return refuse('a deletion is never asked');
		const address = this.filled(route);
		const read = record && (await this.readMadeUp(record));
		if (record !== undefined && read?.status !== 404)
			return refuse(`the made-up ${record} was not answered 404`);
		for (const { method, path } of [address, this.controlOf(route)]) {
			const [, sku] = /^\/v1\/products\/([^/]+)\/?$/.exec(path) ?? [];
			if (sku === undefined || !['PUT', 'PATCH'].includes(method)) continue;
			const product = await this.asking.ask('productGet', 'Product', { method: 'GET', path });
			if (product?.status !== 404) return refuse(`${sku} as a SKU was not answered 404`);
		}
		const body = route.method === 'GET' ? undefined : {};
		const outcome = await this.asking.ask(name, label, address, { body });
		if (outcome === undefined) return refuse('the check had ended');
		return await this.judged(name, { label, ...route }, route, outcome, { read, field, body });
	}

	/** The verdict about a route, with the answer of its control where that matters. */
	private async judged(
		name: CheckedName,
		{ label }: Pick<Endpoint, 'label'>,
		route: Address,
		outcome: Outcome,
		{ read, field, body }: { read?: Outcome; field?: string; body?: object },
	): Promise<Finding> {
		const { order, product } = this.madeUp;
		const word = wordIn(route);
		const compared = (answer: Outcome) =>
			toCheckedAnswer(answer, {
				word: word ?? '',
				madeUpWord: this.madeUpWord(word ?? ''),
				identifiers: [order.value, product.value],
				field,
			});
		const probe = compared(outcome);
		const control =
			needsControl(probe) && word !== undefined
				? await this.asking.ask(name, '', this.controlOf(route), { body })
				: undefined;
		const verdict = verdictOf({
			probe,
			control: control && compared(control),
			read: read && compared(read),
		});
		return this.finding({ label }, routeOf(route), outcome, verdict);
	}

	private async readMadeUp(record: keyof typeof this.madeUp): Promise<Outcome | undefined> {
		const { name } = this.madeUp[record];
		const endpoint = this.account.endpoint(name);
		return await this.asking.ask(name, endpoint.label, this.filled(endpoint));
	}

	/** A route with made-up identifiers in the place of its `{parts}`. */
	private filled({ method, path }: Address): Address {
		const { order, product } = this.madeUp;
		return {
			method,
			path: path.replace('{id}', order.value).replace('{sku}', product.value),
		};
	}

	/** A random word of the shape of another one: a hub may take a word of one length for a SKU, and no longer one. */
	private madeUpWord(word: string): string {
		return word.replace(/\w/g, (_letter, place: number) =>
			this.letters.charAt(place % this.letters.length),
		);
	}

	/** The same request at an address with a random word in place of the one in question. */
	private controlOf(route: Address): Address {
		const parts = route.path.split('/');
		const word = wordIn(route) ?? '';
		const place = parts.lastIndexOf(word);
		const path = parts
			.map((part, index) => (index === place ? this.madeUpWord(word) : part))
			.join('/');
		return this.filled({ method: route.method, path });
	}

	private finding(
		{ label }: Pick<Endpoint, 'label'>,
		asked: string,
		outcome: Outcome | undefined,
		verdict: Finding['verdict'],
	): Finding {
		if (outcome === undefined) return notAsked(label, asked, 'the check had ended');
		return { what: label, asked, answer: answerInWords(outcome), verdict, enter: '' };
	}
}

/** The last word of a path that is no `{part}`: the word that tells the route. */
const wordIn = ({ path }: Address): string | undefined =>
	path
		.split('/')
		.filter((part) => part !== '' && !part.includes('{'))
		.at(-1);
