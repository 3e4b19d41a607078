import memoize from 'lodash/memoize';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { ExpiringMap, Line } from './async';
import type { WrittenData } from './endpoints';
import type { HubError } from './errors';

/*
 * Everything that this process keeps between two requests. No other module of the package holds
 * state; n8n workers and other processes share nothing of it.
 */

/** A token with the time it was issued, in epoch ms of this machine. */
export interface AccessToken {
	accessToken: string;
	accessTokenIssuedAt: number;
}

/** The sliding window of one endpoint's limit, see http/rateLimit.ts; times by the monotonic clock. */
export class RateLimitWindow {
	open = 0;
	/** Answered requests: until when the hub counts them at the latest, and when their slots are free. */
	slots: Array<{ countedUntil: number; freeAt: number }> = [];
	/** When a slot was last taken, and since when without a gap of two minutes. */
	usedAt = -Infinity;
	busySince = -Infinity;
	/** When a slot was last left to others, see http/rateLimit.ts. */
	leftAt = -Infinity;
	/** Until when nothing is sent, because the hub said that its limit is reached, and what it said. */
	blocked?: { until: number; because: () => HubError };
	/** What the hub said its limit is, where it is lower than the documented one. */
	limit?: number;
	/** Requests of other processes within a minute, as answers showed them. */
	others: Array<{ requests: number; seenAt: number }> = [];
	/** What this process takes since a 429 of a hub that does not say what is left; it grows. */
	share?: { requests: number; since: number };
	/** Those who wait for a slot. */
	readonly line = new Line();
	/** Wakes the first in the line when a request under way is answered. */
	answered?: () => void;
}

/** An account's token as this process knows it. */
export interface KnownToken extends AccessToken {
	isOwn: boolean;
	/** Since when it is known here, by the monotonic clock. */
	since: number;
	/** Whether requests go out with it side by side: it is accepted, or its first request takes long. */
	isOpen: boolean;
	isRefused: boolean;
}

/** The content of an order with which a webhook trigger last started its workflow. */
export interface EmittedOrder {
	fingerprint: string;
	/** Whether the execution has begun in this process, so that n8n has stored it. */
	isStored: boolean;
}

/** What a queue trigger knows of an order that it has emitted, see triggers/queue/orders.ts. */
export interface QueueOrder {
	/** Of the content that was emitted. */
	fingerprint: string;
	/** When it was emitted or its execution ended, in epoch ms. */
	at: number;
	/** Executions that failed with this content; 0 once one has succeeded. */
	failed: number;
	/** When its execution began, by the monotonic clock, while that runs. */
	runningSince?: number;
}

/** What this process keeps of one queue trigger. */
export class QueueTriggerState {
	polling = false;
	orders = new Map<string, QueueOrder>();
	/** Retries that failed in a row, and until when none is begun, by the monotonic clock. */
	failedRetries = 0;
	restsUntil = -Infinity;
	/** Whether an execution has failed since a blocked queue was last reported. */
	failureUnsaid = false;
}

const keptTokens = 20;
const keptDuplicates = 10_000;

/** What all nodes and pickers of this process share about one account. */
export class AccountState {
	/** The newest token, whichever process has issued it; empty while there is none. */
	token: KnownToken = {
		accessToken: '',
		accessTokenIssuedAt: 0,
		isOwn: false,
		since: 0,
		isOpen: false,
		isRefused: false,
	};
	/** The newest tokens that requests have had. */
	tokens: readonly string[] = [];
	/** How the keys and `tokens` may stand in an answer, see auth/account.ts. */
	secretWritings?: string[];
	/** Where requests wait for each other until the hub has accepted the token. */
	readonly tokenLine = new Line();
	/** The exchange of keys under way: never two at once. */
	exchange?: Promise<unknown>;
	/** Why no token was issued last, and when, by the monotonic clock. */
	notIssued?: { because: HubError; at: number };
	/** Nothing is sent until then, by the monotonic clock; `pause`, its length in ms, counts for the next. */
	rest?: { because: HubError; pause: number; until: number };
	/** The channels that pickers show, shared for a minute. */
	readonly channels = new ExpiringMap<Promise<IDataObject[]>>(1);
	readonly orderReads = new Line(() => 5);
	readonly acknowledgements = new Line(() => 3);
	/** What webhook triggers have emitted, by workflow, node and order. */
	readonly emittedOrders = new ExpiringMap<EmittedOrder>(keptDuplicates);

	/** The rate-limit window of an endpoint. */
	readonly window = memoize<(endpoint: string) => RateLimitWindow>(() => new RateLimitWindow());
	/** What is kept of a queue trigger, by workflow and node. */
	readonly queueTrigger = memoize<(node: string) => QueueTriggerState>(
		() => new QueueTriggerState(),
	);
	/** Where writes of the same data wait for each other, so that a repeat overwrites nothing newer. */
	readonly line = memoize<(data: WrittenData) => Line>(() => new Line());

	/** A hub may repeat an earlier token in what it says: no message may hold one of these. */
	rememberToken(token: string): void {
		if (token === '' || this.tokens.includes(token)) return;
		this.tokens = [token, ...this.tokens].slice(0, keptTokens);
		this.secretWritings = undefined;
	}
}

export const accounts = new ExpiringMap<AccountState>(1_000);

/** What n8n said of a credential, by workflow, node and credential; see auth/account.ts. */
export const recentCredentials = new ExpiringMap<Promise<ICredentialDataDecryptedObject>>(500);

/** The state of the account with this key. */
export function accountState(key: string): AccountState {
	const state = accounts.get(key) ?? new AccountState();
	accounts.set(key, state);
	return state;
}
