import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { ExpiringMap, ConcurrencyLimiter, Line } from './async';
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
	/** Requests under way. */
	open = 0;
	/** Answered requests: until when the hub counts them at the latest, and when their slots are free. */
	slots: Array<{ countedUntil: number; freeAt: number }> = [];
	/** When a slot was last taken, and since when without a gap of two minutes. */
	usedAt = -Infinity;
	busySince = -Infinity;
	/** When a slot was last left to others, see http/rateLimit.ts. */
	leftAt = -Infinity;
	/** Before this nothing is sent: the hub said that its limit is reached. */
	blockedUntil = -Infinity;
	/** What the hub said then. */
	blockedBecause?: () => HubError;
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
	/** Whether this process has issued it. */
	isOwn: boolean;
	/** Since when it is known here, by the monotonic clock. */
	since: number;
	/** Whether the hub has accepted a request with it, and whether it has refused one. */
	isAccepted: boolean;
	isRefused: boolean;
	/** Whether requests go out with it side by side: it is accepted, or its first request takes long. */
	isOpen?: boolean;
}

/** The rest of an account that the hub has refused, see auth/tokens.ts. */
export interface Rest {
	because: HubError;
	/** ms for which nothing is sent. */
	pause: number;
	/** When it ends, by the monotonic clock. */
	until: number;
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
	/** Whether a poll is under way. */
	polling = false;
	/** By `idPedido`. */
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
		isAccepted: false,
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
	/** While it lasts, nothing is sent. Its length is known until the hub has accepted a request. */
	rest?: Rest;
	/** The channels that pickers show, shared for a minute. */
	readonly channels = new ExpiringMap<Promise<IDataObject[]>>(1);
	/** Orders that webhook triggers read. */
	readonly orderReads = new ConcurrencyLimiter(() => 5);
	/** Acknowledgements that webhook triggers send. */
	readonly acknowledgements = new ConcurrencyLimiter(() => 3);
	/** What webhook triggers have emitted, by workflow, node and order. */
	readonly emittedOrders = new ExpiringMap<EmittedOrder>(keptDuplicates);

	private readonly lines = new Map<WrittenData, Line>();
	private readonly windows = new Map<string, RateLimitWindow>();
	private readonly queueTriggers = new Map<string, QueueTriggerState>();

	/** The rate-limit window of an endpoint. */
	window(endpoint: string): RateLimitWindow {
		const known = this.windows.get(endpoint) ?? new RateLimitWindow();
		this.windows.set(endpoint, known);
		return known;
	}

	/** What is kept of a queue trigger, by workflow and node. */
	queueTrigger(node: string): QueueTriggerState {
		const known = this.queueTriggers.get(node) ?? new QueueTriggerState();
		this.queueTriggers.set(node, known);
		return known;
	}

	/** Where writes of the same data wait for each other, so that a repeat overwrites nothing newer. */
	line(data: WrittenData): Line {
		const known = this.lines.get(data) ?? new Line();
		this.lines.set(data, known);
		return known;
	}

	/** A hub may repeat an earlier token in what it says: no message may hold one of these. */
	rememberToken(token: string): void {
		if (token === '' || this.tokens.includes(token)) return;
		this.tokens = [token, ...this.tokens].slice(0, keptTokens);
		this.secretWritings = undefined;
	}
}

/** States by the account's key. */
export const accounts = new ExpiringMap<AccountState>(1_000);

/** What n8n said of a credential, by workflow, node and credential; see auth/account.ts. */
export const recentCredentials = new ExpiringMap<Promise<ICredentialDataDecryptedObject>>(500);

/** The state of the account with this key. */
export function accountState(key: string): AccountState {
	const known = accounts.get(key);
	if (known !== undefined) return known;
	const fresh = new AccountState();
	accounts.set(key, fresh);
	return fresh;
}
