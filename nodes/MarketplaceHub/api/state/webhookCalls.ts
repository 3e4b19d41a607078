import type { IDataObject } from 'n8n-workflow';
import { deadlineIn, ExpiringMap, Limiter, SharedWork } from '../async';
import { HubError } from '../errors';
import { timing } from '../timing';
import { fingerprintOf } from '../values/fingerprint';
import { EmittedOrders } from './emittedOrders';
import { acknowledgeWithin, orderIn, type QueueView } from './acknowledgeWithin';
import { FailureLimit, isRefusedId } from './failureLimit';
import { type Acknowledged, QueuedContent } from './queuedContent';

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

/** An order whose acknowledgement is due. */
export interface DueOrder {
	idPedido: string;
	/** Of the content that the trigger has emitted. */
	fingerprint: string;
	acknowledge(): Promise<void>;
}

/** What all webhook triggers of an account share. */
export class WebhookAccount {
	/** Of reads by an ID. */
	readonly failures = new FailureLimit();
	readonly readTurns = new Limiter(() => 5);
	readonly acknowledgeTurns = new Limiter(() => 3);
	/** IDs that the hub refused, for a minute. */
	readonly refusedIds = new ExpiringMap<true>(keptRefusedIds);
	private readonly queueReads = new SharedWork<QueueView>(timing.queuePause);
	private readonly contents = new ExpiringMap<QueuedContent>(keptContents);

	/** @param acknowledgements the limit of those that anybody in this process sends for the account */
	constructor(readonly acknowledgements: FailureLimit) {}

	/** Looks into the queue; calls that come before the read begins share it. */
	async look({ readQueue }: OrderRequests): Promise<QueueView> {
		return await this.queueReads.run(readQueue);
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
		const order = byId ?? orderIn(await this.account.look(hub), idPedido);
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
			return await failures.run(request).catch((error: unknown) => {
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
		{ idPedido, fingerprint, acknowledge }: DueOrder,
		content: QueuedContent,
		hub: OrderRequests,
	): Promise<Acknowledged | 'unsure'> {
		const { acknowledgements, acknowledgeTurns: turns } = this.account;
		const look = async () => await this.account.look(hub);
		const request = async () => {
			const standing = this.emitted.standing(idPedido, fingerprint);
			if (standing !== 'newest') return standing;
			await acknowledge().catch((error: unknown) => {
				content.noteFailure(error);
				throw error;
			});
			content.outUntil = Infinity;
			return 'sent';
		};
		content.throwIfRefused();
		const { hasLeft } = content;
		const acknowledging = { idPedido, request, look, hasLeft, turns };
		const sent = await acknowledgeWithin(acknowledgements, acknowledging);
		if (sent === 'unsure') return sent;
		if (!(sent instanceof HubError) || content.isReported) return 'done';
		// by its ID: its content may have come from another list of the hub, which shows it in another way
		content.isReported = await look().then(
			(view) => orderIn(view, idPedido) !== undefined,
			() => false,
		);
		return content.isReported ? 'notMoved' : 'done';
	}
}
