import type { IDataObject } from 'n8n-workflow';
import { deadlineIn, ExpiringMap, Limiter, monotonicNow, SharedWork } from '../async';
import { catchHubError, HubError, isNotFound } from '../errors';
import { timing } from '../timing';
import { fingerprintOf } from '../values/fingerprint';
import { plainId } from '../values/ids';
import { EmittedOrders } from './emittedOrders';
import { FailureLimit, isRefusedId } from './failureLimit';

/*
 * What a webhook call may ask of the hub. Nobody signs these calls, so strangers can name any order: they must not
 * cause many failures, and no order may be lost. For each need the first row that fits holds:
 *
 * | a call needs         | and                                                    | then the hub gets                             |
 * | -------------------- | ------------------------------------------------------ | --------------------------------------------- |
 * | an order             | a read of it waits for its turn                        | nothing more: the calls share that read       |
 * |                      | the hub refused its ID a moment ago                    | a read of the queue                           |
 * |                      | the limit of failures is reached                       | a read of the queue                           |
 * |                      |                                                        | a read by the ID                              |
 * | its acknowledgement  | the trigger has emitted newer content                  | nothing: the newer execution acknowledges it  |
 * |                      | since then it could not be read (other than by a 404)  | a read as above; the same content goes on     |
 * |                      | this content has left the queue                        | a read of the queue; that, if it shows it     |
 * |                      | the limit of failures is reached                       | a read of the queue; that, if it may wait     |
 * |                      |                                                        | the acknowledgement                           |
 * | to know why of a 404 | nothing was said of this content                       | a read of the queue: shown, the log says so   |
 */

const keptContents = 10_000;
const keptRefusedIds = 1_000;

/** The requests of a call; calls that come meanwhile may share their answers. */
export interface OrderRequests {
	/** Reads the order by its ID. */
	read(signal: AbortSignal): Promise<IDataObject>;
	/** Reads the orders that the queue shows first. */
	readQueue(): Promise<QueueView>;
}

/** The orders that the queue shows first. */
export interface QueueView {
	orders: readonly IDataObject[];
	/** Whether no others wait. */
	isWhole: boolean;
}

/** An order whose acknowledgement is due. */
export interface DueOrder {
	idPedido: string;
	/** Of the content that the trigger has emitted. */
	fingerprint: string;
	acknowledge(): Promise<void>;
}

/** What became of an acknowledgement; `notMoved`: the hub answered 404, and its queue shows the order. */
type Acknowledged = 'done' | 'notMoved';

type Sent =
	/** The order has left the queue, or newer content of it has come. */
	| 'done'
	/** The hub answered 404. */
	| 'notFound'
	/** Nothing was sent: the hub failed too often. */
	| 'lookFirst'
	/** Nothing was sent: for a later call the order could not be read, so it may have changed. */
	| 'unsure';

/** The content of an order that an acknowledgement is to take out of the queue. */
class QueuedContent {
	/** One acknowledgement at a time: calls that come meanwhile share the next one. */
	readonly sending = new SharedWork<Acknowledged>(0, new Limiter());
	/** Until when it counts as out of the queue, by the monotonic clock. */
	outUntil = -Infinity;
	/** Whether the log says that the order waits although its acknowledgement found none. */
	isReported = false;
	/** Why the hub refused its acknowledgement: for a minute calls about it cause no other one. */
	refusal?: { error: unknown; until: number };

	constructor(readonly fingerprint: string) {}
}

/** What all webhook triggers of an account share. */
export class WebhookAccount {
	readonly failures = new FailureLimit();
	readonly readTurns = new Limiter(() => 5);
	readonly acknowledgeTurns = new Limiter(() => 3);
	/** IDs that the hub refused, for a minute. */
	readonly refusedIds = new ExpiringMap<true>(keptRefusedIds);
	private readonly queueReads = new SharedWork<QueueView>(timing.queuePause);
	private readonly contents = new ExpiringMap<QueuedContent>(keptContents);

	/** Looks for an order in the queue; calls that come before the read begins share it. */
	async look(
		idPedido: string,
		{ readQueue }: OrderRequests,
	): Promise<{ order?: IDataObject; isWhole: boolean }> {
		const { orders, isWhole } = await this.queueReads.run(readQueue);
		const order = orders.find((one) => plainId(one.idPedido) === plainId(idPedido));
		return { order, isWhole };
	}

	/** What is known of an order's content in the queue; other content of the order is forgotten. */
	contentOf({ idPedido, fingerprint }: DueOrder): QueuedContent {
		const known = this.contents.get(idPedido);
		if (known?.fingerprint === fingerprint) return known;
		const content = new QueuedContent(fingerprint);
		this.contents.set(idPedido, content);
		return content;
	}
}

/** What one webhook trigger has emitted, and what its calls ask of the hub. */
export class WebhookTrigger {
	readonly emitted = new EmittedOrders();
	/** Reads that wait for their turn; undefined comes out where the order is not to be asked for by its ID. */
	private readonly waitingReads = new Map<string, SharedWork<IDataObject | undefined>>();

	constructor(private readonly account: WebhookAccount) {}

	/**
	 * Reads an order by its ID or, where it is not to be asked for by that, in the queue.
	 * @param signal ends the read by the ID
	 * @throws HubError with status 404 where hub or queue do not know the order
	 */
	async read(idPedido: string, hub: OrderRequests, signal: AbortSignal): Promise<IDataObject> {
		const byId = await this.readById(idPedido, async () => await hub.read(signal));
		const order = byId ?? (await this.account.look(idPedido, hub)).order;
		if (order !== undefined) return order;
		throw new HubError(
			'refused',
			`Order ${idPedido} is not in the hub's queue, and was not asked for by its ID: the hub refused it a moment ago, or failed at too many others within a minute or a day (404). A Webhook Secret in the credential keeps strangers from causing that`,
			{ httpStatus: 404 },
		);
	}

	/** In its turn. A read that has been sent is not shared: it may show what the order was before a later call. */
	private async readById(
		idPedido: string,
		request: () => Promise<IDataObject>,
	): Promise<IDataObject | undefined> {
		const { failures, readTurns, refusedIds } = this.account;
		const read = this.waitingReads.get(idPedido) ?? new SharedWork(0, readTurns);
		this.waitingReads.set(idPedido, read);
		return await read.run(async () => {
			this.waitingReads.delete(idPedido);
			if (failures.isReached || refusedIds.get(idPedido)) return undefined;
			return await failures.read(request).catch((error: unknown) => {
				if (isRefusedId(error)) refusedIds.set(idPedido, true, timing.minute);
				throw error;
			});
		});
	}

	/**
	 * Acknowledges an order, as far as the table lets it.
	 * @throws HubError of the acknowledgement, or where the order may have changed
	 */
	async acknowledge(due: DueOrder, hub: OrderRequests): Promise<Acknowledged> {
		const content = this.account.contentOf(due);
		return await content.sending.run(async () => {
			const result = await this.send(due, content, hub);
			if (result !== 'unsure') return result;
			// a forged call whose read takes too long must not keep the order in the queue
			await this.readAgain(due, hub);
			const second = await this.send(due, content, hub);
			if (second !== 'unsure') return second;
			throw new HubError(
				'obstacle',
				'it may have changed since its execution began: a later call came about it, for which it could not be read',
			);
		});
	}

	private async readAgain({ idPedido, fingerprint }: DueOrder, hub: OrderRequests): Promise<void> {
		const order = await this.read(idPedido, hub, deadlineIn(timing.requestTimeout));
		if (fingerprintOf(order) === fingerprint) this.emitted.noteContent(idPedido, fingerprint);
	}

	private async send(
		due: DueOrder,
		content: QueuedContent,
		hub: OrderRequests,
	): Promise<Acknowledged | 'unsure'> {
		const look = async () => await this.account.look(due.idPedido, hub);
		const hadLeft = content.outUntil > monotonicNow();
		let sent: Sent = hadLeft ? 'lookFirst' : await this.sendInTurn(due, content);
		if (sent === 'lookFirst') {
			// in no turn, so that it holds up no other order
			const { order, isWhole } = await look();
			// content that had not left may stand beyond those that the queue shows
			const mayWait = order !== undefined || (!hadLeft && !isWhole);
			if (mayWait) sent = await this.sendInTurn(due, content, { hasLooked: true });
		}
		if (sent === 'unsure') return sent;
		if (sent !== 'notFound' || content.isReported) return 'done';
		// by its ID: its content may have come from another list of the hub, which shows it in another way
		content.isReported = await look().then(
			({ order }) => order !== undefined,
			() => false,
		);
		return content.isReported ? 'notMoved' : 'done';
	}

	/** @param hasLooked whether the queue was read first: then it is sent despite the limit */
	private async sendInTurn(
		{ idPedido, acknowledge }: DueOrder,
		content: QueuedContent,
		{ hasLooked = false } = {},
	): Promise<Sent> {
		const { acknowledgeTurns, failures } = this.account;
		return await acknowledgeTurns.run(async () => {
			const standing = this.emitted.standing(idPedido, content.fingerprint);
			if (standing !== 'newest') return standing === 'unsure' ? 'unsure' : 'done';
			if (failures.isReached && !hasLooked) return 'lookFirst';
			const { refusal } = content;
			if (refusal !== undefined && refusal.until > monotonicNow()) throw refusal.error;
			const failure = await catchHubError(failures.acknowledge(acknowledge));
			if (failure !== undefined && !isNotFound(failure)) {
				if (isRefusedId(failure))
					content.refusal = { error: failure, until: monotonicNow() + timing.minute };
				throw failure;
			}
			// after a 404 the order is not in the queue, as it should be
			content.outUntil = failure === undefined ? Infinity : monotonicNow() + timing.minute;
			return failure === undefined ? 'done' : 'notFound';
		});
	}
}
