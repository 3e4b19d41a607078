import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { fingerprintOf } from '../fingerprint';

/** Orders kept at most; the oldest are forgotten first. */
const mostOrders = 5_000;

/** By `idPedido`: fingerprint of the content emitted last, and when, in epoch ms. */
const emittedOrders = z.record(z.tuple([z.string(), z.number()])).catch({});

/**
 * What the queue trigger has emitted, in the workflow's static data: n8n stores it with each
 * emission, so it outlives a restart.
 */
export class QueueMemory {
	/** @param data static data of the node */
	constructor(private readonly data: IDataObject) {}

	/**
	 * Whether this content of the order was emitted before, not longer ago than `atMost` ms.
	 * Content that differs in `idInterno` only is the same.
	 */
	knows(order: IDataObject, atMost = Infinity): boolean {
		const [fingerprint, at] = this.read()[String(order.idPedido)] ?? ['', 0];
		return fingerprint === fingerprintOf(order) && Date.now() - at <= atMost;
	}

	/** Remembers the orders as emitted now. */
	add(orders: readonly IDataObject[]): void {
		const now = Date.now();
		const added = orders.map((order): [string, [string, number]] => [
			String(order.idPedido),
			[fingerprintOf(order), now],
		]);
		const entries = Object.entries({ ...this.read(), ...Object.fromEntries(added) });
		const kept =
			entries.length <= mostOrders
				? entries
				: entries.sort(([, [, a]], [, [, b]]) => b - a).slice(0, mostOrders);
		this.data.emitted = Object.fromEntries(kept);
	}

	private read(): Record<string, [string, number]> {
		return emittedOrders.parse(this.data.emitted ?? {});
	}
}
