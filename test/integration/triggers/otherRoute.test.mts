import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { engineLogger } from '../../engine/engine.mts';
import { waitFor } from '../../server/wait.mts';
import { setupTrigger } from '../../support/triggerSetup.mts';

/** A hub whose route for acknowledging is another one than the credential assumes. */
const { at, trigger, create, notify } = setupTrigger('marketplaceHubTrigger', {
	timing: { queuePause: 50, minute: 60_000 },
	routes: { acknowledge: 'POST /v1/orders/queue/{id}/done' },
});

const watchLog = () => {
	const log = vi.spyOn(engineLogger(), 'warn');
	onTestFinished(() => log.mockRestore());
	// an acknowledgement of an earlier test may still be under way
	return () =>
		log.mock.calls.map(([message]) => message).filter((message) => message.includes('404'));
};
const sent = () => at.hub.log.filter(({ status }) => status === 404).length;
const looks = () => at.hub.count({ endpoint: 'queueList' });
const until = async (isTrue: () => boolean) => await waitFor(isTrue, { what: 'it', every: 10 });

describe('an acknowledgement that is answered 404', () => {
	test.each([
		['On Receipt', {}],
		['of a status that is not wanted', { filters: { status: ['entregue'] } }],
	])(
		'%s: an order that still waits is logged once, however often it comes',
		async (_name, parameters) => {
			const told = watchLog();
			const workflow = trigger(parameters);
			const [idPedido = 0] = create(1);
			await notify(workflow, idPedido);
			await until(() => told().length > 0);
			for (let call = 0; call < 5; call++) await notify(workflow, idPedido);
			const looked = looks();
			await notify(workflow, create(1)[0] ?? 0);
			await until(() => told().length > 1 && looks() > looked);
			expect(told().filter((message) => message.includes(`Order ${idPedido} stays`))).toEqual([
				expect.stringContaining('Customize Routes') as string,
			]);
		},
	);

	test('an order that has left the queue is not logged, after one look', async () => {
		const told = watchLog();
		const [idPedido = 0] = create(1);
		at.hub.state.queue.delete(idPedido);
		await notify(trigger(), idPedido);
		await until(() => sent() === 1 && looks() === 1);
		await notify(trigger(), idPedido);
		expect(told()).toEqual([]);
	});

	test('an unreadable queue is not logged', async () => {
		const told = watchLog();
		at.hub.faults.add({ endpoint: 'queueList', kind: 'status', status: 400, times: 9 });
		await notify(trigger(), create(1)[0] ?? 0);
		await until(() => looks() > 0);
		expect(told()).toEqual([]);
	});
});
