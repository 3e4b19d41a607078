/**
 * The one copy of n8n's engine that all tests share. n8n-core is CommonJS and brings the CommonJS
 * build of n8n-workflow with it; an ESM import would load a second set of classes, and
 * `instanceof NodeApiError` would be false for errors that the nodes throw.
 */
import './env.mts';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as N8nCore from 'n8n-core';
import type * as N8nWorkflow from 'n8n-workflow';
import type { ICredentialType, INodeType, IVersionedNodeType } from 'n8n-workflow';

const require = createRequire(import.meta.url);

export const core = require('n8n-core') as typeof N8nCore;
export const wf = require('n8n-workflow') as typeof N8nWorkflow;

const { Container } = require('@n8n/di') as { Container: { get<T>(type: unknown): T } };

const { Logger } = require('@n8n/backend-common') as { Logger: unknown };

/** n8n's log. */
export const engineLogger = () => Container.get<N8nWorkflow.Logger>(Logger);

export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** What n8n finds in a community package. */
export interface LoadedPackage {
	packageName: string;
	nodes: Array<INodeType | IVersionedNodeType>;
	credentials: ICredentialType[];
	loader: InstanceType<typeof N8nCore.PackageDirectoryLoader>;
}

/** Loads a package folder with n8n's own loader: the paths in package.json, class names, icons, codex files. */
export async function loadPackage(directory: string): Promise<LoadedPackage> {
	const loader = new core.PackageDirectoryLoader(directory);
	await loader.loadAll();
	return {
		packageName: loader.packageName,
		nodes: Object.values(loader.nodeTypes).map(({ type }) => type),
		credentials: Object.values(loader.credentialTypes).map(({ type }) => type),
		loader,
	};
}

let built: Promise<LoadedPackage> | undefined;

/** This project as `npm run build` left it in `dist/`, loaded once per test process. */
export async function loadBuiltPackage(): Promise<LoadedPackage> {
	return await (built ??= loadPackage(projectRoot));
}

interface BinaryDataState {
	mode: string;
	managers: Record<string, unknown>;
	init(): Promise<void>;
}

/**
 * Runs `work` with binary data on disk (n8n's default in production) and goes back to base64
 * inside the item (the default of this engine) afterwards.
 */
export async function withFilesystemBinaryData<T>(work: () => Promise<T>): Promise<T> {
	const service = Container.get<BinaryDataState>(core.BinaryDataService);
	const before = { mode: service.mode, managers: { ...service.managers } };
	await service.init();
	try {
		return await work();
	} finally {
		Object.assign(service, before);
	}
}

/** The content of a binary property, wherever the engine keeps it. */
export async function readBinary(binary: N8nWorkflow.IBinaryData): Promise<Buffer> {
	if (!binary.id) return Buffer.from(binary.data, 'base64');
	const service = Container.get<InstanceType<typeof N8nCore.BinaryDataService>>(
		core.BinaryDataService,
	);
	return await service.getAsBuffer(binary);
}
