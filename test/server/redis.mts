import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { composeRedis } from './compose.mts';
import { freePort } from './ports.mjs';
import { boundToThisProcess, ServerProcess } from './serverProcess.mts';

const execute = promisify(execFile);

/** A Redis server on a port of its own, as `docs/docker/compose.yaml` configures it. */
export class Redis extends ServerProcess {
	readonly password = randomUUID();
	#port = 0;

	/** @param folder becomes the server's own */
	constructor(private readonly folder: string) {
		super('Redis');
	}

	get port(): number {
		return this.#port;
	}

	async start(): Promise<void> {
		mkdirSync(this.folder, { recursive: true });
		this.#port ||= await freePort();
		const port = String(this.#port);
		const file = `${this.folder}.conf`;
		writeFileSync(file, composeRedis(this.password), { mode: 0o600 });
		const own = ['--bind', '127.0.0.1', '--port', port, '--save', '', '--dir', this.folder];
		const command = [...boundToThisProcess('SIGTERM'), 'redis-server', file, ...own];
		await this.launch(
			{ command, cwd: this.folder, logFile: `${this.folder}.log` },
			async () =>
				await execute('redis-cli', ['-p', port, 'ping'], {
					env: { ...process.env, REDISCLI_AUTH: this.password },
				}).then(
					({ stdout }) => stdout.trim() === 'PONG',
					() => false,
				),
			30_000,
		);
	}
}
