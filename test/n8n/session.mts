import { randomUUID } from 'node:crypto';
import type { ICredentialDataDecryptedObject, INode, INodeParameters } from 'n8n-workflow';
import { inject } from 'vitest';
import { credentialData, credentialType, packageName } from '../engine/credentialData.mts';
import { N8nRest, type Credential, type Workflow } from '../server/rest.mts';
import type { Hub } from '../hub/types.mts';

export const server = inject('n8nServer');

/** The shared n8n, signed in. */
export async function signIn(): Promise<N8nRest> {
	const n8n = new N8nRest(server.url, server.home);
	await n8n.signIn();
	return n8n;
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

/** A node of the workflow, with its credential. */
export function hubNode(
	type: string,
	parameters: INodeParameters,
	{ id, name }: Credential,
): INode {
	return {
		id: randomUUID(),
		name: 'Hub',
		type: `${packageName}.${type}`,
		typeVersion: 1,
		position: [220, 0],
		parameters,
		credentials: { [credentialType]: { id, name } },
	};
}

/** A Manual Trigger called 'Start'. */
export const manualStart = (): INode => ({
	id: randomUUID(),
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
});

/** A saved workflow: Manual Trigger 'Start', then the given node. */
export async function manualWorkflow(n8n: N8nRest, node: INode): Promise<Workflow> {
	const start = manualStart();
	return await n8n.createWorkflow({
		name: `Test ${node.name} ${randomUUID()}`,
		nodes: [start, node],
		connections: { Start: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
	});
}
