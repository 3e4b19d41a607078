import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from './install.mjs';
import type { Credential, N8nRest, Workflow, WorkflowDefinition } from './rest.mts';

const packagePrefix = 'n8n-nodes-marketplace-hub.';

/** Imports `examples/<name>.json` as a user would: picks the credential in each of our nodes, and saves. */
export async function importExample(
	n8n: N8nRest,
	name: string,
	{ id, name: label, type }: Credential,
): Promise<Workflow> {
	const file = join(projectRoot, 'examples', `${name}.json`);
	const example = JSON.parse(await readFile(file, 'utf8')) as WorkflowDefinition;
	const nodes = example.nodes.map((node) =>
		node.type.startsWith(packagePrefix)
			? { ...node, credentials: { [type]: { id, name: label } } }
			: node,
	);
	return await n8n.createWorkflow({ ...example, nodes });
}

/** The one webhook trigger of ours in a workflow. */
export function triggerOf({ nodes }: WorkflowDefinition): WorkflowDefinition['nodes'][number] {
	const trigger = nodes.find(({ type }) => type === `${packagePrefix}marketplaceHubTrigger`);
	if (!trigger) throw new Error('The workflow has no Marketplace Hub Trigger');
	return trigger;
}
