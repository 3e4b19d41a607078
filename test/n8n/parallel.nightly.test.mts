import { describe, expect, test } from 'vitest';
import { outputOf, type Credential } from '../server/rest.mts';
import { hubNode, manualWorkflow, storeCredential, useN8n } from './session.mts';

// slow answers, so that the executions overlap
const { hub, n8n } = await useN8n({ seed: { orders: 3 }, latency: 100 });

describe('twenty executions at once in a real n8n', () => {
	const runTwenty = async (credential: Credential) => {
		const node = hubNode('marketplaceHub', { resource: 'order', operation: 'getMany' }, credential);
		const workflow = await manualWorkflow(n8n, node);
		return await Promise.all(
			Array.from({ length: 20 }, async () => await n8n.run(workflow, 'Start')),
		);
	};

	test.each(['fresh', 'expired'])(
		'with a token that is %s: one exchange, and all succeed',
		async (token) => {
			const credential = await storeCredential(n8n, hub);
			if (token === 'expired') await runTwenty(credential);
			const issued = hub.tokens.issued;
			if (token === 'expired') hub.tokens.expire();
			const executions = await runTwenty(credential);
			for (const execution of executions) expect(outputOf(execution, 'Hub')).toHaveLength(3);
			expect(hub.tokens.issued).toBe(issued + 1);
		},
	);
});
