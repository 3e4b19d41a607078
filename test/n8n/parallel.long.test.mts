import { describe, expect, test } from 'vitest';
import { outputOf } from '../server/rest.mts';
import { hubNode, manualWorkflow, useN8n } from './session.mts';

// slow answers, so that the executions overlap
const { hub, n8n, credential } = await useN8n({ seed: { orders: 3 }, latency: 100 });

describe('twenty executions at once in a real n8n', () => {
	const runTwenty = async () => {
		const node = hubNode('marketplaceHub', { resource: 'order', operation: 'getMany' }, credential);
		const workflow = await manualWorkflow(n8n, node);
		return await Promise.all(
			Array.from({ length: 20 }, async () => await n8n.run(workflow, 'Start')),
		);
	};

	test.each(['fresh', 'expired'])(
		'with a token that is %s: one exchange, and all succeed',
		async () => {
			const issued = hub.tokens.issued;
			hub.tokens.expire();
			const executions = await runTwenty();
			for (const execution of executions) expect(outputOf(execution, 'Hub')).toHaveLength(3);
			expect(hub.tokens.issued).toBe(issued + 1);
		},
	);
});
