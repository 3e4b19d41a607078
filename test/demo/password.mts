import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A password by n8n's rules: it wants a digit and a capital. */
export const randomPassword = () => `Demo1-${randomBytes(15).toString('base64url')}`;

/** Where a folder keeps the password of its n8n's owner. */
export const passwordFile = (folder: string) => join(folder, 'owner-password');

/** The password of the folder's n8n: one of its own, made at the first start, which only its user can read. */
export async function keptPassword(folder: string): Promise<string> {
	const file = passwordFile(folder);
	const options = { flag: 'wx', mode: 0o600 };
	await writeFile(file, `${randomPassword()}\n`, options).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EEXIST') throw error;
	});
	return (await readFile(file, 'utf8')).trim();
}
