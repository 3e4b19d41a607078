import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { go, op, shown } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';

/* A workflow may hold a Get Many that is to take orders out of the queue; Get and Acknowledge does that. */

const at = setupEach({ seed: { orders: 60, queued: 50 } });
const run = async (typeVersion: number, parameters: INodeParameters, more: object = {}) =>
	await at.n8n.run(op('orderQueue getMany', parameters), [{}], { typeVersion, ...more });

describe.each([1, 1.1])('Get Many with Acknowledge on, in a node of version %s', (version) => {
	test.each([true, '={{ true }}', 'true'])(
		'%s ends with a message that names Get and Acknowledge',
		async (acknowledge) => {
			const { nodeError } = await run(version, { acknowledge, returnAll: true, limit: 700 });
			expect(nodeError?.message).toContain('Acknowledge (`acknowledge`) is on');
			expect(nodeError?.message).toContain('Get and Acknowledge');
			expect(shown(nodeError)).toContain('No order has left the queue');
			expect(at.hub.log).toEqual([]);
			expect(at.hub.state.queue.size).toBe(50);
		},
	);

	test('is a failed item where the workflow goes on', async () => {
		const { json } = await run(version, { acknowledge: true }, go);
		expect(json()).toMatchObject([
			{ outcome: 'notSent', error: expect.stringContaining('Get and Acknowledge') },
		]);
		expect(at.hub.state.queue.size).toBe(50);
	});

	test.each([false, '={{ false }}', 'false'])('off (%s) it reads', async (acknowledge) => {
		const { json } = await run(version, { acknowledge, limit: 7 });
		expect(json()).toHaveLength(7);
		expect(at.hub.state.queue.size).toBe(50);
	});
});
