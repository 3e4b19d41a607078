import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { freePort } from './ports.mjs';
import { boundToThisProcess, ServerProcess } from './serverProcess.mts';

const execute = promisify(execFile);

/** A Redis server on a port of its own. What it holds is there again after a restart. */
export class Redis extends ServerProcess {
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
		const storage = ['--save', '', '--appendonly', 'yes', '--dir', this.folder];
		const redis = ['redis-server', '--bind', '127.0.0.1', '--port', port, ...storage];
		const command = [...boundToThisProcess('SIGTERM'), ...redis];
		await this.launch(
			{ command, cwd: this.folder, logFile: `${this.folder}.log` },
			async () =>
				await execute('redis-cli', ['-p', port, 'ping']).then(
					({ stdout }) => stdout.trim() === 'PONG',
					() => false,
				),
			30_000,
		);
	}
}
