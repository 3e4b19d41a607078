import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './ports.mjs';
import { postgresPrograms } from './queueServers.mjs';
import { boundToThisProcess, ServerProcess } from './serverProcess.mts';

const execute = promisify(execFile);

/** Rows of a whole suite's executions, with their data. */
const LARGEST_ANSWER = 2 ** 30;

/** A PostgreSQL server with a cluster of its own, on a port of its own, for the user `n8n`. */
export class Postgres extends ServerProcess {
	readonly #data: string;
	#port = 0;

	/** @param folder becomes the server's own; the folders above it must be open to the user postgres */
	constructor(private readonly folder: string) {
		super('PostgreSQL');
		this.#data = join(folder, 'data');
	}

	get port(): number {
		return this.#port;
	}

	/** Creates the cluster and the database `n8n`, and starts the server. */
	async create(): Promise<void> {
		mkdirSync(this.folder);
		chmodSync(this.folder, 0o777);
		this.#port = await freePort();
		const access = ['--username=n8n', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
		await this.#run('initdb', `--pgdata=${this.#data}`, ...access, '--no-sync');
		await this.start();
		await this.query('CREATE DATABASE n8n', 'postgres');
	}

	/** Starts the server over the cluster that is there. */
	async start(): Promise<void> {
		const settings = {
			listen_addresses: '127.0.0.1',
			port: this.#port,
			unix_socket_directories: this.#data,
			max_connections: 200,
			fsync: 'off',
		};
		const command = [
			...boundToThisProcess('SIGINT', 'postgres'),
			join(postgresPrograms() ?? '', 'postgres'),
			`-D${this.#data}`,
			...Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
		];
		await this.launch(
			{ command, cwd: this.folder, logFile: `${this.folder}.log` },
			async () =>
				await this.query('SELECT 1', 'postgres').then(
					() => true,
					() => false,
				),
			30_000,
		);
	}

	/** Ends the server without waiting for its clients. */
	override async stop(): Promise<void> {
		await super.stop('SIGINT');
	}

	/** Runs SQL; returns the rows as text, one column each. */
	async query(sql: string, database = 'n8n'): Promise<string[]> {
		const server = ['-h', '127.0.0.1', '-p', String(this.#port), '-U', 'n8n', '-d', database];
		const { stdout } = await execute('psql', [...server, '-AtX', '-c', sql], {
			maxBuffer: LARGEST_ANSWER,
		});
		return stdout.split('\n').filter((row) => row !== '');
	}

	async #run(program: string, ...args: string[]): Promise<void> {
		const [setpriv = '', ...options] = boundToThisProcess('SIGKILL', 'postgres');
		const path = join(postgresPrograms() ?? '', program);
		await execute(setpriv, [...options, path, ...args], { cwd: this.folder });
	}
}
