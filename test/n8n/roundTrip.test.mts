import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { outputOf } from '../server/rest.mts';
import { bySku, mapped, op } from '../support/items.mts';
import { hubNode, nodeOf, runNodes, useN8n } from './session.mts';

const { hub, n8n, credential } = await useN8n({ batchDuration: 0 });
hub.quirks.extraFields = true;

const named = (name: string, operation: string, more: INodeParameters) =>
	hubNode('marketplaceHub', op(operation, more), credential, name);

test('a product is read, edited and updated, its prices are set in a batch, and it is read again', async () => {
	const [sku = ''] = hub.state.products.keys();
	const before = structuredClone(hub.state.products.get(sku)!);
	const whole = { sku: bySku(sku), simplify: false };
	const changes = { nome: 'Outro nome', precoDe: '2.500', precoPor: '1.999,90' };
	const assignments = Object.entries(changes).map(([name, value]) => ({
		...{ id: randomUUID(), type: 'string' },
		...{ name, value },
	}));
	const execution = await runNodes(
		n8n,
		named('Read', 'product get', whole),
		nodeOf('Edit', 'set', {
			typeVersion: 3.4,
			parameters: { includeOtherFields: true, assignments: { assignments } },
		}),
		named('Update', 'product update', { sku: bySku(sku), ...mapped }),
		named('Price', 'price updateBatch', mapped),
		named('Read Again', 'product get', whole),
	);
	expect(execution.error).toBeUndefined();
	expect(outputOf(execution, 'Read')[0]).toHaveProperty('campoNovo');
	expect(hub.log.flatMap(({ unknownFields = [] }) => unknownFields)).toEqual([]);
	const hints = (execution.runData.Update?.[0]?.hints ?? []).map(({ message }) => message).join();
	expect(hints).toContain('`campoNovo`');
	expect(hints).not.toContain('1.999,90');
	expect(outputOf(execution, 'Price')).toMatchObject([{ sku, sucesso: true }]);
	expect(outputOf(execution, 'Read Again')).toMatchObject([
		{ nome: 'Outro nome', precoDe: 2500, precoPor: 1999.9, marca: before.marca },
	]);
	expect(hub.state.products.get(sku)!.variacoes).toEqual(before.variacoes);
});
