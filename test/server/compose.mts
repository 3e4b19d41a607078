import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from './install.mjs';

interface ComposeFile {
	configs: Record<string, { content: string }>;
	services: Record<
		string,
		{ command?: string; build?: string; environment?: Record<string, string>; volumes?: string[] }
	>;
}

/** `docs/docker/compose.yaml`, its merge keys resolved. */
export function composeFile(): ComposeFile {
	const text = readFileSync(join(projectRoot, 'docs', 'docker', 'compose.yaml'), 'utf8');
	return parse(text, { merge: true }) as ComposeFile;
}

/** What the Compose file sets for every n8n process. */
export function composeEnvironment(): Record<string, string> {
	return composeFile().services.main!.environment!;
}

/** The words after `n8n` in the Compose file: `['worker', '--concurrency=10']`. */
export function composeCommand(service: 'main' | 'webhook' | 'worker'): string[] {
	return (composeFile().services[service]!.command ?? 'start').split(' ');
}

/** The configuration that the Compose file gives to Redis, with this password. */
export function composeRedis(password: string): string {
	return composeFile().configs.redis!.content.replace(/\$\{REDIS_PASSWORD:[^}]*\}/, password);
}
