import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { tail } from './step.mjs';
import { waitFor } from './wait.mts';

/** Processes that would outlive this one, should it end without stopping them. */
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach(killGroup));

export interface Command {
	/** The program and its arguments. */
	command: string[];
	/** The folder to run in. */
	cwd: string;
	env?: NodeJS.ProcessEnv;
	/** Receives what the program prints, after what is there already. */
	logFile: string;
}

/**
 * What to put before a command so that the kernel ends it when this process is gone, however that
 * happened (Linux only).
 *
 * @param signal what the program then gets
 * @param user whom the program runs as, if this process may choose that
 */
export function boundToThisProcess(signal: NodeJS.Signals, user?: string): string[] {
	const identity =
		user !== undefined && process.getuid?.() === 0
			? [`--reuid=${user}`, `--regid=${user}`, '--clear-groups']
			: [];
	return ['setpriv', `--pdeathsig=${signal.replace('SIG', '')}`, ...identity, '--'];
}

/** A server that a test starts, ends and kills: a process group of its own. */
export class ServerProcess {
	#child: ChildProcess | undefined;
	#logFile = '';
	/** Bytes that the log had when the program was started. */
	#logged = 0;

	/** @param name what messages call it */
	constructor(private readonly name: string) {}

	/**
	 * Starts the program and waits until `isReady` says so; a program that ends or is not ready in
	 * time (ms) is killed and reported with the end of its log.
	 */
	protected async launch(
		{ command, cwd, env, logFile }: Command,
		isReady: () => Promise<boolean>,
		timeout = 180_000,
	): Promise<void> {
		const [program = '', ...args] = command;
		this.#logFile = logFile;
		const log = openSync(logFile, 'a');
		this.#logged = fstatSync(log).size;
		// a group of its own: Ctrl-C in the terminal must not end it before the workflows are taken back
		const child = spawn(program, args, { cwd, env, stdio: ['ignore', log, log], detached: true });
		closeSync(log);
		this.#child = child;
		running.add(child);
		child.once('exit', () => running.delete(child));
		let failure: Error | undefined;
		child.once('error', (error) => (failure = error));
		const look = async () => {
			if (failure) throw failure;
			if (hasExited(child))
				throw new Error(
					`${this.name} ended while starting (${child.exitCode ?? child.signalCode})`,
				);
			return await isReady();
		};
		try {
			await waitFor(look, { what: `${this.name} to be ready`, timeout, every: 100 });
		} catch (error) {
			await this.kill();
			throw new Error(`${(error as Error).message}. The end of its log:\n${this.logTail()}`);
		}
	}

	/** Whether it was started and has not ended. */
	get runs(): boolean {
		return this.#child !== undefined && !hasExited(this.#child);
	}

	/** Of the running server. */
	get pid(): number {
		const pid = this.#child?.pid;
		if (pid === undefined) throw new Error(`${this.name} is not running`);
		return pid;
	}

	/** Bytes of memory that the program itself has, without its children (Linux only). */
	memory(): number {
		const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
		return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
	}

	/** Ends the server as a service manager does, and waits until it is gone. */
	async stop(signal: NodeJS.Signals = 'SIGTERM', timeout = 20_000): Promise<void> {
		const child = this.#child;
		if (!child || hasExited(child)) return;
		child.kill(signal);
		const gone = await Promise.race([
			once(child, 'exit').then(() => true),
			timer(timeout).then(() => false),
		]);
		if (!gone) await this.kill();
		this.#child = undefined;
	}

	/** Ends the server and its children at once, as a power cut does. */
	async kill(): Promise<void> {
		const child = this.#child;
		if (!child) return;
		const exited = hasExited(child) ? undefined : once(child, 'exit');
		killGroup(child);
		await exited;
		this.#child = undefined;
	}

	/** Whether the program has printed the text since it was started. */
	hasPrinted(text: string): boolean {
		return readFileSync(this.#logFile).subarray(this.#logged).includes(text);
	}

	/** The end of what the program has printed. */
	logTail(): string {
		return existsSync(this.#logFile) ? tail(readFileSync(this.#logFile, 'utf8')) : '';
	}
}

function hasExited(child: ChildProcess): boolean {
	return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
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
