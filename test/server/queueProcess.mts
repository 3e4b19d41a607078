import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { composeCommand } from './compose.mts';
import { n8nCommand, n8nEnvironment, n8nIsReady, withoutEditor } from './n8nProcess.mts';
import { freePort } from './ports.mjs';
import { boundToThisProcess, ServerProcess } from './serverProcess.mts';

export type Role = 'start' | 'webhook' | 'worker';

/**
 * One n8n process of queue mode, with a home of its own: processes that share one take each other's
 * unfinished executions for their own.
 */
export class QueueProcess extends ServerProcess {
	readonly #logFile: string;
	#port = 0;
	/** Environment variables of its own, for the next start. */
	settings: NodeJS.ProcessEnv = {};

	/** @param environment what all processes of this n8n have in common */
	constructor(
		name: string,
		readonly home: string,
		private readonly role: Role,
		private readonly environment: () => NodeJS.ProcessEnv,
	) {
		super(`n8n's ${name}`);
		this.#logFile = `${home}.log`;
		mkdirSync(home);
	}

	/** Its address, without a slash at the end; of a worker, where it says how it is. */
	get url(): string {
		return `http://127.0.0.1:${this.#port}`;
	}

	/** Chooses the port, for those whose address is part of the environment. */
	async reservePort(): Promise<void> {
		this.#port ||= await freePort();
	}

	/** Starts the process and waits until it takes requests or jobs. */
	async start(): Promise<void> {
		await this.reservePort();
		const composed = composeCommand(this.role === 'start' ? 'main' : this.role);
		const command = [...boundToThisProcess('SIGKILL'), ...n8nCommand(...composed)];
		const env = {
			...n8nEnvironment(this.home),
			...withoutEditor,
			N8N_PORT: String(this.#port),
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			QUEUE_HEALTH_CHECK_PORT: String(this.#port),
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			...this.environment(),
			...this.settings,
		};
		await this.launch(
			{ command, cwd: this.home, env, logFile: this.#logFile },
			async () => await n8nIsReady(this.#port),
		);
	}

	/** Ends the process as a service manager does: a worker finishes its jobs first. */
	override async stop(): Promise<void> {
		await super.stop('SIGTERM', 35_000);
	}

	/** All that it has printed since it was made. */
	log(): string {
		return existsSync(this.#logFile) ? readFileSync(this.#logFile, 'utf8') : '';
	}

	/** Ids of the executions that this worker has begun, oldest first. */
	begun(): string[] {
		return [...this.log().matchAll(/Worker started execution (\d+)/g)].map(([, id = '']) => id);
	}
}
