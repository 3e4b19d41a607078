import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keptPassword, passwordFile } from '../demo/password.mts';
import { deleteFolder } from '../server/deleteFolder.mts';

function folder() {
	const made = mkdtempSync(join(tmpdir(), 'demo-password-'));
	onTestFinished(async () => await deleteFolder(made));
	return made;
}

test('each folder of the demo has a password of its own, which stays and is private', async () => {
	const one = folder();
	const password = await keptPassword(one);
	// n8n wants 8 to 64 characters with a digit and a capital
	expect(password).toMatch(/^(?=.*\d)(?=.*[A-Z])[\w-]{20,64}$/);
	expect(await keptPassword(one)).toBe(password);
	expect(statSync(passwordFile(one)).mode & 0o777).toBe(0o600);
	expect(await keptPassword(folder())).not.toBe(password);
});
