/** The folder of the suite's n8n in queue mode, which is deleted when the process of the tests is gone. */
import type { TestProject } from 'vitest/node';
import { queueFolder } from '../server/queueMode.mts';

declare module 'vitest' {
	export interface ProvidedContext {
		queueFolder: string;
	}
}

export default function setup(project: TestProject): () => Promise<void> {
	const { folder, remove } = queueFolder();
	project.provide('queueFolder', folder);
	return remove;
}
