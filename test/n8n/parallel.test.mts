import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outputOf, type Credential, type N8nRest } from '../server/rest.mts';
import { startHub, type Hub } from '../hub/index.mts';
import { hubNode, manualWorkflow, signIn, storeCredential } from './session.mts';

describe('twenty executions at once in a real n8n', () => {
	let hub: Hub;
	let n8n: N8nRest;
	let credential: Credential;

	beforeAll(async () => {
		// slow answers, so that the executions overlap
		[hub, n8n] = await Promise.all([startHub({ seed: { orders: 3 }, latency: 100 }), signIn()]);
		credential = await storeCredential(n8n, hub);
	});

	afterAll(async () => await hub.stop());

	const runTwenty = async () => {
		const node = hubNode('marketplaceHub', { resource: 'order', operation: 'getMany' }, credential);
		const workflow = await manualWorkflow(n8n, node);
		return await Promise.all(
			Array.from({ length: 20 }, async () => await n8n.run(workflow, 'Start')),
		);
	};

	test('with a fresh credential: one token exchange, all succeed', async () => {
		const executions = await runTwenty();
		for (const execution of executions) expect(outputOf(execution, 'Hub')).toHaveLength(3);
		expect(hub.tokens.issued).toBe(1);
	});

	test('with an expired token: one more exchange, all succeed', async () => {
		hub.tokens.expire();
		const executions = await runTwenty();
		for (const execution of executions) expect(outputOf(execution, 'Hub')).toHaveLength(3);
		expect(hub.tokens.issued).toBe(2);
	});
});
