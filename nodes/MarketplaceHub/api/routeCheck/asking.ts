import { delay, monotonicNow } from '../async';
import type { Endpoint } from '../endpoints';
import type { Outcome } from '../http/answer';
import { forSupport } from '../http/failures';
import type { RequestInput } from '../http/requestOf';
import type { Hub } from '../hub';
import { timing } from '../timing';
import type { probes, reads } from './probes';
import { aboutTheCaller } from './verdict';

/** The endpoints that a check asks. */
export type CheckedName =
	| 'ping'
	| 'orderGet'
	| 'productGet'
	| keyof typeof reads
	| (typeof probes)[number]['name'];

/** A method and the path as it is sent. */
export type Address = Pick<Endpoint, 'method' | 'path'>;

export const routeOf = ({ method, path }: Address) => `${method} ${path}`;

export type CheckHub = Hub<CheckedName>;

/** So many answers in a row that do not come end a check, too. */
const mostLost = 3;

/** Asks the hub one request after another, each exactly once, until something ends that. */
export class Asking {
	/** Why nothing more is asked, as a sentence. */
	ended?: string;
	/** The answers, each with the label of its question. */
	readonly answers: Array<readonly [label: string, outcome: Outcome]> = [];
	private lastEnded = -Infinity;
	private lost = 0;
	private readonly known = new Map<string, Outcome>();

	constructor(private readonly hub: CheckHub) {}

	/**
	 * The answer to a request; the same answer where the request was sent before.
	 * @param label the question, for the reader; empty for a control
	 * @returns undefined where nothing more is asked
	 */
	async ask(
		name: CheckedName,
		label: string,
		{ method, path }: Address,
		input?: Pick<RequestInput, 'query' | 'body'>,
	): Promise<Outcome | undefined> {
		const key = JSON.stringify([method, path, input]);
		const before = this.known.get(key);
		if (before !== undefined || this.ended !== undefined) return before;
		await delay(this.lastEnded + timing.checkPause - monotonicNow());
		const outcome = await this.hub.askOnce(name, { method, path }, input);
		this.lastEnded = monotonicNow();
		this.known.set(key, outcome);
		if (label !== '') this.answers.push([label, outcome]);
		this.judge(outcome, { method, path });
		return outcome;
	}

	private judge({ status, headers }: Outcome, { method, path }: Address): void {
		this.lost = status === undefined ? this.lost + 1 : 0;
		const where = `${method} ${path}`;
		if (status !== undefined && aboutTheCaller.includes(status))
			this.ended = `The check ended at ${where}, which the hub answered ${status}.`;
		if (this.lost >= mostLost)
			this.ended = `The check ended at ${where}: the hub gave no answer ${mostLost} times in a row.`;
		if (method === 'GET' || status === undefined || status >= 300) return;
		const support = forSupport(headers['request-id']?.replace(/[^\x20-\x7e]/g, '?').slice(0, 200));
		this.ended =
			`The check ended: something may have been written by ${where}, which the hub answered ${status}. Look there. ${support}`.trim();
	}
}
