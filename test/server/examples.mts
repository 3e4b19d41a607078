import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { projectRoot } from './install.mjs';
import type { Credential, N8nRest, Workflow, WorkflowDefinition } from './rest.mts';

const packagePrefix = 'n8n-nodes-marketplace-hub.';

/** The names of all examples, without `.json`. */
export function exampleNames(): string[] {
	return readdirSync(join(projectRoot, 'examples'))
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.slice(0, -'.json'.length))
		.sort();
}

/**
 * Imports `examples/<name>.json` as a user would: picks the credential in each of our nodes, and
 * saves; `tags` are ids, `adapt` changes or replaces a node.
 */
export async function importExample(
	n8n: N8nRest,
	name: string,
	{ id, name: label, type }: Credential,
	tags: string[] = [],
	adapt: (node: INode) => INode = (node) => node,
): Promise<Workflow> {
	const file = join(projectRoot, 'examples', `${name}.json`);
	const example = JSON.parse(await readFile(file, 'utf8')) as WorkflowDefinition;
	const nodes = example.nodes
		.map(adapt)
		.map((node) =>
			node.type.startsWith(packagePrefix)
				? { ...node, credentials: { [type]: { id, name: label } } }
				: node,
		);
	const tagged = { ...example, nodes, tags };
	return await n8n.createWorkflow(tagged);
}

/** The one webhook trigger of ours in a workflow. */
export function triggerOf({ nodes }: WorkflowDefinition): WorkflowDefinition['nodes'][number] {
	const trigger = nodes.find(({ type }) => type === `${packagePrefix}marketplaceHubTrigger`);
	if (!trigger) throw new Error('The workflow has no Marketplace Hub Trigger');
	return trigger;
}
