import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from './install.mjs';
import { npm } from './step.mjs';

const execute = promisify(execFile);

interface Manifest {
	name: string;
	version: string;
	devDependencies?: Record<string, string>;
	peerDependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
}

/** Packs the built package as `npm publish` would; returns the tarball's path. */
export async function packPackage(
	destination: string,
	root: string = projectRoot,
): Promise<string> {
	const flags = ['--json', '--ignore-scripts', '--pack-destination', destination];
	const output = await runNpm(root, 'pack', ...flags);
	const [packed] = JSON.parse(output) as Array<{ filename: string }>;
	return join(destination, packed!.filename);
}

/**
 * Puts a tarball into an n8n home the way n8n 2.40 installs a community package: unpacked under
 * `.n8n/nodes/node_modules`, reduced to its run-time dependencies, which npm then installs.
 * Returns the package's folder.
 */
export async function installPackage(home: string, tarball: string): Promise<string> {
	const { stdout } = await execute('tar', ['-xzOf', tarball, 'package/package.json']);
	const { devDependencies, peerDependencies, optionalDependencies, ...manifest } = JSON.parse(
		stdout,
	) as Manifest;

	const nodes = join(home, '.n8n', 'nodes');
	const folder = join(nodes, 'node_modules', manifest.name);
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await execute('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
	await writeJson(join(folder, 'package.json'), manifest);
	const flags = ['--audit=false', '--fund=false', '--bin-links=false', '--package-lock=false'];
	const how = ['--install-strategy=shallow', '--ignore-scripts=true'];
	await runNpm(folder, 'install', ...flags, ...how);

	const list = join(nodes, 'package.json');
	const installed = (await readJson(list)) ?? {
		name: 'installed-nodes',
		private: true,
		dependencies: {},
	};
	installed.dependencies[manifest.name] = manifest.version;
	await writeJson(list, installed);
	return folder;
}

interface InstalledNodes {
	name: string;
	private: boolean;
	dependencies: Record<string, string>;
}

async function readJson(file: string): Promise<InstalledNodes | undefined> {
	const text = await readFile(file, 'utf8').catch(() => undefined);
	return text === undefined ? undefined : (JSON.parse(text) as InstalledNodes);
}

async function writeJson(file: string, value: object): Promise<void> {
	await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}

async function runNpm(cwd: string, ...args: string[]): Promise<string> {
	const [program, ...rest] = npm(...args);
	const { stdout } = await execute(program, rest, { cwd });
	return stdout;
}
