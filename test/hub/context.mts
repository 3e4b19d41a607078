import type { Clock } from './clock.mts';
import type { declared, OperationId } from './contract/operations.mts';
import type { Of } from './contract/schema.mts';
import type { FullOrder } from './records.mts';
import type { HubState } from './state.mts';
import type { Quirks } from './types.mts';

/** The parts of the hub that a handler may use. */
export interface Context {
	/** base URL with prefix */
	url: string;
	state: HubState;
	clock: Clock;
	quirks: Quirks;
	batchDuration: number;
	credentials: { apiKey: string; secretKey: string };
	issueToken(): string;
	/** full address of an operation, by the routes in effect */
	address(operation: OperationId, params: Record<string, string | number>): string;
	/** the order changed: into the queue, and a notification goes out */
	announce(order: FullOrder): void;
}

export interface HandlerRequest<Body = unknown> {
	/** decoded */
	params: Record<string, string>;
	/** decoded; whole numbers where the contract says so are still text */
	query: Record<string, string>;
	/** path as received, prefix removed */
	path: string;
	/** checked against the contract */
	body: Body;
	rawBody: string;
	requestId: string;
}

export interface Answer {
	status: number;
	/** an object is sent as JSON, a string as text/plain */
	body?: unknown;
}

export type Handler<Body = unknown> = (context: Context, request: HandlerRequest<Body>) => Answer;

type BodyOf<Id extends OperationId> = (typeof declared)[Id] extends { body: infer S }
	? Of<S>
	: unknown;

/** A handler for each operation, with the body that the contract has for it. */
export type Handlers = { [Id in OperationId]: Handler<BodyOf<Id>> };

/** A refusal with the error body of the part 'Errors'. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly details?: string[],
	) {
		super(message);
	}
}

export function notFound(what: string): Refusal {
	return new Refusal(404, `${what} não encontrado(a).`);
}
