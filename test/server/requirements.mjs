/**
 * What a machine must have before anything is installed on it. No dependencies.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statfsSync } from 'node:fs';
import { npm } from './step.mjs';

export const GIGABYTE = 1e9;

/** What keeps something from being installed; the message says what to do. */
export class InstallError extends Error {
	name = 'InstallError';
}

/**
 * @param {string} version of Node.js, e.g. `20.19.0`
 * @throws {InstallError} when it is older than `engines` in package.json demands
 */
export function requireNode(version = process.versions.node) {
	const { engines } = JSON.parse(
		readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
	);
	const parts = (/** @type {string} */ text) => text.split('.').map(Number);
	const [major = 0, minor = 0] = parts(engines.node.replace('>=', ''));
	const [ownMajor = 0, ownMinor = 0] = parts(version);
	if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return;
	throw new InstallError(
		`This is Node.js ${version}; Node.js ${major}.${minor} or newer is needed. Install it, then start again.`,
	);
}

/** How npm names a registry that it does not reach. */
const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT/;

/**
 * One look at the npm registry without npm's retries, so that a machine without a network does not
 * wait for minutes.
 *
 * @throws {InstallError}
 */
export function requireRegistry() {
	const flags = ['--fetch-retries=0', '--fetch-timeout=10000'];
	const [program, ...args] = npm('ping', ...flags);
	const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
	const [code] = unreachable.exec(stderr) ?? [];
	if (status === 0 || code === undefined) return;
	throw new InstallError(
		`The npm registry cannot be reached (${code}), and packages have to be installed first. Connect this machine to the network, then start again.`,
	);
}

/**
 * @param {string} directory
 * @param {number} bytes
 */
export function requireDiskSpace(directory, bytes) {
	const { bavail, bsize } = statfsSync(directory);
	const free = bavail * bsize;
	if (free >= bytes) return;
	const gigabytes = (/** @type {number} */ value) => `${(value / GIGABYTE).toFixed(1)} GB`;
	throw new InstallError(
		`Not enough disk space in ${directory}: ${gigabytes(bytes)} are needed, ${gigabytes(free)} are free.`,
	);
}
