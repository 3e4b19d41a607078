import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { projectRoot } from '../server/install.mjs';
import type { Workflow, WorkflowDefinition } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';
import { useEditor } from './session.mts';

const session = useEditor();

const file = join(projectRoot, 'examples', 'receive-orders.json');
const randomId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const triggerIn = ({ nodes }: { nodes: INode[] }) =>
	nodes.find(({ type }) => type.endsWith('.marketplaceHubTrigger'))!;

/** The trigger of a new workflow into which the example is imported by the editor's menu, as n8n saves it. */
async function importedTrigger(): Promise<INode> {
	const { editor, n8n } = session;
	await editor.goTo('/workflow/new', 'canvas-plus-button');
	await editor.at('workflow-import-input').setInputFiles(file);
	await editor.at('canvas-node').first().waitFor();
	const saved = async () => {
		const id = /\/workflow\/(\w+)/.exec(editor.page.url())?.[1] ?? 'new';
		if (id === 'new') return undefined;
		const workflow = await n8n
			.request<Workflow>('GET', `/rest/workflows/${id}`)
			.catch(() => undefined);
		return workflow?.nodes.some(({ type }) => type.endsWith('.marketplaceHubTrigger')) === true
			? workflow
			: undefined;
	};
	const workflow = await waitFor(saved, { what: 'n8n to save the workflow', timeout: 180_000 });
	return triggerIn(workflow);
}

test('the trigger of an example gets a new random address at each import in the editor', async () => {
	const example = JSON.parse(readFileSync(file, 'utf8')) as WorkflowDefinition;
	expect(triggerIn(example).webhookId).toBeUndefined();
	const [first, second] = [await importedTrigger(), await importedTrigger()];
	expect(first.webhookId).toMatch(randomId);
	expect(second.webhookId).toMatch(randomId);
	expect(second.webhookId).not.toBe(first.webhookId);
});

test("the trigger gets a random address from n8n's REST route, too", async () => {
	const { nodes, connections, name } = JSON.parse(readFileSync(file, 'utf8')) as WorkflowDefinition;
	const made = await session.n8n.createWorkflow({ name, nodes, connections });
	expect(triggerIn(made).webhookId).toMatch(randomId);
});
