/** The one n8n server of this suite, with the packed package in it; each test file brings its own hub. */
import type { TestProject } from 'vitest/node';
import { installServer, serverVersion } from '../server/install.mjs';
import { N8nServer } from '../server/server.mts';

export interface SharedServer {
	url: string;
	home: string;
	/** Where the package lies as n8n installed it. */
	packageFolder: string;
}

declare module 'vitest' {
	export interface ProvidedContext {
		n8nServer: SharedServer;
	}
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	await installServer();
	console.log(`These tests run on n8n ${serverVersion}.`);
	const server = new N8nServer();
	try {
		const packageFolder = await server.install();
		await server.start();
		project.provide('n8nServer', { url: server.url, home: server.home, packageFolder });
	} catch (error) {
		await server.remove();
		throw error;
	}
	return async () => await server.remove();
}
