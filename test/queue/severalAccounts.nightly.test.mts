import { afterAll, expect, test } from 'vitest';
import type { Hub } from '../hub/index.mts';
import { hubNode, nodeOf, saveWorkflow, storeCredential, useHub } from '../n8n/session.mts';
import { send } from '../n8n/triggersSupport.mts';
import { bySku, go, op } from '../support/items.mts';
import { addSimple } from '../support/sync.mts';
import { platform } from './platform.mts';

const PRODUCTS = 100;

const { n8n, rest } = await platform();
const sellers = [await useHub({ latency: 20 }), await useHub({ latency: 20 })];
const keysOf = ({ url, apiKey, secretKey }: Hub) => ({ url, apiKey, secretKey });
const rows = Array.from({ length: 2 * PRODUCTS }, (_, index) => ({
	...keysOf(sellers[index % 2]!),
	seller: index % 2,
	sku: `P${Math.floor(index / 2)}`,
}));

const credential = await storeCredential(rest, sellers[0]!, {
	baseUrl: '={{ $json.url }}',
	apiKey: '={{ $json.apiKey }}',
	secretKey: '={{ $json.secretKey }}',
});
const workflow = await saveWorkflow(rest, [
	{
		...nodeOf('Start', 'webhook', {
			typeVersion: 2,
			parameters: { path: 'sellers', httpMethod: 'POST' },
		}),
		webhookId: 'sellers',
	},
	nodeOf('List', 'set', {
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ rows }), options: {} },
	}),
	nodeOf('Rows', 'splitOut', {
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'rows', options: {} },
	}),
	{
		...hubNode(
			'marketplaceHub',
			op('product get', { sku: bySku('={{ $json.sku }}'), simplify: true }),
			credential,
		),
		...go,
	},
]);
await rest.publish(workflow);
afterAll(async () => await rest.deleteWorkflow(workflow));

test("two workers, two accounts in each run: every item has its own seller's product, or says that the account is in use elsewhere", async () => {
	for (const [index, hub] of sellers.entries()) {
		addSimple(hub, PRODUCTS);
		for (const product of hub.state.products.values()) product.nome = `Seller ${index}`;
	}
	const address = `${n8n.webhook.url}/webhook/sellers`;
	let calls = 0;
	// n8n gives an execution to whichever worker asks first
	while (n8n.workers.some((worker) => worker.begun().length === 0) || calls < 4) {
		for (const reply of await Promise.all([send(address, '{}'), send(address, '{}')]))
			expect(reply).toMatchObject({ status: 200 });
		calls += 2;
		if (calls > 20) break;
	}
	const executions = await n8n.endedExecutions(workflow, calls, 120_000);
	for (const { status, outputs } of executions) {
		expect(status).toBe('success');
		const results = outputs.Hub ?? [];
		expect(results).toHaveLength(rows.length);
		for (const [index, { nome, error, description }] of results.entries()) {
			if (error === undefined) expect(nome).toBe(`Seller ${index % 2}`);
			else expect(description).toContain('the account is in use elsewhere');
		}
	}
}, 240_000);
