import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fetch } from 'undici';
import { serverN8n, serverNode } from './install.mjs';
import { freePort } from './ports.mjs';
import { tail } from './step.mjs';
import { waitFor } from './wait.mts';

const START_TIMEOUT = 180_000;
const STOP_TIMEOUT = 20_000;

/** Servers that would outlive this process, should it end without stopping them. */
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach(killGroup));

export interface ServerOptions {
	/** A free port is taken unless one is given. */
	port?: number;
	/** Additional environment of the n8n process. */
	env?: NodeJS.ProcessEnv;
}

/**
 * A real n8n server over a home folder of its own. `stop` and `kill` end the process and keep the
 * home, so that `start` continues on the same database; `remove` ends it for good.
 */
export class N8nServer {
	readonly home = mkdtempSync(join(tmpdir(), 'n8n-home-'));
	readonly logFile = join(this.home, 'n8n.log');
	#process: ChildProcess | undefined;
	#port: number | undefined;

	constructor(private readonly options: ServerOptions = {}) {
		this.#port = options.port;
	}

	/** The editor's address, without a slash at the end. */
	get url(): string {
		if (this.#port === undefined) throw new Error('n8n was never started');
		return `http://127.0.0.1:${this.#port}`;
	}

	/** Starts the server and waits until it answers requests. */
	async start(): Promise<void> {
		this.#port ??= await freePort();
		const log = openSync(this.logFile, 'a');
		const child = spawn(serverNode, [serverN8n, 'start'], {
			cwd: this.home,
			env: await this.#environment(),
			stdio: ['ignore', log, log],
			detached: true, // a group of its own: Ctrl-C in the terminal must not end it before the workflows are taken back
		});
		closeSync(log);
		this.#process = child;
		running.add(child);
		child.once('exit', () => running.delete(child));
		try {
			await waitFor(() => this.#isReady(child), {
				what: 'n8n to be ready',
				timeout: START_TIMEOUT,
				every: 100,
			});
		} catch (error) {
			await this.kill();
			throw new Error(`${(error as Error).message}. The end of its log:\n${this.logTail()}`);
		}
	}

	/** Ends the server as a service manager does, and waits until it is gone. */
	async stop(): Promise<void> {
		const child = this.#process;
		if (!child || hasExited(child)) return;
		child.kill('SIGTERM');
		const gone = await Promise.race([
			once(child, 'exit').then(() => true),
			timer(STOP_TIMEOUT).then(() => false),
		]);
		if (!gone) await this.kill();
		this.#process = undefined;
	}

	/** Ends the server and its task runner at once, as a power cut does. */
	async kill(): Promise<void> {
		const child = this.#process;
		if (!child) return;
		const exited = hasExited(child) ? undefined : once(child, 'exit');
		killGroup(child);
		await exited;
		this.#process = undefined;
	}

	/** Ends the server and deletes its home. */
	async remove(): Promise<void> {
		await this.stop();
		rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
	}

	logTail(): string {
		return tail(readFileSync(this.logFile, 'utf8'));
	}

	async #isReady(child: ChildProcess): Promise<boolean> {
		if (hasExited(child))
			throw new Error(`n8n ended while starting (${child.exitCode ?? child.signalCode})`);
		const response = await fetch(`${this.url}/healthz/readiness`).catch(() => undefined);
		await response?.body?.cancel();
		return response?.status === 200;
	}

	async #environment(): Promise<NodeJS.ProcessEnv> {
		return {
			PATH: `${dirname(serverNode)}${delimiter}${process.env.PATH ?? ''}`,
			HOME: this.home,
			N8N_USER_FOLDER: this.home,
			N8N_PORT: String(this.#port),
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			N8N_SECURE_COOKIE: 'false',
			N8N_DIAGNOSTICS_ENABLED: 'false',
			N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
			N8N_TEMPLATES_ENABLED: 'false',
			N8N_PERSONALIZATION_ENABLED: 'false',
			WEBHOOK_URL: `${this.url}/`,
			GENERIC_TIMEZONE: 'America/Sao_Paulo',
			...this.options.env,
		};
	}
}

function hasExited(child: ChildProcess): boolean {
	return child.exitCode !== null || child.signalCode !== null;
}

function killGroup({ pid }: ChildProcess): void {
	if (pid === undefined) return;
	try {
		process.kill(-pid, 'SIGKILL');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

async function timer(milliseconds: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
