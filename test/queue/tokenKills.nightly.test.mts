import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { storeCredential, useHub } from '../n8n/session.mts';
import { waitFor } from '../server/wait.mts';
import { lost, notify, publishReceiver } from './notifications.mts';
import { platform } from './platform.mts';

const hub = await useHub();
const { n8n, rest } = await platform();
const workflow = await publishReceiver(rest, await storeCredential(rest, hub), 1);
afterAll(async () => await rest.deleteWorkflow(workflow));

describe('a process is killed before it receives the token that the hub has issued', () => {
	let known = 0;
	afterEach(async () => {
		hub.faults.clear();
		await n8n.restore();
		hub.state.queue.clear();
	});

	test.each(['main', 'webhook'] as const)(
		'%s answers the next notifications after its start, no order is lost, and few tokens are requested',
		async (name) => {
			const victim = n8n[name];
			const ended = async (more: number) => await n8n.endedExecutions(workflow, (known += more));
			// every process has a token before
			const before = notify(hub, victim, workflow, 4);
			expect(await Promise.all(before.map(({ taken }) => taken))).not.toContain(false);
			await ended(4);

			let release = () => {};
			const until = new Promise<void>((resolve) => (release = resolve));
			hub.tokens.expire();
			hub.faults.add({ kind: 'slow', endpoint: 'auth', until });
			const begun = hub.log.length;
			const cutOff = notify(hub, victim, workflow, 3);
			const isHeld = () => hub.log.slice(begun).some(({ fault }) => fault === 'slow');
			await waitFor(isHeld, { what: 'an exchange' });
			await victim.kill();
			expect(await Promise.all(cutOff.map(({ taken }) => taken))).not.toContain(true);
			release();

			await victim.start();
			const after = notify(hub, victim, workflow, 8);
			expect(await Promise.all(after.map(({ taken }) => taken))).not.toContain(false);
			const executions = await ended(8);
			expect(lost(hub, [...before, ...cutOff, ...after], executions)).toEqual([]);
			const done = new Set(after.map(({ idPedido }) => idPedido));
			expect([...hub.state.queue.keys()].filter((id) => done.has(id))).toEqual([]);
			const since = hub.log.slice(begun);
			// the one that was cut off, and one for each process at most
			expect(since.filter(({ endpoint }) => endpoint === 'auth').length).toBeLessThanOrEqual(5);
			expect(since.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(8);
		},
		120_000,
	);
});
