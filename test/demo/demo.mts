import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { INode } from 'n8n-workflow';
import { credentialData, credentialType } from '../engine/credentialData.mts';
import { deleteFolder } from '../server/deleteFolder.mts';
import {
	apiCredentialData,
	exampleNames,
	asText,
	exampleTitle,
	importExample,
	linking,
	listedExamples,
	mentionedIn,
	tagsOf,
	type ImportOptions,
	type ListedExample,
} from '../server/examples.mts';
import { projectRoot, serverVersion } from '../server/install.mjs';
import { startMailServer, type MailServer } from '../server/mailServer.mts';
import { isPortFree } from '../server/ports.mjs';
import { N8nRest, owner, type Credential, type Workflow } from '../server/rest.mts';
import { RestError } from '../server/restSession.mts';
import { N8nServer } from '../server/server.mts';
import { demoSeed } from '../hub/data/demoSeed.mts';
import { startHub } from '../hub/index.mts';
import type { Hub, ShownExample } from '../hub/types.mts';
import { keptPassword, passwordFile, randomPassword } from './password.mts';
import { simulateOrder } from './simulate.mts';
import { stopSignal } from './stopSignal.mts';

/** The example that is published and shown at work. */
const shownExample = 'receive-orders';
/** The example that agents' tools of other examples call. */
const calledExample = 'proposals';
const examplesTag = 'Marketplace Hub examples';

export interface DemoOptions {
	ports: { hub: number; n8n: number };
	/** Ends after the simulated order instead of staying up. */
	once: boolean;
	/** Begins with an n8n that has nothing of earlier starts. */
	fresh: boolean;
}

/** Where n8n keeps its database between starts, unless the demo ends after one order. */
const keptHome = process.env.DEMO_HOME ?? join(projectRoot, '.demo');
/** The one folder whose files n8n's nodes may read and write. */
const filesFolder = join(keptHome, 'files');

/** Runs the demo until Ctrl-C; returns the exit code. */
export async function runDemo({ ports, once, fresh }: DemoOptions): Promise<number> {
	const stopRequest = stopSignal();
	if (fresh) await deleteFolder(keptHome);
	// n8n's database and log are nobody else's
	if (!once) await mkdir(filesFolder, { recursive: true, mode: 0o700 });
	const password = once ? randomPassword() : await keptPassword(keptHome);
	const server = new N8nServer({
		port: ports.n8n,
		home: once ? undefined : keptHome,
		env: { N8N_RESTRICT_FILE_ACCESS_TO: filesFolder },
	});
	let hub: Hub | undefined;
	let second: Hub | undefined;
	const mail = await startMailServer();
	const examples: ShownExample[] = [];
	const play = async () => {
		const shown = { emails: mail.emails, examples };
		hub = await startHub({ port: ports.hub, panel: true, seed: demoSeed, ...shown });
		console.log(`✓ Local hub at ${hub.url} (sandbox; ${keysOf(hub)})`);
		if (!once) {
			second = await startSecond(ports);
			console.log(`✓ A second seller's account at ${second.url} (${keysOf(second)})`);
		}
		const { n8n, workflows } = await prepareN8n(server, password, hub, mail);
		const workflow = workflows.get(shownExample)!;
		examples.push(...listedExamples().map((listed) => shownOf(n8n, workflows, listed)));
		console.log('\nAn order, step by step');
		let count = 0;
		await simulateOrder(hub, n8n, workflow, (line) => console.log(`  ${++count}. ${line}`));
		if (once) return;
		console.log(explanation(server.url, password, hub, workflow));
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
		await (once ? server.remove() : server.stop());
		await Promise.all([hub?.stop(), second?.stop(), mail.stop()]);
		console.log('Both have ended.');
		if (!once)
			console.log(
				`Your workflows are kept in ${keptHome}; \`npm start -- --fresh\` begins without them.`,
			);
	}
}

const keysOf = ({ apiKey, secretKey }: Hub) => `API Key ${apiKey}, Secret Key ${secretKey}`;

/** Another seller's account, to onboard beside the first: at the port behind the hub's, or another one if that is taken. */
async function startSecond({ hub, n8n }: DemoOptions['ports']): Promise<Hub> {
	const next = hub + 1;
	const port = next !== n8n && next < 65_536 && (await isPortFree(next)) ? next : 0;
	const keys = {
		apiKey: 'second-api-key-not-a-secret',
		secretKey: 'second-secret-key-not-a-secret',
	};
	return await startHub({ port, panel: true, seed: demoSeed, ...keys });
}

async function prepareN8n(
	server: N8nServer,
	password: string,
	hub: Hub,
	mail: MailServer,
): Promise<{ n8n: N8nRest; workflows: Map<string, Workflow> }> {
	const started = Date.now();
	await server.install();
	console.log('… n8n starts');
	await server.start();
	console.log(
		`✓ n8n ${serverVersion} at ${server.url} (${Math.round((Date.now() - started) / 1000)} s)`,
	);

	const n8n = new N8nRest(server.url);
	await n8n.signIn(password).catch((error: unknown) => {
		if (!(error instanceof RestError) || error.status !== 401) throw error;
		throw new Error(
			`n8n refuses the password in ${passwordFile(server.home)}. Put the one in there that the owner has, or begin anew with \`npm start -- --fresh\`.`,
		);
	});
	const credential = await provideCredential(n8n, {
		name: 'Local hub',
		type: credentialType,
		data: credentialData(hub),
	});
	const smtp = await provideCredential(n8n, { name: 'Local mailbox', ...mail.credential });
	const { status, message } = await n8n.testCredential(credential);
	if (status !== 'OK') throw new Error(`The credential test says: ${message}`);
	const n8nApi = await provideCredential(n8n, await apiCredential(n8n));
	const login = await provideCredential(n8n, {
		name: 'Login of the editor',
		type: 'httpBasicAuth',
		data: { user: owner.email, password },
	});
	const workflows = await importExamples(n8n, credential, { smtp, n8nApi, login });
	const workflow = workflows.get(shownExample);
	if (!workflow) throw new Error(`The example ${shownExample} is missing`);
	await n8n.publish(workflow);
	console.log(
		`✓ Owner account, credential "${credential.name}", ${workflows.size} example workflows with the tag ` +
			`"${examplesTag}"; "${workflow.name}" is published`,
	);
	return { n8n, workflows };
}

/** The credential of an earlier start with what it must hold now, else a new one. */
async function provideCredential(
	n8n: N8nRest,
	wanted: Omit<Credential, 'id'>,
): Promise<Credential> {
	const all = await n8n.request<Credential[]>('GET', '/rest/credentials');
	const kept = all.find(({ name, type }) => name === wanted.name && type === wanted.type);
	if (kept === undefined) return await n8n.createCredential(wanted);
	await n8n.updateCredential({ ...wanted, id: kept.id });
	return { ...wanted, id: kept.id };
}

/**
 * Every example by its file name, each with its credentials, the examples' tag and those of its own. Those of an earlier
 * start stay as they were left.
 */
async function importExamples(
	n8n: N8nRest,
	credential: Credential,
	others: Pick<ImportOptions, 'smtp' | 'n8nApi' | 'login'>,
): Promise<Map<string, Workflow>> {
	const tagIds = new Map(
		(await n8n.request<Array<{ id: string; name: string }>>('GET', '/rest/tags')).map((tag) => [
			tag.name,
			tag.id,
		]),
	);
	const idsOf = async (names: string[]): Promise<string[]> => {
		for (const name of names)
			if (!tagIds.has(name))
				tagIds.set(name, (await n8n.request<{ id: string }>('POST', '/rest/tags', { name })).id);
		return names.map((name) => tagIds.get(name)!);
	};
	const kept = (
		await n8n.request<Array<Workflow & { isArchived?: boolean }>>(
			'GET',
			'/rest/workflows?includeScopes=false',
		)
	).filter(({ isArchived }) => isArchived !== true);
	const workflows = new Map<string, Workflow>();
	const underWay = new Set<string>();
	/** Those that its note leads to come first; the tools that call `calledExample` come after it. */
	const provide = async (name: string): Promise<void> => {
		if (underWay.has(name)) return;
		underWay.add(name);
		if (name !== calledExample) for (const other of mentionedIn(name)) await provide(other);
		const title = exampleTitle(name);
		const known = kept.find((workflow) => workflow.name === title);
		const choose = calling(workflows.get(calledExample));
		const link = linking([...workflows.values()]);
		const adapt = (node: INode) => link(choose(node));
		const tags = known === undefined ? await idsOf([examplesTag, ...tagsOf(name)]) : [];
		workflows.set(
			name,
			known === undefined
				? await importExample(n8n, name, credential, { tags, ...others, adapt })
				: await n8n.request<Workflow>('GET', `/rest/workflows/${known.id}`),
		);
	};
	for (const name of [calledExample, ...exampleNames()]) await provide(name);
	return workflows;
}

/** Chooses the workflow in an agent's tool that calls one. */
const calling =
	(workflow: Workflow | undefined) =>
	(node: INode): INode => {
		if (workflow === undefined || !node.type.endsWith('.toolWorkflow')) return node;
		const { id, name } = workflow;
		const workflowId = { __rl: true, mode: 'list', value: id, cachedResultName: name };
		return { ...node, parameters: { ...node.parameters, workflowId } };
	};

/** A new API key of the owner, in place of that of an earlier start. */
async function apiCredential(n8n: N8nRest): Promise<Omit<Credential, 'id'>> {
	const label = 'Marketplace Hub demo';
	const path = '/rest/api-keys';
	const { items } = await n8n.request<{ items: Array<{ id: string; label: string }> }>('GET', path);
	for (const key of items)
		if (key.label === label) await n8n.request('DELETE', `${path}/${key.id}`);
	const data = apiCredentialData(n8n.url, await n8n.createApiKey(label));
	return { name: 'API of this n8n', type: 'n8nApi', data };
}

/** A workflow for the panel, with what its note tells to do before a run, and what it deletes. */
function shownOf(
	n8n: N8nRest,
	workflows: ReadonlyMap<string, Workflow>,
	{ name, group, does }: ListedExample,
): ShownExample {
	const { id, name: title, nodes } = workflows.get(name)!;
	const note = nodes.find(({ type }) => type.endsWith('.stickyNote'))?.parameters.content;
	const told = /^\*\*(?:Run first|It deletes|First|Before|Replace|Answer|Publish).*$/gm;
	const lines = String(note).match(told) ?? [];
	const before = asText(lines.map((line) => line.split(/(?<=\.) /)[0]).join(' '));
	return { group, title, url: `${n8n.url}/workflow/${id}`, does, before };
}

function explanation(url: string, password: string, hub: Hub, workflow: Workflow): string {
	return `
Editor     ${url}/home/workflows
This order ${url}/workflow/${workflow.id}/executions
Hub panel  ${new URL('/', hub.url).href}
Files      ${filesFolder} (Read/Write Files from Disk may use this folder alone)
README     ${pathToFileURL(join(projectRoot, 'README.md')).href}#try-it

E-mail     ${owner.email}
Password   ${password}

New order in the hub panel makes the next order: it appears in the editor as an execution.
Emails of the examples arrive in the panel's Mailbox; its page Examples opens each example.
Ctrl-C ends everything; n8n's folder stays in ${keptHome}.`;
}
