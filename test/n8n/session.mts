import { randomUUID } from 'node:crypto';
import type {
	ICredentialDataDecryptedObject,
	IConnections,
	INode,
	INodeParameters,
	IWorkflowSettings,
} from 'n8n-workflow';
import { afterAll, expect, inject } from 'vitest';
import { credentialData, credentialType, packageName } from '../engine/credentialData.mts';
import { startHub, type Hub, type HubOptions } from '../hub/index.mts';
import { installPackage, packPackage } from '../server/pack.mts';
import { N8nRest, type Credential, type Execution, type Workflow } from '../server/rest.mts';
import { N8nServer } from '../server/server.mts';

export const server = inject('n8nServer');

/** An n8n, signed in; the shared one unless told. */
export async function signIn({ url, home }: { url: string; home: string } = server) {
	const n8n = new N8nRest(url, home);
	await n8n.signIn();
	return n8n;
}

/** A hub for all tests of a file, which ends with them; what it answers never breaks its contract. */
export async function useHub(options: HubOptions = {}): Promise<Hub> {
	const hub = await startHub(options);
	afterAll(async () => {
		await hub.stop();
		expect(hub.contractViolations).toEqual([]);
	});
	return hub;
}

/** The same beside the shared n8n, with a credential for the hub. */
export async function useN8n(options: HubOptions = {}) {
	const [hub, n8n] = await Promise.all([useHub(options), signIn()]);
	return { hub, n8n, credential: await storeCredential(n8n, hub) };
}

/** An n8n of the file's own with the packed package, which is deleted with the tests; started. */
export async function useOwnServer(env: NodeJS.ProcessEnv = {}): Promise<N8nServer> {
	const own = new N8nServer({ env });
	afterAll(async () => await own.remove());
	await installPackage(own.home, await packPackage(own.home));
	await own.start();
	return own;
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

/** A node of a workflow. */
export const nodeOf = (name: string, type: string, rest: Partial<INode> = {}): INode => ({
	id: randomUUID(),
	name,
	type: `n8n-nodes-base.${type}`,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	...rest,
});

const withCredential = ({ id, name }: Credential) => ({ [credentialType]: { id, name } });

/** One of our nodes, called 'Hub' unless told, with its credential. */
export const hubNode = (
	type: string,
	parameters: INodeParameters,
	credential: Credential,
	name = 'Hub',
): INode => ({
	...nodeOf(name, '', { parameters, credentials: withCredential(credential) }),
	type: `${packageName}.${type}`,
});

/** n8n's HTTP Request node with the credential, called 'Hub' unless told. */
export const httpNode = (
	credential: Credential,
	parameters: INodeParameters,
	rest: Partial<INode> = {},
): INode =>
	nodeOf('Hub', 'httpRequest', {
		typeVersion: 4.2,
		credentials: withCredential(credential),
		parameters: {
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credentialType,
			options: {},
			...parameters,
		},
		...rest,
	});

/** A Manual Trigger called 'Start'. */
export const manualStart = (): INode => nodeOf('Start', 'manualTrigger');

/** What a node's first output leads to. */
export const to = (...names: string[]) => ({
	main: [names.map((node) => ({ node, type: 'main' as const, index: 0 }))],
});

/** Saves a workflow: the nodes one after another, unless `connections` says otherwise. */
export async function saveWorkflow(
	n8n: N8nRest,
	nodes: INode[],
	connections: IConnections = Object.fromEntries(
		nodes.slice(1).map(({ name }, index) => [nodes[index]!.name, to(name)]),
	),
	settings?: IWorkflowSettings,
): Promise<Workflow> {
	const name = `${nodes.at(-1)!.name} ${randomUUID()}`;
	return await n8n.createWorkflow({ name, nodes, connections, settings });
}

/** A saved workflow: Manual Trigger 'Start', then the given nodes one after another. */
export const manualWorkflow = async (n8n: N8nRest, ...nodes: INode[]): Promise<Workflow> =>
	await saveWorkflow(n8n, [manualStart(), ...nodes]);

/** Runs the nodes by hand, one after another. */
export const runNodes = async (n8n: N8nRest, ...nodes: INode[]): Promise<Execution> =>
	await n8n.run(await manualWorkflow(n8n, ...nodes), 'Start');
