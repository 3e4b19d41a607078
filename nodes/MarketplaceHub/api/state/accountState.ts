import { timingSafeEqual } from 'crypto';
import mapValues from 'lodash/mapValues';
import memoize from 'lodash/memoize';
import type { FunctionsBase, ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { AccountPause } from './accountPause';
import { ExpiringMap, Limiter, monotonicNow, SharedWork } from '../async';
import { type Endpoint, type EndpointName, endpoints, type WrittenData } from '../endpoints';
import type { HubError } from '../errors';
import type { HubResponse, Outcome } from '../http/answer';
import { RateLimit } from '../http/rateLimit';
import { QueueTriggerState } from './queueTriggerState';
import { timing } from '../timing';
import { redactBody, redactText, type Writings, writingsOf } from '../values/secrets';
import type { QueueView } from './acknowledgeWithin';
import { FailureLimit } from './failureLimit';
import { type AccessToken, emptyToken, type KnownToken, nearItsEnd } from './knownToken';
import { WebhookAccount, WebhookTrigger } from './webhookCalls';

/*
 * Everything that this process keeps between two requests: the instances are here, and some of their classes
 * in files of their own. No other module of the package holds state; n8n workers and other processes share nothing
 * of it.
 */

/** Tells one node from all others of this n8n. */
export const nodeKeyOf = (context: FunctionsBase): string =>
	`${context.getWorkflow().id ?? ''} ${context.getNode().id}`;

/** Tokens of an account that are taken out of answers. */
const keptTokens = 20;

/**
 * The state that all nodes and pickers of this process share about one account. A new token revokes the one before
 * at once (reference: Authentication), so only the newest one counts.
 */
export class AccountState {
	/** The newest token, whichever process has issued it; empty while there is none. */
	token = { ...emptyToken };
	/** The newest tokens that requests have had: a hub may repeat an earlier token in its answers. */
	private tokens: readonly string[] = [];
	/** How the keys and `tokens` may stand in an answer. */
	private writings?: Writings;
	/** Where requests that need a newer token wait for each other. */
	readonly tokenTurns = new Limiter();
	/** The exchange of keys under way. */
	exchange?: Promise<Outcome>;
	/** Why no token was issued last, and when, by the monotonic clock. */
	notIssued?: { because: HubError; at: number };
	readonly pause = new AccountPause();
	/** The channels that pickers show, shared for a minute. */
	readonly channels = new ExpiringMap<Promise<IDataObject[]>>(1);
	/** Another limit than that of reads: where the hub refuses every acknowledgement, orders come in full all the same. */
	private readonly acknowledgements = new FailureLimit();
	/** Of *Order Queue: Acknowledge*: a workflow acknowledges whatever order a call has named, over and over. */
	readonly queueAcknowledgements = {
		failures: this.acknowledgements,
		looks: new SharedWork<QueueView>(0, new Limiter()),
		turns: new Limiter(() => Infinity),
	};
	private readonly webhook = new WebhookAccount(this.acknowledgements);
	/** What a webhook trigger has emitted and asks of the hub, by workflow and node. */
	readonly webhookTrigger = memoize<(node: string) => WebhookTrigger>(
		() => new WebhookTrigger(this.webhook),
	);
	/** The limit of an endpoint. */
	readonly rateLimit = memoize((name: EndpointName) => {
		const { perMinute }: Endpoint = endpoints[name];
		return new RateLimit(perMinute);
	});
	/** The state of a queue trigger, by workflow and node. */
	readonly queueTrigger = memoize<(node: string) => QueueTriggerState>(
		() => new QueueTriggerState(),
	);
	/** Where writes of the same data wait for each other, so that a repeat overwrites nothing newer. */
	readonly writeTurns = memoize<(data: WrittenData) => Limiter>(() => new Limiter());

	/** @param secrets texts that no message and no record may hold, besides tokens */
	constructor(readonly secrets: readonly string[] = []) {}

	/** The account's token, unless the hub has refused it or it is about to end. */
	get usableToken(): KnownToken | undefined {
		const { accessToken, isRefused } = this.token;
		return accessToken === '' || isRefused || nearItsEnd(this.token) ? undefined : this.token;
	}

	/**
	 * Notes a token, unless a newer one is known.
	 * @param isOwn whether the hub has issued the token to this process, not to another process, for which n8n
	 * has stored it
	 */
	noteToken({ accessToken, accessTokenIssuedAt }: AccessToken, isOwn = false): void {
		if (accessToken === '' || accessTokenIssuedAt <= this.token.accessTokenIssuedAt) return;
		const known = { accessToken, accessTokenIssuedAt, isOwn, since: monotonicNow() };
		this.token = { ...emptyToken, ...known };
		this.tokens = [accessToken, ...this.tokens].slice(0, keptTokens);
		this.writings = undefined;
	}

	/** Notes that the hub has accepted a request with the token. */
	noteAccepted(token: KnownToken): void {
		token.wasAccepted = true;
		this.pause.noteAccepted();
	}

	/**
	 * Notes that the hub has refused a request with the token. A token that worked before says nothing of new
	 * tokens.
	 */
	noteRefused(token: KnownToken, because: HubError): void {
		if (token.isOwn && !token.wasAccepted && !token.isRefused) this.pause.noteRefused(because);
		token.isRefused = true;
	}

	/** An answer without the account's secrets, as far as they are known by now. */
	withoutSecrets(answer: HubResponse): HubResponse {
		const writings = (this.writings ??= writingsOf([...this.secrets, ...this.tokens]));
		const headers = mapValues(answer.headers, (header) => redactText(header, writings));
		return { ...answer, text: redactBody(answer.text, writings), headers };
	}
}

export const accounts = new ExpiringMap<AccountState>(1_000);

/** Credentials as n8n gave them lately, by workflow, node and credential; see auth/account.ts. */
export const recentCredentials = new ExpiringMap<Promise<ICredentialDataDecryptedObject>>(500);

/** The last known secret of a trigger, for the time in which n8n cannot read its credential. */
class TriggerCredential {
	/** Digest of the Webhook Secret that was read last, empty for none; undefined while none was read. */
	secretDigest?: string;
	/** Reads of the credential that begin after a call has come. */
	readonly reads = new SharedWork<ICredentialDataDecryptedObject>(timing.credentialPause);

	/** Whether a secret with this digest is the secret that was read last, or none is wanted. */
	admits(given: Buffer): boolean {
		const { secretDigest = '' } = this;
		return secretDigest === '' || timingSafeEqual(given, Buffer.from(secretDigest, 'hex'));
	}
}

const triggerCredentials = new ExpiringMap<TriggerCredential>(500);

/** The last known secret of this trigger. */
export function triggerCredential(context: FunctionsBase, credentialId: string): TriggerCredential {
	const key = `${nodeKeyOf(context)} ${credentialId}`;
	const known = triggerCredentials.get(key) ?? new TriggerCredential();
	triggerCredentials.set(key, known);
	return known;
}

/** The state of the account with this key. */
export function accountState(key: string, secrets: readonly string[]): AccountState {
	const state = accounts.get(key) ?? new AccountState(secrets);
	accounts.set(key, state);
	return state;
}
