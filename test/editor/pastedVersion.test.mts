import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode, INodeType } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { loadBuiltPackage, wf } from '../engine/engine.mts';
import { projectRoot } from '../server/install.mjs';
import type { Workflow, WorkflowDefinition } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';
import { useEditor } from './session.mts';

const at = useEditor();
const ours = ({ nodes }: { nodes: INode[] }) =>
	nodes.filter(({ type }) => type.endsWith('.marketplaceHub'));

/** All that a form holds: n8n stores no parameter that has its default. */
async function completeParameters(node: INode) {
	const { nodes } = await loadBuiltPackage();
	const { description } = nodes.find(({ description: { name } }) =>
		node.type.endsWith(`.${name}`),
	) as INodeType;
	const { properties } = description;
	return wf.NodeHelpers.getNodeParameters(
		properties,
		node.parameters,
		true,
		false,
		node,
		description,
	);
}

test('an example whose nodes say version 1.1 keeps all their parameters when it is pasted', async () => {
	const { editor, n8n } = at;
	const file = join(projectRoot, 'examples', 'nightly-stock-sync.json');
	const example = JSON.parse(readFileSync(file, 'utf8')) as WorkflowDefinition;
	for (const node of ours(example)) node.typeVersion = 1.1;
	await editor.goTo('/workflow/new', 'canvas-plus-button');
	await editor.page.evaluate(
		async (text) => await navigator.clipboard.writeText(text),
		JSON.stringify(example),
	);
	await editor.page.keyboard.press('Control+v');
	await editor.nodes().first().waitFor();

	const saved = async () => {
		const id = /\/workflow\/(\w+)/.exec(editor.page.url())?.[1] ?? 'new';
		if (id === 'new') return undefined;
		const workflow = await n8n
			.request<Workflow>('GET', `/rest/workflows/${id}`)
			.catch(() => undefined);
		return workflow !== undefined && ours(workflow).length > 0 ? workflow : undefined;
	};
	const workflow = await waitFor(saved, { what: 'n8n to save the workflow', timeout: 180_000 });
	const found = ours(workflow);
	expect(found.map(({ name }) => name)).toEqual(ours(example).map(({ name }) => name));
	for (const node of ours(example)) {
		const pasted = found.find(({ name }) => name === node.name)!;
		expect(pasted.typeVersion).toBe(1.1);
		expect(await completeParameters(pasted)).toEqual(await completeParameters(node));
	}

	await editor.openNode(workflow.id, found[0]!.id);
	for (const name of ['dryRun', 'wholeList', 'missingInList'])
		await editor.at(`parameter-input-${name}`).first().waitFor();
});
