import { expect, test } from 'vitest';
import { toDateTime } from '../../../hub/clock.mts';
import { op, requests } from '../../../support/items.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach({ seed: { products: 0 } });

/** Orders in the queue, integrated so many hours ago. */
const wait = (count: number, status: string, hours: number) =>
	Array.from({ length: count }, () =>
		at.hub.createOrder({ status, dataIntegracao: toDateTime(Date.now() - hours * 3_600_000) }),
	);
const read = async (alarmAfter = '2') => {
	const { json } = await at.n8n.done(op('orderQueue getStatus', { alarmAfter }));
	return json();
};

test('an empty queue has no orders and no alarm', async () => {
	expect(await read()).toEqual([
		{ waiting: 0, shown: 0, byStatus: {}, looksUnacknowledged: false },
	]);
});

test('waiting orders are counted by status in one request, and stay in the queue', async () => {
	wait(2, 'pago', 5);
	const [oldest] = wait(1, 'enviado', 30);
	expect(await read()).toEqual([
		{
			waiting: 3,
			shown: 3,
			byStatus: { pago: 2, enviado: 1 },
			oldestIntegration: oldest!.dataIntegracao,
			oldestIdPedido: oldest!.idPedido,
			looksUnacknowledged: false,
		},
	]);
	expect(requests(at.hub, 'queueList').map(({ query }) => query)).toEqual([{ limit: '100' }]);
	expect(at.hub.state.queue.size).toBe(3);
});

test.each([
	['new orders that just came', 50, 'novo', 0, '2', false],
	['a new order that came hours ago', 1, 'novo', 5, '2', true],
	['the same, within the hours that are set', 1, 'novo', 5, '12,5', false],
	['the same, within a thousand hours', 1, 'novo', 5, '1.000', false],
	['a few old orders, updated just now', 9, 'enviado', 50, '2', false],
	['many old orders', 10, 'enviado', 50, '2', true],
	['more orders than one read shows', 101, 'pago', 0, '2', true],
])(
	'an alarm is raised if orders seem to stay unacknowledged: %s',
	async (_what, count, status, hours, alarmAfter, expected) => {
		wait(count, status, hours);
		const [found] = await read(alarmAfter);
		expect(found).toMatchObject({ waiting: count, looksUnacknowledged: expected });
	},
);

test('hours that are not a number are refused before anything is sent', async () => {
	const { nodeError } = await at.n8n.run(op('orderQueue getStatus', { alarmAfter: 'two' }));
	expect(nodeError?.message).toContain('`alarmAfter`) must be a number from 0');
	expect(nodeError?.description).toContain('Alarm After (Hours)');
	expect(at.hub.log).toEqual([]);
});
