/**
 * Environment of the in-process engine. Has to run before n8n-core is loaded: its first context
 * writes `$N8N_USER_FOLDER/.n8n/config`, which must not land in the developer's own `~/.n8n`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// a test runner ends its workers by a signal, which no exit handler sees: homes.mts clears up then
const home = mkdtempSync(join(process.env.N8N_ENGINE_HOMES ?? tmpdir(), 'n8n-engine-'));
process.on('exit', () => rmSync(home, { recursive: true, force: true }));

Object.assign(process.env, {
	N8N_USER_FOLDER: home,
	N8N_ENCRYPTION_KEY: 'test-encryption-key',
	N8N_LOG_LEVEL: 'silent',
	N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
	GENERIC_TIMEZONE: 'America/Sao_Paulo',
	NODE_ENV: 'test',
});

for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY']) {
	delete process.env[name];
	delete process.env[name.toLowerCase()];
}
