/**
 * Commands with visible progress, for the scripts that run before anything is installed.
 * No dependencies.
 */
import { spawn } from 'node:child_process';
import { basename } from 'node:path';

const TICK_SECONDS = { terminal: 1, log: 15 };
const TAIL_LINES = 60;

/** Commands under way: only a single one has a line of the terminal. */
let underWay = 0;

/**
 * @typedef {object} StepOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] in addition to this process's own
 * @property {boolean} [show] pass the command's output on as it comes instead of counting seconds
 */

/**
 * @typedef {object} StepResult
 * @property {boolean} ok
 * @property {string} output
 */

/**
 * Runs a command and says what is being done, for how long, and how it ended. When it fails, the
 * last lines of its output follow. Never throws.
 *
 * @param {string} title
 * @param {[string, ...string[]]} command
 * @param {StepOptions} [options]
 * @returns {Promise<StepResult>}
 */
export async function step(title, [program, ...args], { cwd, env, show = false } = {}) {
	const started = Date.now();
	const seconds = () => Math.round((Date.now() - started) / 1000);
	const stopTicking = show ? announce(title) : tick(title, seconds);

	/** @type {Buffer[]} */
	const chunks = [];
	const child = spawn(program, args, {
		cwd,
		env: { ...process.env, ...env },
		stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
	});
	child.stdout?.on('data', (chunk) => chunks.push(chunk));
	child.stderr?.on('data', (chunk) => chunks.push(chunk));
	const failure = await new Promise((resolve) => {
		child.once('error', (error) => resolve(error.message));
		child.once('close', (code, signal) => {
			const failed = signal ? `ended by ${signal}` : `exit code ${code}`;
			resolve(code === 0 ? undefined : failed);
		});
	});
	stopTicking();

	const output = Buffer.concat(chunks).toString();
	if (failure === undefined) {
		say(`✓ ${title} (${seconds()} s)`);
	} else {
		say(`✗ ${title} (${seconds()} s): ${failure}`);
		if (output) console.log(indent(tail(output)));
	}
	return { ok: failure === undefined, output };
}

/**
 * The npm that started this script, or the one on the PATH.
 *
 * @param {string[]} args
 * @returns {[string, ...string[]]}
 */
export function npm(...args) {
	const cli = process.env.npm_execpath;
	const own = cli && basename(cli) === 'npm-cli.js';
	const quiet = '--loglevel=error';
	return own ? [process.execPath, cli, ...args, quiet] : ['npm', ...args, quiet];
}

/** @param {string} output */
export function tail(output) {
	return output.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
}

/** @param {string} text */
function indent(text) {
	return text.replace(/^/gm, '    ');
}

/**
 * Prints a line, over one whose seconds are counted.
 *
 * @param {string} text
 */
function say(text) {
	console.log(isTerminal() ? `\r\x1b[2K${text}` : text);
}

const isTerminal = () => process.stdout.isTTY && !process.env.CI;

/** @param {string} title */
function announce(title) {
	say(`… ${title}`);
	underWay++;
	return () => void underWay--;
}

/**
 * @param {string} title
 * @param {() => number} seconds
 */
function tick(title, seconds) {
	const ownLine = isTerminal() && underWay === 0;
	underWay++;
	if (!ownLine) say(`… ${title}`);
	const report = () => {
		// the output of another step would be written over
		if (ownLine && underWay > 1) return;
		if (ownLine) process.stdout.write(`\r\x1b[2K… ${title} (${seconds()} s)`);
		else say(`… ${title}, ${seconds()} s so far`);
	};
	if (ownLine) report();
	const timer = setInterval(report, 1000 * (ownLine ? TICK_SECONDS.terminal : TICK_SECONDS.log));
	return () => {
		clearInterval(timer);
		underWay--;
		if (ownLine) process.stdout.write('\r\x1b[2K');
	};
}
