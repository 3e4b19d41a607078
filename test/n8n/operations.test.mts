import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outputOf, type Credential, type N8nRest } from '../server/rest.mts';
import { startHub, type Hub } from '../hub/index.mts';
import { rows, seed } from './operationRows.mts';
import { hubNode, manualWorkflow, signIn, storeCredential } from './session.mts';

interface Property {
	name: string;
	options?: Array<{ value: string }>;
	displayOptions?: { show?: { resource?: string[] } };
}

const titled = rows.map((row) => [`${row.resource} ${row.operation}`, row] as const);

describe('every operation, run by hand in a real n8n', () => {
	let hub: Hub;
	let n8n: N8nRest;
	let credential: Credential;

	beforeAll(async () => {
		[hub, n8n] = await Promise.all([startHub({ seed, batchDuration: 300 }), signIn()]);
		credential = await storeCredential(n8n, hub);
	});

	afterAll(async () => {
		expect(hub.contractViolations).toEqual([]);
		await hub.stop();
	});

	test('there is a row for each operation that n8n offers', async () => {
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
		expect(titled.map(([title]) => title).sort()).toEqual(offered.sort());
	});

	test.each(titled)(
		'%s',
		async (_title, { resource, operation, parameters, items = 1, first, file }) => {
			const node = hubNode(
				'marketplaceHub',
				{ resource, operation, ...parameters?.(hub) },
				credential,
			);
			const wanted = first(hub);
			const execution = await n8n.run(await manualWorkflow(n8n, node), 'Start');

			expect(execution.error?.message).toBeUndefined();
			const output = outputOf(execution, 'Hub');
			expect(output[0]).toMatchObject(wanted);
			expect(output).toHaveLength(items);
			if (file) {
				const item = execution.runData.Hub?.[0]?.data?.main?.[0]?.[0];
				expect(item?.binary?.data?.mimeType).toMatch(file);
			}
		},
	);
});
