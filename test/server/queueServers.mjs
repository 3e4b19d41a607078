/**
 * Which of the servers that the tests of production need beside n8n are installed. No dependencies.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const DEBIAN_POSTGRESQL = '/usr/lib/postgresql';

/** The folder of PostgreSQL's own programs, newest version first; Debian keeps it off the PATH. */
export function postgresPrograms() {
	const versions = existsSync(DEBIAN_POSTGRESQL) ? readdirSync(DEBIAN_POSTGRESQL) : [];
	return [
		...versions
			.sort((a, b) => Number(b) - Number(a))
			.map((version) => join(DEBIAN_POSTGRESQL, version, 'bin')),
		...(process.env.PATH ?? '').split(':'),
	].find((folder) => ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))));
}

/** Where programs are; Debian keeps those of administrators off the PATH of others. */
const folders = () => [...(process.env.PATH ?? '').split(':'), '/usr/sbin'];

/** The Debian packages that are missing; none when the tests of queue mode can run. */
export function missingQueueServers() {
	const isInstalled = (/** @type {string} */ program) =>
		folders().some((folder) => existsSync(join(folder, program)));
	return [
		...(postgresPrograms() !== undefined && isInstalled('psql') ? [] : ['postgresql-15']),
		...(isInstalled('redis-server') ? [] : ['redis-server']),
		...(isInstalled('openssl') ? [] : ['openssl']),
		...(isInstalled('nginx') ? [] : ['nginx-light']),
	];
}
