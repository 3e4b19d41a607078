import { setTimeout as pause } from 'node:timers/promises';
import { fastify } from 'fastify';
import { expect } from 'vitest';
import type { Credential, N8nRest, Workflow } from '../server/rest.mts';
import type { Hub } from '../hub/types.mts';
import { acknowledgeNode, nodeOf, queueIsEmpty } from './session.mts';
import { triggerWorkflow } from './triggersSupport.mts';

/** How long an order rests after its first failed execution. */
const firstPause = 20_000;

/** An ERP that can be down. */
export async function startErp() {
	const server = fastify({ forceCloseConnections: true });
	const erp = {
		down: false,
		stored: [] as number[],
		url: '',
		stop: async () => await server.close(),
	};
	server.put<{ Body: { idPedido: number } }>('/', async ({ body }, reply) => {
		if (erp.down) return await reply.code(500).send({ message: 'down' });
		erp.stored.push(body.idPedido);
		return body;
	});
	erp.url = await server.listen();
	return erp;
}

/**
 * Saves a workflow: the queue trigger, 'Store in ERP' and, where that is its part, 'Acknowledge'. An
 * execution fails at the first order that the ERP does not store.
 */
async function orderWorkflow(
	n8n: N8nRest,
	credential: Credential,
	url: string,
	acknowledgement: string,
): Promise<Workflow> {
	const jsonBody = '={{ JSON.stringify({ idPedido: $json.idPedido }) }}';
	const store = nodeOf('Store in ERP', 'httpRequest', {
		parameters: { method: 'PUT', url, sendBody: true, specifyBody: 'json', jsonBody },
		typeVersion: 4.2,
	});
	const next = [
		store,
		{ ...acknowledgeNode(credential), disabled: acknowledgement !== 'workflow' },
	];
	const type = 'marketplaceHubQueueTrigger';
	return await triggerWorkflow(n8n, type, credential, { acknowledgement }, { next });
}

/**
 * 130 orders wait while the ERP is down, 10 come later, and it is back: 140 of 140 are stored, each
 * once, with few executions. The trigger has reported that later orders cannot be seen.
 */
export async function expectAllStored(
	hub: Hub,
	n8n: N8nRest,
	credential: Credential,
	acknowledgement: 'afterEmitting' | 'workflow',
): Promise<void> {
	const erp = await startErp();
	const workflow = await orderWorkflow(n8n, credential, erp.url, acknowledgement);
	try {
		const create = (count: number) =>
			Array.from({ length: count }, () => hub.createOrder().idPedido);
		const ids = create(130);
		hub.state.acknowledgements.length = 0;
		erp.down = true;
		await n8n.publish(workflow);
		const failed = await n8n.finishedExecutions(workflow, 2);
		expect(failed.map(({ status }) => status)).toEqual(['error', 'error']);
		expect(failed.map(({ error }) => error?.message).join()).toContain(
			'later orders cannot be seen',
		);
		expect(erp.stored).toEqual([]);
		expect(hub.state.acknowledgements).toEqual([]);

		erp.down = false;
		ids.push(...create(10));
		await pause(firstPause);
		// n8n polls when a workflow is published, and once a minute
		await n8n.unpublish(workflow);
		await n8n.publish(workflow);
		await queueIsEmpty(hub, 240_000);
		expect(erp.stored.sort()).toEqual(ids);
		expect(hub.state.acknowledgements.map(({ idPedido }) => idPedido).sort()).toEqual(ids);
		expect((await n8n.executions(workflow)).length).toBeLessThan(15);
	} finally {
		await n8n.deleteWorkflow(workflow);
		await erp.stop();
	}
}
