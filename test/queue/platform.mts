import { inject } from 'vitest';
import { QueueMode, quickRecovery } from '../server/queueMode.mts';
import { N8nRest } from '../server/rest.mts';

let started: Promise<QueueMode> | undefined;

/**
 * The n8n in queue mode that all files of this suite share that run in this process, in the state in
 * which a test has to leave it: everything runs. It ends with this process.
 *
 * @returns with a session of its owner at the main process
 */
export async function platform(): Promise<{ n8n: QueueMode; rest: N8nRest }> {
	started ??= start();
	const n8n = await started;
	const rest = new N8nRest(n8n.main.url);
	await rest.signIn();
	return { n8n, rest };
}

async function start(): Promise<QueueMode> {
	// all tests that wait for it are nightly
	const settings = process.env.NIGHTLY_TESTS === 'run' ? quickRecovery : {};
	const n8n = new QueueMode(inject('queueFolder'), settings);
	await n8n.start();
	return n8n;
}
