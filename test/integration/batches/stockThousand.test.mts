import { describe, expect, test } from 'vitest';
import { addSkus } from '../../support/products.mts';
import { bodies, itemOf, mapped, shown } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';

const stock = { resource: 'stock', operation: 'updateBatch', ...mapped };

/** 3 are refused before sending, 4 are unknown to the hub. */
const refusedAt = new Map<number, [estoque: unknown, rule: string]>([
	[17, [-1, 'at least 0']],
	[500, [1_000_000, 'at most 999999']],
	[998, ['many', 'must be a number']],
]);
const unknownAt = [0, 99, 100, 999];
const failing = [...refusedAt.keys(), ...unknownAt].sort((a, b) => a - b);

async function thousand() {
	const pair = await setup();
	const skus = addSkus(pair.hub, 1000);
	unknownAt.forEach((index) => {
		pair.hub.state.removeProduct(`S${index}`);
	});
	const items = skus.map((sku, index) => ({ sku, estoque: refusedAt.get(index)?.[0] ?? index }));
	return { ...pair, items };
}

function expectOutcomeInHub({ hub }: Awaited<ReturnType<typeof thousand>>): void {
	const sent = bodies<{ estoques: Array<{ sku: string }> }>(hub, 'stockBatch');
	expect(sent).toHaveLength(10);
	expect(sent.slice(0, 9).every(({ estoques }) => estoques.length === 100)).toBe(true);
	expect(sent.flatMap(({ estoques }) => estoques.map(({ sku }) => sku))).toEqual(
		Array.from({ length: 1000 }, (_, index) => `S${index}`).filter(
			(_, index) => !refusedAt.has(index),
		),
	);
	for (let index = 0; index < 1000; index++) {
		const stored = hub.state.findSku(`S${index}`)?.product.estoque;
		const expected = refusedAt.has(index) ? 5 : index;
		expect(stored, `S${index}`).toBe(unknownAt.includes(index) ? undefined : expected);
	}
	expect(hub.count({ status: 429 })).toBe(0);
}

describe('1,000 stock items, 7 of them bad', () => {
	test('continue: every item has its own result, in the order of the items', async () => {
		const run = await thousand();
		const result = await run.n8n.run(stock, run.items, { onError: 'continueRegularOutput' });

		expect(result.status).toBe('success');
		const items = result.items();
		expect(items.map(itemOf)).toEqual(run.items.map((_, index) => index));
		items.forEach(({ json }, index) => {
			expect(json.sku, `item ${index}`).toBe(`S${index}`);
			expect(json.sucesso, `item ${index}`).toBe(!failing.includes(index));
		});
		for (const [index, [value, rule]] of refusedAt) {
			const { json } = items[index]!;
			expect(json.error).toContain('`estoque`');
			expect(json.error).toContain(rule);
			expect(json.error).toContain(JSON.stringify(value));
			expect(json.batchId).toBeUndefined();
		}
		for (const index of unknownAt) {
			expect(items[index]!.json).toMatchObject({
				error: 'SKU não encontrado.',
				batchId: expect.any(Number),
			});
		}
		expect(items[1]!.json).toMatchObject({
			info: 'Estoque atualizado com sucesso.',
			data: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
		});
		expectOutcomeInHub(run);
	});

	test('error output: the 993 go on, the 7 come out of the error output, each paired with its item', async () => {
		const run = await thousand();
		const result = await run.n8n.run(stock, run.items, { onError: 'continueErrorOutput' });

		expect(result.status).toBe('success');
		expect(result.items(0)).toHaveLength(993);
		expect(result.items(0).every(({ json }) => json.sucesso === true)).toBe(true);
		expect(result.items(0).every((item) => item.json.sku === `S${itemOf(item)}`)).toBe(true);
		expect(result.items(1).map(itemOf)).toEqual(failing);
		for (const { json, pairedItem } of result.items(1)) {
			const index = itemOf({ json, pairedItem });
			const rule = refusedAt.get(index)?.[1] ?? 'SKU não encontrado.';
			// the input item's own fields, and the whole result
			expect(json).toMatchObject({
				...run.items[index],
				sku: `S${index}`,
				sucesso: false,
				error: expect.stringContaining(rule),
			});
			if (!refusedAt.has(index)) expect(json.batchId).toEqual(expect.any(Number));
		}
		expectOutcomeInHub(run);
	});

	test('stop: one message that lists the 7, after the 993 were sent', async () => {
		const run = await thousand();
		const result = await run.n8n.run(stock, run.items);

		expect(result.status).toBe('error');
		const text = shown(result.nodeError);
		expect(result.nodeError?.message).toContain('7 items');
		for (const index of failing) expect(text).toMatch(new RegExp(`item ${index}\\b`));
		expect(text.match(/SKU não encontrado/g)?.length).toBeGreaterThanOrEqual(4);
		for (const [, [, rule]] of refusedAt) expect(text).toContain(rule);
		expectOutcomeInHub(run);
	});
});
