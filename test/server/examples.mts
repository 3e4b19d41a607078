import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { INode, IWorkflowSettings } from 'n8n-workflow';
import { projectRoot } from './install.mjs';
import type { Credential, N8nRest, Workflow, WorkflowDefinition } from './rest.mts';

const packagePrefix = 'n8n-nodes-marketplace-hub.';
const chatModelNode = '@n8n/n8n-nodes-langchain.lmChatOpenAi';
const n8nNode = 'n8n-nodes-base.n8n';
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

/** An example as the README lists it. */
export interface ListedExample {
	/** the file's name, without `.json` */
	name: string;
	/** the journey that it belongs to */
	group: string;
	/** what it does, in one line */
	does: string;
}

/** The examples in the order of the README. */
export function listedExamples(): ListedExample[] {
	const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');
	const row = /^\| ([^|]*)\| \[[^\]]+\]\(examples\/([\w-]+)\.json\) *\| ([^|]*)\|$/gm;
	let group = '';
	return [...readme.matchAll(row)].map(([, journey = '', name = '', does = '']) => {
		group = journey.trim() === '' ? group : journey.trim();
		return { name, group, does: asText(does).trim() };
	});
}

/** Markdown without its marks. */
export const asText = (markdown: string): string =>
	markdown.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replace(/(?<!\w)_|_(?!\w)|[*`]/g, '');

/** The names of the tags that an example brings along. */
export function tagsOf(name: string): string[] {
	const { tags = [] } = JSON.parse(readFileSync(fileOf(name), 'utf8')) as {
		tags?: Array<{ name: string }>;
	};
	return tags.map((tag) => tag.name);
}

/** The data tables that an example makes: their names and columns. */
export function tablesOf(name: string): Map<string, Array<{ name: string; type: string }>> {
	const { nodes } = JSON.parse(readFileSync(fileOf(name), 'utf8')) as WorkflowDefinition;
	const made = nodes.flatMap(({ parameters: { tableName, columns } }) =>
		typeof tableName === 'string'
			? [
					[
						tableName,
						(columns as { column: Array<{ name: string; type: string }> }).column,
					] as const,
				]
			: [],
	);
	return new Map(made);
}

const fileOf = (name: string) => join(projectRoot, 'examples', `${name}.json`);

export interface ImportOptions {
	/** IDs of the tags that the workflow gets. */
	tags?: string[];
	/** For the node that talks to a language model. */
	chatModel?: Credential;
	/** For the node that sends emails. */
	smtp?: Credential;
	/** For the nodes that ask n8n's own API. */
	n8nApi?: Credential;
	/** For the forms that want a login. */
	login?: Credential;
	/** Changes or replaces a node. */
	adapt?: (node: INode) => INode;
	/** Beside those of the file. */
	settings?: IWorkflowSettings;
}

/**
 * Imports `examples/<name>.json` as a user would: picks the credential in each of our nodes, types
 * n8n's address in where it is asked for, and saves.
 */
export async function importExample(
	n8n: N8nRest,
	name: string,
	credential: Credential,
	{ tags = [], adapt = (node) => node, settings, ...credentials }: ImportOptions = {},
): Promise<Workflow> {
	const example = JSON.parse(await readFile(fileOf(name), 'utf8')) as WorkflowDefinition;
	const credentialFor = ({ type, parameters }: INode) => {
		if (type.startsWith(packagePrefix)) return credential;
		if (type === mailNode) return credentials.smtp;
		if (type === n8nNode || parameters.nodeCredentialType === 'n8nApi') return credentials.n8nApi;
		if (parameters.authentication === 'basicAuth') return credentials.login;
		return type === chatModelNode ? credentials.chatModel : undefined;
	};
	const nodes = example.nodes
		.map(adapt)
		.map(addressed(n8n.url))
		.map((node) => {
			const chosen = credentialFor(node);
			// as the editor gives one to a trigger that it imports
			const own = isWebhook(node) ? { ...node, webhookId: randomUUID() } : node;
			if (!chosen) return own;
			return { ...own, credentials: { [chosen.type]: { id: chosen.id, name: chosen.name } } };
		});
	const tagged = { ...example, nodes, tags, settings: { ...example.settings, ...settings } };
	return await n8n.createWorkflow(tagged);
}

/** What the kit's credential for n8n's own API holds: the key goes to that n8n alone. */
export const apiCredentialData = (url: string, apiKey: string) => ({
	apiKey,
	baseUrl: `${url}/api/v1`,
	allowedHttpRequestDomains: 'domains',
	allowedDomains: new URL(url).hostname,
});

/** Types n8n's address into the node of an example that asks for it, unless `adapt` has. */
const addressed =
	(address: string) =>
	(node: INode): INode => {
		const [field] =
			(node.parameters.assignments as { assignments?: Array<{ name: string; value: unknown }> })
				?.assignments ?? [];
		if (node.name !== 'Address of n8n' || field?.value !== '') return node;
		const assignments = { assignments: [{ ...field, value: address }] };
		return { ...node, parameters: { ...node.parameters, assignments } };
	};

const isWebhook = ({ type }: INode) =>
	type === `${packagePrefix}marketplaceHubTrigger` || /\.(chat|form)Trigger$/.test(type);

const NEW_YEARS_EVE = '0 5 31 12 *';

/**
 * Adapts an example: nothing in it starts by the clock, so no run comes between two steps of a test.
 * A queue trigger still polls when it is published, and a schedule when a test starts it.
 */
export function unscheduled(node: INode): INode {
	const parametersOf: Record<string, INode['parameters'] | undefined> = {
		[`${packagePrefix}marketplaceHubQueueTrigger`]: {
			pollTimes: { item: [{ mode: 'custom', cronExpression: NEW_YEARS_EVE }] },
		},
		'n8n-nodes-base.scheduleTrigger': {
			rule: { interval: [{ field: 'cronExpression', expression: NEW_YEARS_EVE }] },
		},
	};
	return { ...node, parameters: { ...node.parameters, ...parametersOf[node.type] } };
}

/** A name of a workflow in a note. */
const mention = /(?<!\*)\*([^*\n]+)\*(?!\*)/g;

/** The examples that the note of an example names, without itself. */
export function mentionedIn(name: string): string[] {
	const { nodes } = JSON.parse(readFileSync(fileOf(name), 'utf8')) as WorkflowDefinition;
	const notes = nodes.map(({ parameters }) => String(parameters.content ?? '')).join('\n');
	const titles = new Set([...notes.matchAll(mention)].map(([, title]) => title));
	return exampleNames().filter((other) => other !== name && titles.has(exampleTitle(other)));
}

/** Adapts an example: its notes lead to the workflows that they name, where these are there. */
export const linking =
	(workflows: Iterable<Pick<Workflow, 'id' | 'name'>>) =>
	(node: INode): INode => {
		if (!node.type.endsWith('.stickyNote')) return node;
		const ids = new Map([...workflows].map(({ id, name }) => [name, id]));
		const content = String(node.parameters.content).replace(mention, (text, title: string) => {
			const id = ids.get(title);
			return id === undefined ? text : `[${title}](/workflow/${id})`;
		});
		return { ...node, parameters: { ...node.parameters, content } };
	};

/** The one webhook trigger of ours in a workflow. */
export function triggerOf({ nodes }: WorkflowDefinition): WorkflowDefinition['nodes'][number] {
	const trigger = nodes.find(({ type }) => type === `${packagePrefix}marketplaceHubTrigger`);
	if (!trigger) throw new Error('The workflow has no Marketplace Hub Trigger');
	return trigger;
}
