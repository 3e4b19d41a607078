import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { endpoints, operations } from '../../support/built.mts';
import { completeSeed, parametersOf } from '../../support/everyOperation.mts';
import { countsAsRead } from '../../support/readWords.mts';
import { setupEach } from '../../support/setup.mts';

/* n8n's AI builder runs for real what its word list calls a read: such an operation writes nothing. */

const at = setupEach({ seed: completeSeed, batchDuration: 0 });
const reads = operations.filter(({ operation }) => countsAsRead(operation.option.value));

test('the words tell reads from writes', () => {
	expect(reads.length).toBeGreaterThan(10);
	expect(reads.map(({ name }) => name)).toContain('orderQueue getMany');
	expect(countsAsRead('getAndAcknowledge')).toBe(false);
});

describe.each(reads)('$name', ({ name, operation }) => {
	test('has no endpoint that writes', () => {
		const methods = operation.endpoints.map((endpoint) => endpoints[endpoint]?.method);
		expect(new Set(methods)).toEqual(new Set(['GET']));
	});

	test('sends only reads with every switch on', async () => {
		if (name.startsWith('batch ')) await at.n8n.done(parametersOf('stock updateBatch', at.hub));
		at.hub.clearLog();
		const switches: INodeParameters = Object.fromEntries(
			operation.properties
				.filter(({ type }) => type === 'boolean')
				.map((property) => [property.name, true]),
		);
		await at.n8n.run(parametersOf(name, at.hub, switches));
		const sent = at.hub.log.filter(({ endpoint }) => endpoint !== 'auth');
		expect(sent.length).toBeGreaterThan(0);
		expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
	});
});
