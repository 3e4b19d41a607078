import type { FastifyInstance, FastifyPluginCallback } from 'fastify';
import { openApiDocument } from './contract/document.mts';
import { refusalOf } from './panel/guard.mts';
import type { Fault, Hub, WebhookSettings } from './types.mts';

/** The control endpoints under /_hub: what a person or another process does with a running hub. */
export function addControl(app: FastifyInstance, hub: Hub, reset: () => void): void {
	app.addHook('onRequest', async (request, reply) => {
		const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(
			request.socket.remoteAddress ?? '',
		);
		if (!loopback)
			await reply.code(403).send({ error: 'The hub answers on the loopback interface only.' });
	});

	const routes: FastifyPluginCallback = (control, _options, done) => {
		control.addHook('onRequest', async (request, reply) => {
			const refusal = refusalOf(request);
			if (refusal !== undefined) await reply.code(403).send({ error: refusal });
		});
		control.setNotFoundHandler((_request, reply) =>
			reply.code(404).send({ error: 'Endpoint não encontrado.' }),
		);
		control.get('/', () => summary(hub));
		control.post('/webhook', (request) => {
			const settings = json<WebhookSettings>(request.body);
			if (!URL.canParse(String(settings.url))) throw badRequest('url must be an address');
			hub.webhook.configure(settings);
			return summary(hub);
		});
		control.post('/webhook/reactivate', () => {
			hub.webhook.reactivate();
			return summary(hub);
		});
		control.post('/orders', (request, reply) => {
			const order = hub.createOrder(json<{ partial?: object }>(request.body).partial);
			return reply.code(201).type('application/json').send(printable(order));
		});
		control.put<{ Params: { id: string } }>('/orders/:id', (request, reply) => {
			const id = Number(request.params.id);
			if (!hub.state.orders.has(id))
				return reply.code(404).send({ error: `The hub has no order ${request.params.id}` });
			const order = hub.updateOrder(id, json<{ changes?: object }>(request.body).changes ?? {});
			return reply.type('application/json').send(printable(order));
		});
		control.post('/faults', (request, reply) => {
			const fault = json<Fault>(request.body);
			if (typeof fault.kind !== 'string') throw badRequest('kind is missing');
			hub.faults.add(fault);
			return reply.code(204).send();
		});
		control.delete('/faults', (_request, reply) => {
			hub.faults.clear();
			return reply.code(204).send();
		});
		control.post('/clock', (request) => {
			const { advance } = json<{ advance?: number }>(request.body);
			if (typeof advance !== 'number' || !(advance >= 0))
				throw badRequest('advance must be milliseconds');
			hub.clock.advance(advance);
			return summary(hub);
		});
		control.get('/openapi.json', () => openApiDocument());
		control.get('/log', () => hub.log);
		control.get('/deliveries', () => hub.webhook.deliveries);
		control.post('/reset', () => {
			reset();
			return summary(hub);
		});
		done();
	};
	void app.register(routes, { prefix: '/_hub' });
}

function summary(hub: Hub): object {
	const { state, webhook } = hub;
	return {
		url: hub.url,
		environment: hub.environment,
		appToken: hub.appToken,
		apiKey: hub.apiKey,
		secretKey: hub.secretKey,
		now: new Date(hub.clock.now()).toISOString(),
		channels: state.channels.size,
		products: state.products.size,
		orders: state.orders.size,
		queue: state.queue.size,
		batches: state.batches.size,
		fiscalDocuments: state.fiscalDocuments.size,
		requests: hub.log.length,
		tokensIssued: hub.tokens.issued,
		webhook: { active: webhook.active, deliveries: webhook.deliveries.length },
		contractViolations: hub.contractViolations,
	};
}

function printable(order: object): string {
	return JSON.stringify(order, (_key, value: unknown) =>
		typeof value === 'bigint' ? value.toString() : value,
	);
}

function badRequest(message: string): Error {
	return Object.assign(new Error(message), { statusCode: 400 });
}

function json<T extends object>(body: unknown): T {
	if (typeof body !== 'string' || body === '') return {} as T;
	try {
		const value: unknown = JSON.parse(body);
		if (typeof value === 'object' && value !== null) return value as T;
	} catch {
		// told below
	}
	throw badRequest('the body must be a JSON object');
}
