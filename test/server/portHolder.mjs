/**
 * Who listens on a port, as Linux tells it in /proc. No dependencies.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const LISTENING = '0A';

/**
 * The process that listens on a TCP port; undefined when there is none, or the system does not say (another user's
 * process, no /proc).
 *
 * @param {number} port
 * @returns {{ pid: number, command: string } | undefined}
 */
export function portHolder(port) {
	const sockets = new Set(
		['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => listeningSockets(file, port)),
	);
	if (sockets.size === 0) return undefined;
	const pids = attempt(() => readdirSync('/proc').filter((name) => /^\d+$/.test(name)), []);
	const holder = pids.find((pid) =>
		attempt(() => readdirSync(`/proc/${pid}/fd`), []).some((descriptor) =>
			sockets.has(attempt(() => readlinkSync(`/proc/${pid}/fd/${descriptor}`), '')),
		),
	);
	if (holder === undefined) return undefined;
	const command = attempt(() => readFileSync(`/proc/${holder}/cmdline`, 'utf8'), '');
	return { pid: Number(holder), command: command.replaceAll('\0', ' ').trim() };
}

/**
 * @param {string} file
 * @param {number} port
 */
function listeningSockets(file, port) {
	const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
	return attempt(() => readFileSync(file, 'utf8'), '')
		.split('\n')
		.map((line) => line.trim().split(/\s+/))
		.filter((fields) => fields[1]?.endsWith(suffix) && fields[3] === LISTENING)
		.map((fields) => `socket:[${fields[9]}]`);
}

/**
 * @template T
 * @param {() => T} read
 * @param {T} otherwise
 */
function attempt(read, otherwise) {
	try {
		return read();
	} catch {
		return otherwise;
	}
}
