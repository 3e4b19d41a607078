import { existsSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { exampleNames } from '../../server/examples.mts';
import { N8nRest } from '../../server/rest.mts';
import { waitFor } from '../../server/wait.mts';
import {
	expectAllEnded,
	expectNewOrderFlowsThrough,
	expectOrderStepByStep,
	freshPlace,
	isUp,
	printedPassword,
	startProgram,
} from './demoProcess.mts';

/* More starts of `npm start`; what one shows is in demo.long.test.mts. */

vi.setConfig({ testTimeout: 240_000 });

test('--once sends one order through and reports each step; --fresh forgets earlier starts', async () => {
	const place = await freshPlace();
	const { ended, output } = startProgram(place, 'npm', 'start', '--', '--once', '--fresh');
	expect(await ended, output()).toBe(0);
	expectOrderStepByStep(output());
	expect(existsSync(place.home)).toBe(false);
	await expectAllEnded(place);
});

test("the next start keeps the user's workflows and password, and imports no example twice", async () => {
	const place = await freshPlace();
	const first = startProgram(place, process.execPath, 'test/demo/main.mjs');
	await isUp(first);
	const password = printedPassword(first.output());
	const n8n = new N8nRest(`http://127.0.0.1:${place.n8nPort}`);
	await n8n.signIn(password);
	await n8n.createWorkflow({ name: 'My own', nodes: [], connections: {} });
	first.child.kill('SIGINT');
	expect(await first.ended, first.output()).toBe(0);

	const next = startProgram(place, 'npm', 'start');
	await isUp(next);
	expect(printedPassword(next.output())).toBe(password);
	await n8n.signIn(password);
	const listed = await n8n.request<Array<{ name: string }>>('GET', '/rest/workflows');
	const names = listed.map(({ name }) => name);
	expect(names).toContain('My own');
	expect(names, 'no example stands there twice').toHaveLength(exampleNames().length + 1);
	await expectNewOrderFlowsThrough(place.hubPort);
	// the terminal is closed
	next.child.kill('SIGHUP');
	await next.ended;
	expect(next.output()).toContain('Both have ended.');
	await expectAllEnded(place);
});

test('ends its processes on a signal while n8n starts', async () => {
	const place = await freshPlace();
	const { child, ended, output } = startProgram(place, process.execPath, 'test/demo/main.mjs');
	await waitFor(() => output().includes('n8n starts'), {
		what: 'n8n to be started',
		timeout: 120_000,
	});
	child.kill('SIGTERM');
	expect(await ended, output()).toBe(0);
	expect(output()).toContain('Both have ended.');
	await expectAllEnded(place);
});
