import { delimiter, dirname, join } from 'node:path';
import { fetch } from 'undici';
import { serverDirectory, serverN8n, serverNode } from './install.mjs';

/** Without the editor, n8n starts in half the time: for servers that nobody looks at. */
export const withoutEditor: NodeJS.ProcessEnv = { N8N_DISABLE_UI: 'true' };

/** The command line of n8n: `start`, `webhook` or `worker`, with options. */
export const n8nCommand = (...args: string[]) => [serverNode, serverN8n, ...args];

/** What every n8n process of the tests runs with: a home of its own, no telemetry, one time zone. */
export function n8nEnvironment(home: string): NodeJS.ProcessEnv {
	return {
		PATH: `${dirname(serverNode)}${delimiter}${process.env.PATH ?? ''}`,
		HOME: home,
		N8N_USER_FOLDER: home,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		GENERIC_TIMEZONE: 'America/Sao_Paulo',
		// as docs/production.md advises: n8n refuses all calls while its database seems to be gone
		DB_PING_TIMEOUT_MS: '60000',
		// n8n loads thousands of modules: compiled once, and with fewer collections meanwhile
		NODE_COMPILE_CACHE: join(serverDirectory, 'node_modules', '.compile-cache'),
		NODE_OPTIONS: '--max-semi-space-size=64',
	};
}

/** Whether the n8n process that listens on the port takes requests or jobs. */
export async function n8nIsReady(port: number): Promise<boolean> {
	const url = `http://127.0.0.1:${port}/healthz/readiness`;
	const response = await fetch(url).catch(() => undefined);
	await response?.body?.cancel();
	return response?.status === 200;
}
