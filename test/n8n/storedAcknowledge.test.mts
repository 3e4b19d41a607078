import { expect, test } from 'vitest';
import { op } from '../support/items.mts';
import { hubNode, runNodes, useN8n } from './session.mts';

const { hub, n8n, credential } = await useN8n({ seed: { orders: 5, queued: 5 } });

test.each([1, 1.1])(
	'Get Many of a workflow that has Acknowledge on stops, and names Get and Acknowledge (version %s)',
	async (typeVersion) => {
		const parameters = op('orderQueue getMany', { acknowledge: true, returnAll: true });
		const node = { ...hubNode('marketplaceHub', parameters, credential), typeVersion };
		const { error } = await runNodes(n8n, node);
		expect(error?.message).toContain('Get and Acknowledge');
		expect(hub.state.queue.size).toBe(5);
		expect(hub.count({ endpoint: 'queueList' })).toBe(0);
	},
);
