import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { freePort } from './ports.mjs';
import { boundToThisProcess, ServerProcess } from './serverProcess.mts';

const execute = promisify(execFile);

/** A Redis server on a port of its own. What it holds is there again after a restart. */
export class Redis {
	readonly #process = new ServerProcess('Redis');
	#port = 0;

	/** @param folder becomes the server's own */
	constructor(private readonly folder: string) {}

	get port(): number {
		return this.#port;
	}

	async start(): Promise<void> {
		mkdirSync(this.folder, { recursive: true });
		this.#port ||= await freePort();
		const port = String(this.#port);
		const storage = ['--save', '', '--appendonly', 'yes', '--dir', this.folder];
		const [program = '', ...args] = [
			...boundToThisProcess('SIGTERM'),
			...['redis-server', '--bind', '127.0.0.1', '--port', port, ...storage],
		];
		await this.#process.start(
			{ program, args, cwd: this.folder, logFile: `${this.folder}.log` },
			async () =>
				await execute('redis-cli', ['-p', port, 'ping']).then(
					({ stdout }) => stdout.trim() === 'PONG',
					() => false,
				),
			30_000,
		);
	}

	async stop(): Promise<void> {
		await this.#process.stop();
	}

	async kill(): Promise<void> {
		await this.#process.kill();
	}
}
