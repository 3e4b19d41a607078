import { Agent, request } from 'undici';
import { toDateTime } from './clock.mts';
import type { Context } from './context.mts';
import { parsed } from './exactJson.mts';
import type { FullOrder, Notification } from './records.mts';
import type { Delivery, WebhookSettings } from './types.mts';

const timeoutMs = 10_000;

/** Notifications of order changes (part 'Events'): one per change, in the background. */
export class Webhook {
	readonly deliveries: Delivery[] = [];
	settings: WebhookSettings | undefined;
	/** why the webhook was switched off, undefined while it is not */
	switchedOffBecause: string | undefined;
	private readonly underWay = new Set<Promise<void>>();
	private agent = new Agent();

	constructor(
		private readonly context: Context,
		private readonly check: (notification: Notification) => void,
	) {}

	get active(): boolean {
		return this.settings !== undefined && this.switchedOffBecause === undefined;
	}

	/** how many notifications wait for their reply now */
	get unanswered(): number {
		return this.underWay.size;
	}

	configure(settings: WebhookSettings): void {
		this.settings = { ...settings };
		this.switchedOffBecause = undefined;
	}

	reactivate(): void {
		this.switchedOffBecause = undefined;
	}

	/** Sends the notification of a change; with automatic acknowledgement the order leaves the queue. */
	notify(order: FullOrder): void {
		if (this.settings && this.active) this.send(order, this.settings, false);
	}

	/** Puts the order into the queue and sends its notification, whatever the webhook's state. */
	test(order: FullOrder): void {
		if (!this.settings) throw new Error('The webhook has no URL yet.');
		const { queue } = this.context.state;
		queue.set(order.idPedido, queue.get(order.idPedido) ?? this.context.clock.now());
		this.send(order, this.settings, true);
	}

	private send(order: FullOrder, settings: WebhookSettings, test: boolean): void {
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
		const { idPedido } = order;
		const delivery = this.deliver({ notification, idPedido, url: settings.url, test }).finally(() =>
			this.underWay.delete(delivery),
		);
		this.underWay.add(delivery);
		if (automatic) state.queue.delete(order.idPedido);
	}

	async settled(): Promise<void> {
		while (this.underWay.size > 0) await Promise.all(this.underWay);
	}

	async stop(): Promise<void> {
		await this.agent.destroy();
		await this.settled();
	}

	private async deliver(
		about: Pick<Delivery, 'notification' | 'idPedido' | 'url' | 'test'>,
	): Promise<void> {
		const started = performance.now();
		const delivery: Delivery = {
			...about,
			status: 0,
			contentType: '',
			body: '',
			accepted: false,
			verdict: '',
			at: this.context.clock.now(),
			milliseconds: 0,
		};
		try {
			const reply = await request(about.url, {
				method: 'POST',
				reset: true,
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(about.notification),
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
		const broken = brokenRule(delivery);
		delivery.accepted = broken === undefined;
		delivery.verdict = broken ?? 'status 200 with idInterno and status';
		if (!delivery.accepted && !delivery.test) this.switchedOffBecause ??= broken;
		this.deliveries.push(delivery);
	}
}

/** The parts that the hub's rule misses in a reply: status 200 with both fields (part 'Events', rule 1). */
function brokenRule({ status, json, body }: Delivery): string | undefined {
	if (status === 0) return `there was no reply ${body}`.trim();
	if (status !== 200) return `the reply had status ${status} instead of 200`;
	if (typeof json !== 'object' || json === null) return 'the reply is no JSON object';
	const reply = json as Record<string, unknown>;
	const missing = ['idInterno', 'status'].filter((field) => (reply[field] ?? '') === '');
	return missing.length > 0 ? `the reply lacks ${missing.join(' and ')}` : undefined;
}
