import { describe, expect } from 'vitest';
import { asJson, bySku, op, shown } from '../../support/items.mts';
import { setup, test } from '../../support/setup.mts';

const update = (sku: string, parameters: object) =>
	op('product update', { sku: bySku(sku), ...parameters });

describe('update', () => {
	test.each([
		[
			{ precoDe: 10, precoPor: 11 },
			/`precoPor`\) must not be above List Price \(BRL\) \(`precoDe`\), which is 10,00, got 11/,
		],
		[{ altura: 0 }, /`altura`\) must be at least 0.01, got 0/],
		[{}, /no field to change/],
		[{ nome: '' }, /no field to change/],
		[{ variacoes: [null], tags: ['', ' '] }, /no field to change/],
		[{ variacoes: { 1: { skuVariacao: 'M' } } }, /`variacoes`\) must be a list of variations/],
	])('%j is not sent', async (fields, message) => {
		const { hub, n8n } = await setup();
		const result = await n8n.run(update('CANECA-1', asJson(fields)));
		expect(shown(result.nodeError)).toMatch(message);
		expect(hub.count({ endpoint: 'productUpdate' })).toBe(0);
	});

	test('a list as JSON is refused, and an unknown SKU gets a 404', async ({ hub, n8n }) => {
		expect(
			shown((await n8n.run(update('CANECA-1', asJson([{ nome: 'a' }, { nome: 'b' }])))).nodeError),
		).toMatch(/one object/);
		expect(hub.count({ endpoint: 'productUpdate' })).toBe(0);
		expect(shown((await n8n.run(update('NONE', asJson({ nome: 'a' })))).nodeError)).toMatch(
			/404: Produto/,
		);
	});

	test('an answer without a body gives the SKU as updated', async ({ hub, n8n }) => {
		hub.faults.add({ kind: 'status', status: 204, endpoint: 'productUpdate', applied: true });
		expect((await n8n.run(update('CANECA-1', asJson({ nome: 'a' })))).json()).toEqual([
			{ skuProduto: 'CANECA-1', updated: true },
		]);
	});
});
