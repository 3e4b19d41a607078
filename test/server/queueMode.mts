import { chmodSync, cpSync, mkdtempSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeEnvironment } from './compose.mts';
import { deleteFolder } from './deleteFolder.mts';
import { installPackage, packPackage } from './pack.mts';
import { Postgres } from './postgres.mts';
import { QueueProcess } from './queueProcess.mts';
import { Redis } from './redis.mts';
import { readExecution, type ExecutionRow, type StoredExecution } from './storedExecutions.mts';
import type { Workflow } from './rest.mts';
import { waitFor } from './wait.mts';

/** Finds a dead worker after 4 to 9 seconds instead of 50 to 120. */
const quickStallCheck = {
	QUEUE_WORKER_LOCK_DURATION: '5000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

/**
 * Looks every 6 seconds for executions that n8n stored but never enqueued. n8n then marks as crashed what it is
 * about to enqueue, too: for tests that kill processes alone.
 */
export const quickRecovery = { N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '0.1' };

/** A folder for a queue mode of n8n, and how to delete it once all its servers have ended. */
export function queueFolder(): { folder: string; remove: () => Promise<void> } {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-queue-'));
	// made for this user alone, but PostgreSQL, which refuses root, must get through
	chmodSync(folder, 0o711);
	return { folder, remove: async () => await deleteFolder(folder) };
}

/**
 * n8n as `docs/docker/compose.yaml` runs it: main, a webhook process and two workers over
 * PostgreSQL and Redis, each with the packed package. Everything is private to the process that
 * starts it, and ends with it.
 */
export class QueueMode {
	readonly #key = randomUUID();
	readonly postgres: Postgres;
	readonly redis: Redis;
	readonly main: QueueProcess;
	/** A main in reserve, with a home of its own; does not run unless it is started. */
	readonly otherMain: QueueProcess;
	readonly webhook: QueueProcess;
	readonly workers: QueueProcess[];

	private readonly folder: string;

	/**
	 * @param parent where it makes a folder of its own; made by `queueFolder`
	 * @param settings environment of its processes beside that of the Compose file
	 */
	constructor(
		parent: string,
		private readonly settings: NodeJS.ProcessEnv = {},
	) {
		this.folder = mkdtempSync(join(parent, 'n8n-'));
		chmodSync(this.folder, 0o711);
		this.postgres = new Postgres(join(this.folder, 'postgres'));
		this.redis = new Redis(join(this.folder, 'redis'));
		this.main = this.#process('main', 'start');
		this.otherMain = this.#process('otherMain', 'start');
		this.webhook = this.#process('webhook', 'webhook');
		this.workers = [this.#process('worker1', 'worker'), this.#process('worker2', 'worker')];
	}

	/** Starts everything and waits until all of it is ready. */
	async start(): Promise<void> {
		const others = [this.webhook, ...this.workers];
		await this.webhook.reservePort();
		const installed = this.#installPackage([...others, this.otherMain]);
		await Promise.all([installed, this.postgres.create(), this.redis.start()]);
		// alone: it creates the tables
		await this.main.start();
		await Promise.all(others.map(async (process) => await process.start()));
	}

	/** Starts again what a test has ended, and ends the main in reserve. */
	async restore(): Promise<void> {
		await this.otherMain.stop();
		const ended = [this.main, this.webhook, ...this.workers].filter(({ runs }) => !runs);
		await Promise.all(ended.map(async (process) => await process.start()));
	}

	/** Ends everything. */
	async stop(): Promise<void> {
		const n8n = [this.main, this.otherMain, this.webhook, ...this.workers];
		await Promise.all(n8n.map(async (process) => await process.stop()));
		await Promise.all([this.redis.stop(), this.postgres.stop()]);
	}

	/** All executions of the workflow, oldest first, completely and as they are at this moment. */
	async executions({ id }: Pick<Workflow, 'id'>): Promise<StoredExecution[]> {
		const rows = await this.postgres.query(
			`SELECT json_build_object('id', execution.id, 'status', status, 'data', data)
			FROM execution_entity execution LEFT JOIN execution_data ON "executionId" = execution.id
			WHERE execution."workflowId" = '${id}' AND "deletedAt" IS NULL ORDER BY execution.id`,
		);
		return rows.map((row) => readExecution(JSON.parse(row) as ExecutionRow));
	}

	/** The same, once there are `count` at least and all of them have ended. */
	async endedExecutions(
		workflow: Pick<Workflow, 'id'>,
		count: number,
		timeout = 60_000,
	): Promise<StoredExecution[]> {
		const ended = async () => {
			const all = await this.executions(workflow);
			const unfinished = all.some(({ status }) => ['new', 'running', 'waiting'].includes(status));
			return all.length >= count && !unfinished && all;
		};
		return await waitFor(ended, { what: `${count} ended executions`, timeout, every: 250 });
	}

	/** The worker that has begun the execution, as soon as one has. */
	async workerOf(execution: Pick<StoredExecution, 'id'>): Promise<QueueProcess> {
		const find = () => this.workers.find((worker) => worker.begun().includes(execution.id));
		return await waitFor(find, { what: `a worker to begin execution ${execution.id}` });
	}

	#process(name: string, role: 'start' | 'webhook' | 'worker'): QueueProcess {
		return new QueueProcess(name, join(this.folder, name), role, () => this.#environment());
	}

	async #installPackage(others: QueueProcess[]): Promise<void> {
		await installPackage(this.main.home, await packPackage(this.folder));
		for (const { home } of others)
			cpSync(join(this.main.home, '.n8n'), join(home, '.n8n'), { recursive: true });
	}

	#environment(): NodeJS.ProcessEnv {
		return {
			...composeEnvironment(),
			// no proxy stands in front of it
			N8N_PROXY_HOPS: '0',
			EXECUTIONS_DATA_PRUNE: 'false',
			N8N_ENCRYPTION_KEY: this.#key,
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(this.redis.port),
			QUEUE_BULL_REDIS_PASSWORD: this.redis.password,
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(this.postgres.port),
			DB_POSTGRESDB_PASSWORD: 'n8n',
			WEBHOOK_URL: `${this.webhook.url}/`,
			...quickStallCheck,
			...this.settings,
		};
	}
}
