import { credentialData, credentialType } from '../engine/credentialData.mts';
import { importExample } from '../server/examples.mts';
import { installPackage, packPackage } from '../server/pack.mts';
import { N8nRest, owner, type Workflow } from '../server/rest.mts';
import { N8nServer } from '../server/server.mts';
import { startHub } from '../hub/index.mts';
import type { Hub } from '../hub/types.mts';
import { simulateOrder } from './simulate.mts';

export interface DemoOptions {
	ports: { hub: number; n8n: number };
	/** Ends after the simulated order instead of staying up. */
	once: boolean;
}

/** Runs the demo until Ctrl-C; returns the exit code. */
export async function runDemo({ ports, once }: DemoOptions): Promise<number> {
	const stopRequest = stopSignal();
	const server = new N8nServer({ port: ports.n8n });
	let hub: Hub | undefined;
	const play = async () => {
		hub = await startHub({ port: ports.hub });
		console.log(
			`✓ Local hub at ${hub.url} (sandbox; API Key ${hub.apiKey}, Secret Key ${hub.secretKey})`,
		);
		const { n8n, workflow } = await prepareN8n(server, hub);
		console.log('\nAn order, step by step');
		let count = 0;
		await simulateOrder(hub, n8n, workflow, (line) => console.log(`  ${++count}. ${line}`));
		if (once) return;
		console.log(explanation(server.url, workflow));
		await stopRequest;
	};
	try {
		await Promise.race([play(), stopRequest]);
		return 0;
	} catch (error) {
		console.error(`✗ ${(error as Error).message}`);
		return 1;
	} finally {
		console.log('\nEnding n8n and the local hub …');
		await server.remove();
		await hub?.stop();
		console.log('Both have ended.');
	}
}

async function prepareN8n(
	server: N8nServer,
	hub: Hub,
): Promise<{ n8n: N8nRest; workflow: Workflow }> {
	const started = Date.now();
	await installPackage(server.home, await packPackage(server.home));
	console.log('… n8n starts');
	await server.start();
	console.log(`✓ n8n at ${server.url} (${Math.round((Date.now() - started) / 1000)} s)`);

	const n8n = new N8nRest(server.url);
	await n8n.signIn();
	const credential = await n8n.createCredential({
		name: 'Local hub',
		type: credentialType,
		data: credentialData(hub),
	});
	const { status, message } = await n8n.testCredential(credential);
	if (status !== 'OK') throw new Error(`The credential test says: ${message}`);
	const workflow = await importExample(n8n, 'receive-orders', credential);
	await n8n.publish(workflow);
	console.log(
		`✓ Owner account, credential "${credential.name}" and the published workflow "${workflow.name}"`,
	);
	return { n8n, workflow };
}

function explanation(url: string, workflow: Workflow): string {
	return `
Editor     ${url}/workflow/${workflow.id}
E-mail     ${owner.email}
Password   ${owner.password}

In a workflow of your own, Marketplace Hub > Sandbox Order > Create makes the next order.
Ctrl-C ends everything.`;
}

/** Resolves at the first Ctrl-C or SIGTERM; later ones change nothing. */
async function stopSignal(): Promise<void> {
	await new Promise<void>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
	});
}
