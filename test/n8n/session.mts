import { randomUUID } from 'node:crypto';
import type { ICredentialDataDecryptedObject, INode } from 'n8n-workflow';
import { afterAll, expect, inject } from 'vitest';
import { credentialData, credentialType } from '../engine/credentialData.mts';
import { startHub, type Hub, type HubOptions } from '../hub/index.mts';
import { withoutEditor } from '../server/n8nProcess.mts';
import { N8nRest, type Credential, type Execution, type Workflow } from '../server/rest.mts';
import { N8nServer } from '../server/server.mts';
import { waitFor } from '../server/wait.mts';
import { stopNode } from '../server/workflows.mts';

export * from '../server/workflows.mts';

export const server = inject('n8nServer');

/** An n8n, signed in; the shared one unless told. */
export async function signIn({ url, home }: { url: string; home: string } = server) {
	const n8n = new N8nRest(url, home);
	await n8n.signIn();
	return n8n;
}

/** When something ends: `afterAll` with the tests of a file, `onTestFinished` with a test. */
export type AtEnd = (end: () => Promise<void>) => void;

/**
 * A hub for all tests of a file, which ends with them, or with what `atEnd` says; what it answers never
 * breaks its contract.
 */
export async function useHub(options: HubOptions = {}, atEnd: AtEnd = afterAll): Promise<Hub> {
	const hub = await startHub(options);
	atEnd(async () => {
		await hub.stop();
		expect(hub.contractViolations).toEqual([]);
	});
	return hub;
}

/** The same beside the shared n8n, with a credential for the hub. */
export async function useN8n(options: HubOptions = {}, atEnd: AtEnd = afterAll) {
	const [hub, n8n] = await Promise.all([useHub(options, atEnd), signIn()]);
	return { hub, n8n, credential: await storeCredential(n8n, hub) };
}

/** An n8n of the file's own with the packed package, which is deleted with the tests; started. */
export async function useOwnServer(env: NodeJS.ProcessEnv = {}): Promise<N8nServer> {
	const own = new N8nServer({ env: { ...withoutEditor, ...env } });
	afterAll(async () => await own.remove());
	await own.install();
	await own.start();
	return own;
}

/** 'Execute workflow' of an example, which runs through. */
export async function runExample(n8n: N8nRest, workflow: Workflow): Promise<Execution> {
	const execution = await n8n.run(workflow);
	expect(execution.error).toBeUndefined();
	return execution;
}

/** Adapts an example: the node of this name ends the run with a message. */
export const stopsAt = (name: string, errorMessage: string) => (node: INode) =>
	node.name === name ? stopNode(errorMessage, name) : node;

/** @param timeout in ms */
export async function queueIsEmpty({ state }: Hub, timeout?: number): Promise<void> {
	await waitFor(() => state.queue.size === 0, { what: 'the queue to be empty', timeout });
}

/** Stores a credential for a hub; `changes` make it a wrong one. */
export async function storeCredential(
	n8n: N8nRest,
	hub: Hub,
	changes: ICredentialDataDecryptedObject = {},
): Promise<Credential> {
	// as the credential form sends it: without the hidden token
	const { accessToken, accessTokenIssuedAt, ...data } = credentialData(hub, changes);
	return await n8n.createCredential({ name: `Hub ${randomUUID()}`, type: credentialType, data });
}
