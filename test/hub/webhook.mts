import { Agent, request } from 'undici';
import { toDateTime } from './clock.mts';
import type { Context } from './context.mts';
import type { FullOrder, Notification } from './records.mts';
import type { Delivery, HubWebhook, WebhookSettings } from './types.mts';

const timeoutMs = 10_000;

/** Notifications of order changes (part 'Events'): one per change, in the background. */
export class Webhook implements HubWebhook {
	deliveries: Delivery[] = [];
	private settings: WebhookSettings | undefined;
	private switchedOff = false;
	private readonly underWay = new Set<Promise<void>>();
	private agent = new Agent();

	constructor(
		private readonly context: Context,
		private readonly check: (notification: Notification) => void,
	) {}

	get active(): boolean {
		return this.settings !== undefined && !this.switchedOff;
	}

	configure(settings: WebhookSettings): void {
		this.settings = { ...settings };
		this.switchedOff = false;
	}

	reactivate(): void {
		this.switchedOff = false;
	}

	/** Sends the notification of a change; with automatic acknowledgement the order leaves the queue. */
	notify(order: FullOrder): void {
		const { settings } = this;
		if (!settings || this.switchedOff) return;
		const { address, state, clock } = this.context;
		const id = { id: order.idPedido };
		const automatic = settings.automaticAcknowledgement === true;
		const notification: Notification = {
			id: state.next('notification', 7_000_001),
			dominio: 'pedido',
			urlLeitura: address('orderGet', id),
			urlConfirmacaoLeitura: automatic ? 'confirmacao-automatica' : address('acknowledge', id),
			data: toDateTime(clock.now()),
		};
		this.check(notification);
		const delivery = this.deliver(settings.url, notification).finally(() =>
			this.underWay.delete(delivery),
		);
		this.underWay.add(delivery);
		if (automatic) state.queue.delete(order.idPedido);
	}

	async settled(): Promise<void> {
		while (this.underWay.size > 0) await Promise.all(this.underWay);
	}

	clear(): void {
		this.settings = undefined;
		this.switchedOff = false;
		this.deliveries = [];
	}

	async stop(): Promise<void> {
		await this.agent.destroy();
		await this.settled();
	}

	private async deliver(url: string, notification: Notification): Promise<void> {
		const started = performance.now();
		const delivery: Delivery = {
			notification,
			status: 0,
			contentType: '',
			body: '',
			accepted: false,
			at: this.context.clock.now(),
			milliseconds: 0,
		};
		try {
			const reply = await request(url, {
				method: 'POST',
				reset: true,
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(notification),
				dispatcher: this.agent,
				signal: AbortSignal.timeout(timeoutMs),
			});
			delivery.status = reply.statusCode;
			delivery.contentType = String(reply.headers['content-type'] ?? '');
			delivery.body = await reply.body.text();
			delivery.json = parsed(delivery.body);
		} catch (cause) {
			delivery.body ||= `(${cause instanceof Error ? cause.message : String(cause)})`;
		}
		delivery.milliseconds = performance.now() - started;
		delivery.accepted = delivery.status === 200 && answersBoth(delivery.json);
		if (!delivery.accepted) this.switchedOff = true;
		this.deliveries.push(delivery);
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function answersBoth(json: unknown): boolean {
	if (typeof json !== 'object' || json === null) return false;
	const { idInterno, status } = json as { idInterno?: unknown; status?: unknown };
	return (idInterno ?? '') !== '' && (status ?? '') !== '';
}
