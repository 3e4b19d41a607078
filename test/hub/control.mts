import type { FastifyInstance, FastifyPluginCallback } from 'fastify';
import { openApiDocument } from './contract/document.mts';
import { refusalOf } from './panel/guard.mts';
import type { Hub } from './types.mts';

/**
 * Under /_hub another process of this machine sees the hub's records and the notifications that the hub has
 * sent.
 */
export function addControl(app: FastifyInstance, hub: Hub): void {
	const routes: FastifyPluginCallback = (control, _options, done) => {
		control.addHook('onRequest', async (request, reply) => {
			const refusal = refusalOf(request);
			if (refusal !== undefined) await reply.code(403).send({ error: refusal });
		});
		control.setNotFoundHandler((_request, reply) =>
			reply.code(404).send({ error: 'Endpoint não encontrado.' }),
		);
		control.get('/', () => summary(hub));
		control.get('/deliveries', () => hub.webhook.deliveries);
		control.get('/openapi.json', () => openApiDocument());
		done();
	};
	void app.register(routes, { prefix: '/_hub' });
}

function summary(hub: Hub): object {
	const { state, url, appToken, apiKey, secretKey } = hub;
	return {
		url,
		appToken,
		apiKey,
		secretKey,
		products: state.products.size,
		orders: state.orders.size,
		queue: state.queue.size,
		fiscalDocuments: state.fiscalDocuments.size,
	};
}
