import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import uniq from 'lodash/uniq.js';
import { expect, onTestFinished, test } from 'vitest';
import { composeCommand, composeFile, composeRedis } from '../server/compose.mts';
import { projectRoot } from '../server/install.mjs';

const read = (file: string) => readFileSync(join(projectRoot, 'docs', 'docker', file), 'utf8');
const json = (file: string): unknown => JSON.parse(readFileSync(join(projectRoot, file), 'utf8'));

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
	const text = read('Dockerfile');
	expect(text).toMatch(/FROM docker\.n8n\.io\/n8nio\/n8n:/);
	expect(text).toMatch(
		/npm install --legacy-peer-deps .*"n8n-nodes-marketplace-hub@\$\{PACKAGE_VERSION\}"/,
	);
});

test('the image holds the releases of n8n and of the package that the tests run with', () => {
	const text = read('Dockerfile');
	const { version } = json('package.json') as { version: string };
	const n8n = json('test/server/n8n/package.json') as { dependencies: { n8n: string } };
	expect(text).toContain(`ARG N8N_VERSION=${n8n.dependencies.n8n}\n`);
	expect(text).toContain(`ARG PACKAGE_VERSION=${version}\n`);
});

test('the commands of the page make a private .env with all variables of the Compose file', () => {
	const commands = /```sh\n([^]*?)docker compose/.exec(read('README.md'))![1]!;
	const folder = mkdtempSync(join(tmpdir(), 'docker-page-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	// not every machine that runs these tests has it
	const openssl =
		'openssl() { [ "$1 $2" = "rand -hex" ] && [ "$3" -ge 16 ] && echo 0123456789abcdef; }';
	const make = () => spawnSync('bash', ['-e', '-c', `${openssl}\n${commands}`], { cwd: folder });
	expect(make().status).toBe(0);
	const file = join(folder, '.env');
	const text = readFileSync(file, 'utf8');
	expect(statSync(file).mode & 0o777).toBe(0o600);
	const wanted = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
	expect([...text.matchAll(/^(\w+)=[\w.]{10,}$/gm)].map(([, name]) => name).sort()).toEqual(
		uniq(wanted).sort(),
	);

	expect(make().status, 'a second time').not.toBe(0);
	expect(readFileSync(file, 'utf8'), 'a key that is in use is not lost').toBe(text);
});

test('Redis has a password, which is not on its command line, and its health check uses it', () => {
	const redis = services.redis!;
	expect(composeRedis('abc')).toMatch(/^requirepass abc$/m);
	expect(redis.command).toBe('/etc/redis.conf');
	expect(redis.environment!.REDISCLI_AUTH).toBe(
		services.main!.environment!.QUEUE_BULL_REDIS_PASSWORD,
	);
});

test('the processes are ready for n8n 3: the package loads, and no file is kept in memory', () => {
	const { environment = {} } = services.main!;
	expect(environment.N8N_UNVERIFIED_PACKAGES_ENABLED).toBe('true');
	expect(environment.OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS).toBe('true');
	expect(environment.N8N_RUNNERS_TASK_TIMEOUT).toBe('300');
	const gone = ['N8N_DEFAULT_BINARY_DATA_MODE', 'N8N_BINARY_DATA_STORAGE_PATH'];
	expect(Object.keys(environment).filter((name) => gone.includes(name))).toEqual([]);
});

test('what the pages tell to set for n8n 3 stands in the Compose file', () => {
	const { environment = {} } = services.main!;
	const set = Object.entries(environment).map(([name, value]) => `\`${name}=${value}\``);
	for (const page of ['before-you-update.md', 'production.md']) {
		const text = readFileSync(join(projectRoot, 'docs', page), 'utf8');
		for (const name of ['N8N_UNVERIFIED_PACKAGES_ENABLED', 'N8N_RUNNERS_TASK_TIMEOUT'])
			expect(text).toContain(set.find((variable) => variable.startsWith(`\`${name}=`)));
		expect(text).not.toMatch(/set `N8N_DEFAULT_BINARY_DATA_MODE/);
	}
});

test('the Compose file has no secret', () => {
	for (const name of ['N8N_ENCRYPTION_KEY', 'DB_POSTGRESDB_PASSWORD', 'QUEUE_BULL_REDIS_PASSWORD'])
		expect(services.main!.environment![name]).toMatch(/^\$\{\w+:\?/);
});
