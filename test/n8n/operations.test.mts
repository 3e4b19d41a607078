import { describe, expect, test } from 'vitest';
import { outputOf } from '../server/rest.mts';
import { outputSchema } from '../support/built.mts';
import { parametersOf } from '../support/everyOperation.mts';
import { names, results, seed } from './operationRows.mts';
import { hubNode, runNodes, useN8n } from './session.mts';

interface Property {
	name: string;
	options?: Array<{ value: string }>;
	displayOptions?: { show?: { resource?: string[] } };
}

const { hub, n8n, credential } = await useN8n({ seed, batchDuration: 300 });

describe('every operation, run by hand in a real n8n', () => {
	test('they are the operations that n8n offers', async () => {
		const types = await n8n.request<Array<{ name: string; properties: Property[] }>>(
			'GET',
			'/types/nodes.json',
		);
		const { properties } = types.find(
			({ name }) => name === 'n8n-nodes-marketplace-hub.marketplaceHub',
		)!;
		const offered = properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options = [], displayOptions }) =>
				options.map(({ value }) => `${displayOptions?.show?.resource?.[0]} ${value}`),
			)
			.filter((name) => !name.endsWith('__CUSTOM_API_CALL__'));
		expect([...names].sort()).toEqual(offered.sort());
	});

	test.each(names)('%s', async (name) => {
		const { changes, items, first, file } = results[name] ?? {};
		const parameters = parametersOf(name, hub, changes?.(hub));
		const wanted = first?.(hub);
		const execution = await runNodes(n8n, hubNode('marketplaceHub', parameters, credential));

		expect(execution.error?.message).toBeUndefined();
		const output = outputOf(execution, 'Hub');
		const [record = {}] = output;
		if (wanted) {
			expect(record).toMatchObject(wanted);
			expect(output).toHaveLength(items ?? 1);
		} else {
			expect(Object.keys(outputSchema(name).properties as object)).toEqual(
				expect.arrayContaining(Object.keys(record)),
			);
			expect(record).not.toEqual({});
		}
		if (file) {
			const item = execution.runData.Hub?.[0]?.data?.main?.[0]?.[0];
			expect(item?.binary?.data?.mimeType).toMatch(file);
		}
	});
});
