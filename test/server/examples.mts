import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { INode, IWorkflowSettings } from 'n8n-workflow';
import { projectRoot } from './install.mjs';
import type { Credential, N8nRest, Workflow, WorkflowDefinition } from './rest.mts';

const packagePrefix = 'n8n-nodes-marketplace-hub.';
const chatModelNode = '@n8n/n8n-nodes-langchain.lmChatOpenAi';
const mailNode = 'n8n-nodes-base.emailSend';

/** The names of all examples, without `.json`. */
export function exampleNames(): string[] {
	return readdirSync(join(projectRoot, 'examples'))
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.slice(0, -'.json'.length))
		.sort();
}

/** The name that an example's workflow has in the editor. */
export function exampleTitle(name: string): string {
	return (JSON.parse(readFileSync(fileOf(name), 'utf8')) as WorkflowDefinition).name;
}

const fileOf = (name: string) => join(projectRoot, 'examples', `${name}.json`);

export interface ImportOptions {
	/** IDs of the tags that the workflow gets. */
	tags?: string[];
	/** For the node that talks to a language model. */
	chatModel?: Credential;
	/** For the node that sends emails. */
	smtp?: Credential;
	/** Changes or replaces a node. */
	adapt?: (node: INode) => INode;
	/** Beside those of the file. */
	settings?: IWorkflowSettings;
}

/**
 * Imports `examples/<name>.json` as a user would: picks the credential in each of our nodes, and
 * saves.
 */
export async function importExample(
	n8n: N8nRest,
	name: string,
	credential: Credential,
	{ tags = [], chatModel, smtp, adapt = (node) => node, settings }: ImportOptions = {},
): Promise<Workflow> {
	const example = JSON.parse(await readFile(fileOf(name), 'utf8')) as WorkflowDefinition;
	const credentialFor = (type: string) => {
		if (type.startsWith(packagePrefix)) return credential;
		if (type === mailNode) return smtp;
		return type === chatModelNode ? chatModel : undefined;
	};
	const nodes = example.nodes.map(adapt).map((node) => {
		const chosen = credentialFor(node.type);
		// as the editor gives one to a trigger that it imports
		const own = isWebhook(node) ? { ...node, webhookId: randomUUID() } : node;
		if (!chosen) return own;
		return { ...own, credentials: { [chosen.type]: { id: chosen.id, name: chosen.name } } };
	});
	const tagged = { ...example, nodes, tags, settings: { ...example.settings, ...settings } };
	return await n8n.createWorkflow(tagged);
}

const isWebhook = ({ type }: INode) =>
	type === `${packagePrefix}marketplaceHubTrigger` || type.endsWith('.chatTrigger');

/** The one webhook trigger of ours in a workflow. */
export function triggerOf({ nodes }: WorkflowDefinition): WorkflowDefinition['nodes'][number] {
	const trigger = nodes.find(({ type }) => type === `${packagePrefix}marketplaceHubTrigger`);
	if (!trigger) throw new Error('The workflow has no Marketplace Hub Trigger');
	return trigger;
}
