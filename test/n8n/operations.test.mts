import { expect, test } from 'vitest';
import { outputOf } from '../server/rest.mts';
import { outputSchema } from '../support/built.mts';
import { completeSeed, everyOperation, parametersOf } from '../support/everyOperation.mts';
import { hubNode, runNodes, signIn, useN8n } from './session.mts';

interface Property {
	name: string;
	options?: Array<{ value: string }>;
	displayOptions?: { show?: { resource?: string[] } };
}

const names = Object.keys(everyOperation);

test('every operation that n8n offers is run here', async () => {
	const n8n = await signIn();
	const types = await n8n.request<Array<{ name: string; properties: Property[] }>>(
		'GET',
		'/types/nodes.json',
	);
	const ours = types.find(({ name }) => name === 'n8n-nodes-marketplace-hub.marketplaceHub');
	const offered = ours!.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options = [], displayOptions }) =>
			options.map(({ value }) => `${displayOptions?.show?.resource?.[0]} ${value}`),
		)
		.filter((name) => !name.endsWith('__CUSTOM_API_CALL__'));
	expect([...names].sort()).toEqual(offered.sort());
});

// beside each other: Check Routes pauses for half a minute
for (const name of names)
	test.concurrent(`${name} runs by hand in a real n8n`, async ({ onTestFinished }) => {
		const account = { seed: completeSeed, batchDuration: 300 };
		const { hub, n8n, credential } = await useN8n(account, onTestFinished);
		const run = async (operation: string) => {
			const node = hubNode('marketplaceHub', parametersOf(operation, hub), credential);
			const execution = await runNodes(n8n, node);
			expect(execution.error?.message).toBeUndefined();
			return execution;
		};
		if (name.startsWith('batch ')) await run('stock updateBatch');
		const execution = await run(name);
		const [record = {}] = outputOf(execution, 'Hub');
		expect(record).not.toEqual({});
		expect(record.sucesso).not.toBe(false);
		// Read Rows gives the columns of the list, too, which differ from list to list
		const ofList = name === 'list readRows' ? ['situacao'] : [];
		expect([...Object.keys(outputSchema(name).properties as object), ...ofList]).toEqual(
			expect.arrayContaining(Object.keys(record)),
		);
		const file = execution.runData.Hub?.[0]?.data?.main?.[0]?.[0]?.binary?.data;
		expect(file !== undefined).toBe(/^shipmentLabel (?!findNew)|downloadXml$/.test(name));
	});
