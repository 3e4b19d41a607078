import { ExpiringMap, monotonicNow } from '../async';

const keptOrders = 10_000;

/** How an order last started the workflow of a webhook trigger, in the eyes of a call about it. */
export interface LastStart {
	/** Whether the call shows the same content, in the time in which that starts nothing. */
	isDuplicate: boolean;
	/** Whether the execution has begun in this process, so that n8n has stored it. */
	hasBegun: boolean;
	/** Whether the execution acknowledges the order as soon as it begins, in whichever process. */
	willAcknowledge: boolean;
}

/** The content of an order with which a webhook trigger last started its workflow. */
interface EmittedOrder extends Omit<LastStart, 'isDuplicate'> {
	fingerprint: string;
	/** Whether a later call came for which the order could not be read: its content may be another one by now. */
	mayHaveChanged: boolean;
	/** Until when a call about the same content starts nothing, by the monotonic clock. */
	duplicateUntil: number;
}

/** The orders that a webhook trigger has emitted in this process, by `idPedido`; a worker knows of none. */
export class EmittedOrders {
	private readonly orders = new ExpiringMap<EmittedOrder>(keptOrders);

	/**
	 * Notes that a workflow starts with this content of an order.
	 * @param window ms for which the same content starts nothing
	 */
	noteStart(
		idPedido: string,
		content: Pick<EmittedOrder, 'fingerprint' | 'willAcknowledge'>,
		window: number,
	): void {
		const duplicateUntil = monotonicNow() + window;
		this.orders.set(idPedido, {
			...content,
			duplicateUntil,
			hasBegun: false,
			mayHaveChanged: false,
		});
	}

	/** How the order last started the workflow, for a call that shows this content of it. */
	lastStart(idPedido: string, fingerprint: string): LastStart | undefined {
		const emitted = this.orders.get(idPedido);
		if (emitted === undefined) return undefined;
		const { hasBegun, willAcknowledge, duplicateUntil } = emitted;
		const isDuplicate = emitted.fingerprint === fingerprint && duplicateUntil > monotonicNow();
		return { isDuplicate, hasBegun, willAcknowledge };
	}

	/**
	 * Notes the content that a call has shown without starting a workflow. An order that was emitted with
	 * another one is forgotten: it is no repetition if that comes back.
	 */
	noteContent(idPedido: string, fingerprint: string): void {
		const emitted = this.orders.get(idPedido);
		if (emitted === undefined) return;
		if (emitted.fingerprint === fingerprint) emitted.mayHaveChanged = false;
		else this.orders.delete(idPedido, emitted);
	}

	/**
	 * Notes that the order could not be read for a call: content that was emitted before must not acknowledge
	 * the order.
	 */
	noteUnreadable(idPedido: string): void {
		const emitted = this.orders.get(idPedido);
		if (emitted !== undefined) emitted.mayHaveChanged = true;
	}

	/** Notes that the execution with this content of an order has begun. */
	noteBegun(idPedido: string, fingerprint: string): void {
		const emitted = this.orders.get(idPedido);
		if (emitted?.fingerprint === fingerprint) emitted.hasBegun = true;
	}

	/**
	 * Whether this is the newest content of an order, as far as this process knows: only that is acknowledged. It is
	 * unsure after a call for which the order could not be read.
	 */
	standing(idPedido: string, fingerprint: string): 'newest' | 'older' | 'unsure' {
		const emitted = this.orders.get(idPedido);
		if (emitted === undefined) return 'newest';
		if (emitted.fingerprint !== fingerprint) return 'older';
		return emitted.mayHaveChanged ? 'unsure' : 'newest';
	}
}
