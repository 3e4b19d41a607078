import type { Clock } from './clock.mts';
import type { declared } from './contract/operations.mts';
import type { Faults } from './faults.mts';
import type { FullOrder, Notification } from './records.mts';
import type { HubState } from './state.mts';
import type { Tokens } from './tokens.mts';
import type { Webhook } from './webhook.mts';

export type Environment = 'sandbox' | 'production';

type Assumed<T> = { [Id in keyof T]: T[Id] extends { assumed: true } ? Id : never }[keyof T];
/** The routes that the reference does not show. */
export type AssumedRoute = Assumed<typeof declared>;

/** Other routes than the contract's: the name of a set of them, or each by itself; `auth` is the token exchange. */
export type Routes = 'seen' | 'assumed' | Partial<Record<AssumedRoute | 'auth', string>>;

export interface SeedOptions {
	/** default 3 at the start, 0 later */
	channels?: number;
	/** put into the order list */
	orders?: number;
	/** of these how many wait in the queue */
	queued?: number;
	/** default 10 at the start, 0 later */
	products?: number;
	fiscalDocuments?: number;
	securityStocks?: number;
	customizedPrices?: number;
}

/** An email as the panel shows it. */
export interface ShownEmail {
	subject?: string;
	to?: ReadonlyArray<{ address?: string }>;
	text?: string;
}

/** A workflow as the panel lists it. */
export interface ShownExample {
	/** the journey that it belongs to */
	group: string;
	title: string;
	/** one line */
	does: string;
	/** where the editor opens it */
	url: string;
	/** what its note tells to do before, or what it deletes */
	before?: string;
}

export interface HubOptions {
	/** default 0: any free port; always on 127.0.0.1 */
	port?: number;
	/** path prefix of the base URL, default '' */
	prefix?: string;
	/** default sandbox; production: exclusive App-Token, no sandbox-only endpoints, User-Agent required */
	environment?: Environment;
	appToken?: string;
	apiKey?: string;
	secretKey?: string;
	/** true: every request without `X-Forwarded-Proto: https` gets 406 */
	requireHttps?: boolean;
	/** manual: time stands still until advance() */
	clock?: 'real' | 'manual';
	/** epoch ms at which hub time begins, default now */
	startsAt?: number;
	/** hub time runs this many times faster than real time, default 1 */
	timeScale?: number;
	/** default true: documented per-minute limits are enforced */
	limits?: boolean;
	/** real ms added to every answer, default 0; or how many by the requests under way */
	latency?: number | ((underWay: number) => number);
	/** default `seen`; or `assumed`, or other methods and paths, e.g. `{ acknowledge: 'POST /v1/orders/queue/{id}/done' }` */
	routes?: Routes;
	/** hub ms from creation until 'processado', default 3000 */
	batchDuration?: number;
	/** true: the root address shows the panel, a web page for people */
	panel?: boolean;
	/** the emails of the panel's mailbox; read anew each time */
	emails?: readonly ShownEmail[];
	/** the examples that the panel lists; read anew each time */
	examples?: readonly ShownExample[];
	/** starts with the quirk numbersAsStrings */
	strictStrings?: boolean;
	seed?: SeedOptions;
}

export interface RecordedRequest {
	method: string;
	/** as received, still encoded, prefix removed */
	path: string;
	query: Record<string, string>;
	rawUrl: string;
	headers: Record<string, string | string[] | undefined>;
	body: string;
	/** answered status; 0 when the connection was cut */
	status: number;
	/** hub ms */
	at: number;
	/** id of the operation in the contract */
	endpoint: string | undefined;
	/** of the answer, where it carries one (part 'Limits') */
	requestId?: string;
	/** the answer's body; kept for the newest requests only */
	reply?: string;
	/** the fault that hit the request */
	fault?: FaultKind;
	/** fault padded: bytes that went out until the answer's end or the client's, headers included */
	bytesSent?: number;
	/** fields of the body that the contract does not know; they are ignored as the reference is silent */
	unknownFields?: string[];
}

export interface RequestFilter {
	endpoint?: string;
	method?: string;
	path?: string | RegExp;
	status?: number;
}

export type FaultKind =
	| 'status'
	| 'resetBefore'
	| 'resetAfter'
	| 'slow'
	| 'trickle'
	/** no answer, the connection stays open */
	| 'hang'
	| 'truncate'
	| 'malformed'
	| 'html'
	| 'empty'
	/** the hub's own answer with spaces behind it */
	| 'padded';

export interface Fault {
	endpoint?: string;
	method?: string;
	path?: string | RegExp;
	/** how many requests it hits, default 1 */
	times?: number;
	/** how many matching requests pass first */
	after?: number;
	kind: FaultKind;
	status?: number;
	body?: unknown;
	headers?: Record<string, string>;
	/** real ms before the answer; kind trickle: before each byte of it */
	delay?: number;
	/** kind slow: the answer waits for it instead of a delay; padded: halfway; in this process only */
	until?: Promise<unknown>;
	/** kind padded: bytes of the whole answer before it is compressed */
	size?: number;
	/** kind padded: none when left out */
	compression?: 'gzip' | 'deflate' | 'br';
	/** kind padded: with Content-Length, without compression only; default false */
	isAnnounced?: boolean;
	/** kinds status and html: the request is carried out, then this is answered */
	applied?: boolean;
}

export interface Quirks {
	numbersAsStrings: boolean;
	decimalCommas: boolean;
	filtersAsArray: boolean;
	withoutNext: boolean;
	/** offset counts pages instead of records */
	stepInPages: boolean;
	extraFields: boolean;
	/** every page of a list is its first one, as from a cache that does not look at the query; `next` grows */
	firstPageOnly: boolean;
	/** the `total` of every list, however many records it holds */
	statedTotal: number | undefined;
	/** a batch's notes come in another order than its items (equal SKUs stay in order) */
	notesShuffled: boolean;
	/** the order list begins with the newest order */
	newestOrdersFirst: boolean;
	/** null for the optional media prices, as where a product has none of its own */
	withoutMediaPrices: boolean;
	/** Dates of its own format as `28/11/2026 10:00:00`. */
	daysFirst: boolean;
	/** orders that lists and the queue show as this JSON text, or not at all where it is empty, by their ID */
	damagedOrders: Map<number, string>;
	/** security stock is listed by the SKUs of variations, not of their products */
	securityStockByVariation: boolean;
}

export interface Delivery {
	notification: Notification;
	idPedido: number;
	url: string;
	/** asked for in the panel: it never switches the webhook off */
	test: boolean;
	/** 0 when there was no reply */
	status: number;
	contentType: string;
	body: string;
	json?: unknown;
	accepted: boolean;
	/** the verdict of the hub's rule on the reply (part 'Events', rule 1) */
	verdict: string;
	/** hub ms */
	at: number;
	milliseconds: number;
}

export interface WebhookSettings {
	url: string;
	/** the order leaves the queue as soon as the notification is sent */
	automaticAcknowledgement?: boolean;
}

export interface Hub {
	/** base URL with prefix, without a slash at the end */
	readonly url: string;
	readonly environment: Environment;
	/** the one to send */
	readonly appToken: string;
	readonly apiKey: string;
	readonly secretKey: string;
	/** methods and paths in effect, by the id of the operation */
	readonly routes: Readonly<Record<string, string>>;
	/** the set of routes that was asked for by its name */
	readonly routeSet: 'seen' | 'assumed' | undefined;
	readonly clock: Clock;
	readonly log: RecordedRequest[];
	count(filter: RequestFilter): number;
	clearLog(): void;
	/** Tells of each request as it comes in, before its answer. @returns ends that */
	onRequest(listener: (request: RecordedRequest) => void): () => void;
	readonly tokens: Tokens;
	readonly faults: Faults;
	readonly quirks: Quirks;
	readonly state: HubState;
	seed(options: SeedOptions): void;
	createOrder(partial?: object): FullOrder;
	updateOrder(idPedido: number, changes: object): FullOrder;
	readonly webhook: Webhook;
	readonly contractViolations: string[];
	stop(): Promise<void>;
}
