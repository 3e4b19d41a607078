import type { AddressInfo } from 'node:net';
import { batchRecord, processBatches } from './batches.mts';
import { createClock } from './clock.mts';
import type { Context } from './context.mts';
import { addControl } from './control.mts';
import { checkNotification, operations } from './contract.mts';
import { merge, makeOrder } from './data/orders.mts';
import { Random } from './data/random.mts';
import { seedState } from './data/seed.mts';
import { concerns, Faults } from './faults.mts';
import { RateWindows } from './limits.mts';
import { defaultQuirks } from './quirks.mts';
import type { FullOrder } from './records.mts';
import { pathOf, routesOf } from './routes.mts';
import { createServer } from './server.mts';
import { HubState } from './state.mts';
import { Tokens } from './tokens.mts';
import type { Hub, HubOptions, RecordedRequest, SeedOptions } from './types.mts';
import { addPanel } from './panel/index.mts';
import { Webhook } from './webhook.mts';

export type * from './records.mts';
export type * from './types.mts';

/** Starts a hub on 127.0.0.1 and resolves when it answers. Rejects when the port is taken. */
export async function startHub(options: HubOptions = {}): Promise<Hub> {
	const {
		port = 0,
		prefix = '',
		environment = 'sandbox',
		apiKey = 'hub-api-key-not-a-secret',
		secretKey = 'hub-secret-key-not-a-secret',
	} = options;
	const appToken = options.appToken ?? 'hub-app-token-not-a-secret';
	const clock = createClock(options.clock ?? 'real', options.timeScale ?? 1, options.startsAt);
	const routes = routesOf(operations.values(), environment, options.routes ?? 'seen');
	const contractViolations: string[] = [];
	const log: RecordedRequest[] = [];
	const listeners = new Set<(request: RecordedRequest) => void>();
	const faults = new Faults();
	const windows = new RateWindows(options.limits ?? true);
	const tokens = new Tokens(clock);
	const quirks = defaultQuirks(options.strictStrings ?? false);

	const context: Context = {
		url: '',
		state: new HubState(),
		clock,
		quirks,
		batchDuration: options.batchDuration ?? 3000,
		credentials: { apiKey, secretKey },
		issueToken: () => tokens.issue(),
		address: (operation, params) => context.url + pathOf(routes, operation, params),
		announce: (order) => {
			const { queue } = context.state;
			queue.set(order.idPedido, queue.get(order.idPedido) ?? clock.now());
			webhook.notify(order);
		},
	};
	const webhook = new Webhook(context, (notification) => {
		const broken = checkNotification(notification);
		if (broken.length > 0) contractViolations.push(`notification: ${broken.join('; ')}`);
	});
	const random = new Random(20_240_607);
	const seed = (wanted: SeedOptions): void => seedState(context.state, random, wanted, clock.now());

	const hub: Hub = {
		get url() {
			return context.url;
		},
		environment,
		appToken: environment === 'sandbox' ? 'homologacao' : appToken,
		apiKey,
		secretKey,
		routes: Object.fromEntries(
			routes.map(({ operation, method, path }) => [operation.id, `${method} ${path}`]),
		),
		routeSet: typeof options.routes === 'object' ? undefined : options.routes,
		clock: {
			now: () => clock.now(),
			advance: (ms) => {
				clock.advance(ms);
				processBatches(context);
			},
		},
		log,
		count: (filter) =>
			log.filter(
				(entry) => concerns(filter, entry) && (filter.status ?? entry.status) === entry.status,
			).length,
		clearLog: () => {
			log.length = 0;
		},
		onRequest: (listener) => {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		tokens,
		faults,
		quirks,
		get state() {
			processBatches(context);
			return context.state;
		},
		seed,
		createOrder: (partial = {}) => {
			const now = clock.now();
			const order = merge(makeOrder(context.state, random, now, now), partial);
			context.state.addOrder(order);
			context.announce(order);
			return order;
		},
		updateOrder: (idPedido, changes): FullOrder => {
			const order = context.state.orders.get(idPedido);
			if (!order) throw new Error(`The hub has no order ${idPedido}`);
			context.state.addOrder(merge(order, changes));
			context.announce(order);
			return order;
		},
		webhook,
		contractViolations,
		stop: async () => {
			await app.close();
			await webhook.stop();
		},
	};

	const app = createServer({ hub, options, context, windows, routes, listeners, underWay: 0 });
	addControl(app, hub);
	if (options.panel) {
		addPanel(app, {
			hub,
			operations: routes.map(({ operation, method, path }) => ({ ...operation, method, path })),
			used: (operation) => windows.used(operation, clock.now()),
			batch: (id) => batchRecord(context, id),
			emails: options.emails ?? [],
			examples: options.examples ?? [],
		});
	}
	seed({ channels: 3, products: 10, ...options.seed });
	await app.listen({ host: '127.0.0.1', port });
	context.url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${prefix}`;
	return hub;
}
