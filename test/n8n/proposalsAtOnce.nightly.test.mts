import type { IDataObject } from 'n8n-workflow';
import { beforeEach, expect, test } from 'vitest';
import { deleteTables, insertRows, tableRows, updateRows } from '../server/dataTables.mts';
import { importExample } from '../server/examples.mts';
import { useMailbox } from '../support/mailbox.mts';
import { nodeOf, saveWorkflow, server, useN8n } from './session.mts';

/** Many agents that ask a person about their proposals: `proposals.json` by itself. */
const { n8n, credential } = await useN8n({ seed: { products: 1 } });
const { emails, smtp } = await useMailbox(n8n);
const proposals = await importExample(n8n, 'proposals', credential, { smtp });
await n8n.publish(proposals);

const path = `ask-${proposals.id}`;
await n8n.publish(
	await saveWorkflow(n8n, [
		nodeOf('Called', 'webhook', {
			...{ typeVersion: 2.1, webhookId: path },
			parameters: { httpMethod: 'POST', path, responseMode: 'lastNode' },
		}),
		nodeOf('Call', 'executeWorkflow', {
			typeVersion: 1.2,
			parameters: {
				workflowId: { __rl: true, mode: 'id', value: proposals.id },
				workflowInputs: {
					mappingMode: 'defineBelow',
					value: { action: '={{ $json.body.action }}', proposal: '={{ $json.body.proposal }}' },
					...{ matchingColumns: [], schema: [] },
				},
			},
		}),
	]),
);

interface Answer {
	state: string;
	refused?: string;
}
const call = async (action: string, proposal: string): Promise<Answer> => {
	const answer = await fetch(`${server.url}/webhook/${path}`, {
		...{ method: 'POST', headers: { 'content-type': 'application/json' } },
		body: JSON.stringify({ action, proposal }),
	});
	return (await answer.json()) as Answer;
};

const table = 'marketplace_hub_proposals';
const most = 20;
const ids = Array.from({ length: most + 2 }, (_, index) => `proposal-${index + 10}`);
const states = async () => (await tableRows(n8n, table)).map(({ state }) => state);
const proposed = (proposal: string): IDataObject => ({
	...{ proposal, kind: 'stock', state: 'proposed', outcome: '' },
	rows: JSON.stringify([{ sku: 'A', before: { estoque: 1 }, after: { estoque: 2 } }]),
	proposedAt: new Date().toISOString(),
});

beforeEach(async () => {
	await deleteTables(n8n);
	// makes the table
	await call('status', 'none');
	await insertRows(n8n, table, ids.map(proposed));
});

const falling = [...ids].reverse();

test.each<[string, () => Promise<Answer[]>]>([
	['at once', async () => await Promise.all(ids.map(async (id) => await call('ask', id)))],
	[
		'at once, the newest first',
		async () => await Promise.all(falling.map(async (id) => await call('ask', id))),
	],
	[
		'one after the other, the newest first',
		async () => {
			const answers: Answer[] = [];
			for (const id of falling) answers.push(await call('ask', id));
			return answers;
		},
	],
])('of 22 that ask %s, 20 ask a person and two can ask later', async (_when, askAll) => {
	const others = emails.length;
	const answers = await askAll();
	await expect.poll(() => emails.length, { timeout: 60_000 }).toBe(others + most);
	const refused = answers.filter((answer) => answer.refused !== undefined);
	expect(refused).toHaveLength(2);
	for (const { state, refused: why } of refused)
		expect([state, why]).toEqual(['proposed', expect.stringContaining('20 proposals wait')]);
	expect(answers.filter(({ state }) => state === 'asked')).toHaveLength(most);
	await expect
		.poll(async () => (await states()).sort(), { timeout: 60_000 })
		.toEqual([...Array<string>(2).fill('proposed'), ...Array<string>(most).fill('waiting')]);

	const rows = await tableRows(n8n, table);
	const [later] = rows.filter(({ state }) => state === 'proposed');
	const answered = rows.find(({ state }) => state === 'waiting')!.proposal as string;
	await updateRows(n8n, table, ['proposal', answered], { state: 'declined' });
	expect(await call('ask', later!.proposal as string)).toMatchObject({ state: 'asked' });
	await expect.poll(() => emails.length, { timeout: 60_000 }).toBe(others + most + 1);
});
