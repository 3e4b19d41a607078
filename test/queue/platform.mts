import { inject } from 'vitest';
import { QueueMode } from '../server/queueMode.mts';

let started: Promise<QueueMode> | undefined;

/**
 * The n8n in queue mode that all files of this suite share, in the state in which a test has to leave
 * it: everything runs. It ends with this process.
 */
export async function platform(): Promise<QueueMode> {
	started ??= start();
	return await started;
}

async function start(): Promise<QueueMode> {
	const n8n = new QueueMode(inject('queueFolder'));
	await n8n.start();
	return n8n;
}
