import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { hintsOf, op, requests, respond, shown } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';

/* Get Many of the order queue took orders out of it in version 1; from 1.1 on it only reads. */

const at = setupEach({ seed: { orders: 60, queued: 50 } });
const waiting = () => [...at.hub.state.queue.keys()];
const ids = (json: Array<{ idPedido?: unknown }>) => json.map(({ idPedido }) => idPedido);
const run = async (typeVersion: number, parameters: INodeParameters, items = [{}]) =>
	await at.n8n.run(op('orderQueue getMany', parameters), items, { typeVersion });

describe('version 1', () => {
	test('Acknowledge takes all waiting orders out of the queue, each once', async () => {
		const before = waiting();
		const result = await run(1, { acknowledge: true, returnAll: true });
		expect(result.error).toBeUndefined();
		expect(ids(result.json())).toEqual(before);
		expect(waiting()).toEqual([]);
	});

	test('Limit and Fallback Status hold as before', async () => {
		const before = waiting();
		at.hub.updateOrder(before[1] ?? 0, { status: 'em-separacao' });
		const settings = { fallbackStatus: 'pago' };
		await run(1, { acknowledge: true, limit: 3, settings });
		expect(waiting()).toEqual(before.slice(3));
		expect(at.hub.state.acknowledgements.map(({ status }) => status)[1]).toBe('pago');
	});

	test('without Acknowledge it reads up to 50 and leaves the queue as it is', async () => {
		const before = waiting();
		expect(ids((await run(1, {})).json())).toEqual(before);
		expect(waiting()).toEqual(before);
	});

	test('acknowledged orders come out even if the read of a later item is refused', async () => {
		const before = waiting();
		respond(at.hub, 'queueList', 400, { body: { error: 'fila fechada' }, after: 1 });
		const parameters = { acknowledge: '={{ $json.acknowledge }}', returnAll: false, limit: 3 };
		const result = await run(1, parameters, [{ acknowledge: true }, { acknowledge: false }]);
		expect(ids(result.json())).toEqual(before.slice(0, 3));
		expect(hintsOf(result).join()).toContain('fila fechada');
	});

	test('an unusable limit stops the run before anything is acknowledged', async () => {
		const { nodeError } = await run(1, { acknowledge: true, limit: '={{ $json.n }}' }, [
			{ n: 20 },
			{ n: '' },
		]);
		expect(shown(nodeError)).toContain('`limit`');
		expect(at.hub.log).toEqual([]);
	});
});

describe('version 1.1', () => {
	test.each([true, '={{ true }}'])('a stored Acknowledge (%s) is ignored', async (acknowledge) => {
		const before = waiting();
		const result = await run(1.1, { acknowledge, returnAll: true, limit: 7 });
		expect(ids(result.json())).toEqual(before.slice(0, 7));
		expect(waiting()).toEqual(before);
		expect(requests(at.hub, 'acknowledge')).toEqual([]);
	});
});

test.each([1, 1.1])('Get and Acknowledge is available in version %s', async (typeVersion) => {
	const before = waiting();
	const parameters = op('orderQueue getAndAcknowledge', { limit: 2 });
	const { json } = await at.n8n.done(parameters, [{}], { typeVersion });
	expect(ids(json())).toEqual(before.slice(0, 2));
	expect(waiting()).toEqual(before.slice(2));
});
