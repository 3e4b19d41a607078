import { expect, test } from 'vitest';
import { exampleNames, importExample } from '../server/examples.mts';
import { useN8n } from './session.mts';

const { n8n, credential } = await useN8n();

interface Report {
	workflowResults: Array<{ ruleId: string }>;
}
interface Affected {
	affectedWorkflows: Array<{ id: string }>;
}

test("n8n's migration report for version 3 names no example, and it finds a node that will go", async () => {
	const examples = await Promise.all(
		exampleNames().map(async (name) => await importExample(n8n, name, credential)),
	);
	const goes = {
		id: 'a',
		name: 'Each',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		position: [0, 0] as [number, number],
		parameters: { mode: 'each', workflowId: '1' },
	};
	const removed = await n8n.createWorkflow({ name: 'What goes', nodes: [goes], connections: {} });

	const reports = '/rest/breaking-changes/report';
	const { report } = await n8n.request<{ report: Report }>('POST', `${reports}/refresh?version=v3`);
	// the server has workflows of other tests, too
	const ours = new Map([removed, ...examples].map(({ id, name }) => [id, name]));
	const told: unknown[] = [];
	for (const { ruleId } of report.workflowResults) {
		const { affectedWorkflows } = await n8n.request<Affected>('GET', `${reports}/${ruleId}`);
		for (const { id } of affectedWorkflows) if (ours.has(id)) told.push([ruleId, ours.get(id)]);
	}
	expect(told).toEqual([['execute-workflow-each-mode-v3', 'What goes']]);
});
