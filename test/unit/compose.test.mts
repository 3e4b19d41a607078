import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { composeCommand, composeFile } from '../server/compose.mts';
import { projectRoot } from '../server/install.mjs';

const { services } = composeFile();
const processes = ['main', 'webhook', 'worker'] as const;

test('the Compose file starts main, webhook processes and workers from one image with one environment', () => {
	const [main] = processes.map((name) => services[name]!);
	for (const name of processes) {
		expect(services[name]!.build).toBe('.');
		expect(services[name]!.environment).toEqual(main!.environment);
		expect(services[name]!.volumes, 'a volume would hide the package').toBeUndefined();
	}
	expect(processes.map((name) => composeCommand(name)[0])).toEqual(['start', 'webhook', 'worker']);
});

test('the image installs the package without a second n8n-workflow beside the one of n8n', () => {
	const text = readFileSync(join(projectRoot, 'docs', 'docker', 'Dockerfile'), 'utf8');
	expect(text).toMatch(/FROM docker\.n8n\.io\/n8nio\/n8n:/);
	expect(text).toMatch(/npm install --legacy-peer-deps .*"\$\{PACKAGE\}"/);
});

test('the processes are ready for n8n 3: the package loads, and no file is kept in memory', () => {
	const { environment = {} } = services.main!;
	expect(environment.N8N_UNVERIFIED_PACKAGES_ENABLED).toBe('true');
	expect(environment.OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS).toBe('true');
	const gone = ['N8N_DEFAULT_BINARY_DATA_MODE', 'N8N_BINARY_DATA_STORAGE_PATH'];
	expect(Object.keys(environment).filter((name) => gone.includes(name))).toEqual([]);
});

test('no secret stands in the Compose file', () => {
	for (const name of ['N8N_ENCRYPTION_KEY', 'DB_POSTGRESDB_PASSWORD'])
		expect(services.main!.environment![name]).toMatch(/^\$\{\w+:\?/);
});
