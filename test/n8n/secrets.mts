import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Every place under an n8n home where one of the texts stands in clear: the database and its
 * journal, stored executions and binary data, the event log, the server's own log.
 */
export async function findInHome(home: string, texts: Record<string, string>): Promise<string[]> {
	const found: string[] = [];
	const entries = await readdir(home, { recursive: true, withFileTypes: true });
	for (const entry of entries) {
		const file = join(entry.parentPath, entry.name);
		if (!entry.isFile() || file.includes('/node_modules/')) continue;
		const content = await readFile(file);
		for (const [name, text] of Object.entries(texts)) {
			if (content.includes(text)) found.push(`${name} in ${file.slice(home.length + 1)}`);
		}
	}
	return found;
}

/** The names of the texts that a stored execution contains. */
export function findInText(raw: string, texts: Record<string, string>): string[] {
	return Object.entries(texts)
		.filter(([, text]) => raw.includes(text))
		.map(([name]) => name);
}
