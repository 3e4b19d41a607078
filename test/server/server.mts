import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteFolder } from './deleteFolder.mts';
import { n8nCommand, n8nEnvironment, n8nIsReady } from './n8nProcess.mts';
import { installPackage, packPackage } from './pack.mts';
import { freePort } from './ports.mjs';
import { ServerProcess } from './serverProcess.mts';

export interface ServerOptions {
	/** A free port is taken unless one is given. */
	port?: number;
	/** The home folder; a new one in the folder for temporary files unless it is given. */
	home?: string;
	/** Additional environment of the n8n process. */
	env?: NodeJS.ProcessEnv;
}

/**
 * A real n8n server over a home folder of its own. `stop` and `kill` end the process and keep the
 * home, so that `start` continues on the same database; `remove` ends it for good.
 */
export class N8nServer extends ServerProcess {
	readonly home: string;
	readonly logFile: string;
	#port: number | undefined;

	constructor(private readonly options: ServerOptions = {}) {
		super('n8n');
		this.#port = options.port;
		this.home = options.home ?? mkdtempSync(join(tmpdir(), 'n8n-home-'));
		this.logFile = join(this.home, 'n8n.log');
	}

	/** The editor's address, without a slash at the end. */
	get url(): string {
		if (this.#port === undefined) throw new Error('n8n was never started');
		return `http://127.0.0.1:${this.#port}`;
	}

	/** Puts the packed package into the home; returns the package's folder. */
	async install(): Promise<string> {
		return await installPackage(this.home, await packPackage(this.home));
	}

	/** Starts the server and waits until it answers requests. */
	async start(): Promise<void> {
		const port = (this.#port ??= await freePort());
		const env = {
			...n8nEnvironment(this.home),
			N8N_PORT: String(port),
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			WEBHOOK_URL: `${this.url}/`,
			...this.options.env,
		};
		await this.launch(
			{ command: n8nCommand('start'), cwd: this.home, env, logFile: this.logFile },
			// older releases call themselves ready before they know their addresses and active workflows
			async () => (await n8nIsReady(port)) && this.hasPrinted('Editor is now accessible'),
		);
	}

	/** Ends the server and deletes its home. */
	async remove(): Promise<void> {
		await this.stop();
		await deleteFolder(this.home);
	}
}
