import { rm } from 'node:fs/promises';
import { waitFor } from './wait.mts';

/**
 * Deletes a folder in which programs that are just ending may still write: what is written while it
 * is deleted is deleted with the next try (`maxRetries` of Node's `rm` looks at a folder only once).
 */
export async function deleteFolder(folder: string): Promise<void> {
	const deleted = async () =>
		await rm(folder, { recursive: true, force: true }).then(
			() => true,
			() => false,
		);
	await waitFor(deleted, { what: `${folder} to be deleted`, every: 250 });
}
