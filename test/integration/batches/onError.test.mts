import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import type { Hub } from '../../hub/index.mts';
import { batchKinds, stock, stocks, stocksSent } from '../../support/batches.mts';
import { itemOf, shown } from '../../support/items.mts';
import { addSkus } from '../../support/products.mts';
import { setup } from '../../support/setup.mts';

/** Of 250 entries two break a rule, and of three only the hub can know that they are not acceptable. */
const invalidAt = [0, 120];
const refusedAt = [5, 121, 249];
const failing = [...invalidAt, ...refusedAt].sort((a, b) => a - b);

interface Failures {
	invalid: IDataObject;
	rule: string;
	refused: (index: number) => IDataObject;
	words: string;
	done: (hub: Hub, index: number) => boolean;
}
const inHub = (hub: Hub, index: number) => hub.state.findSku(`S${index}`)?.product;
const failures: Record<string, Failures> = {
	stock: {
		invalid: { estoque: 2.5 },
		rule: '`estoque`) must be a whole number, got 2.5',
		refused: (index) => ({ sku: `NONE${index}` }),
		words: 'SKU não encontrado.',
		done: (hub, index) => inHub(hub, index)?.estoque === 7,
	},
	price: {
		invalid: { precoPor: 20.01 },
		rule: '`precoPor`) must not be above List Price (BRL) (`precoDe`)',
		refused: (index) => ({ sku: `NONE${index}` }),
		words: 'SKU não encontrado.',
		done: (hub, index) => inHub(hub, index)?.precoPor === 10,
	},
	product: {
		invalid: { imagens: [] },
		rule: '`imagens`) must have at least 1 entry, got []',
		refused: () => ({ skuProdutoLider: 'NOBODY' }),
		words: 'Produto não cadastrado',
		done: (hub, index) => hub.state.products.has(`NS${index}`),
	},
};

describe.each(batchKinds)('%s: 250 entries, 5 of them bad', (name, parameters, endpoint, entry) => {
	const { invalid, rule, refused, words, done } = failures[name]!;
	const run = async (onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput') => {
		const { hub, n8n } = await setup();
		const items = addSkus(hub, 250).map((sku, index) => ({
			...entry(sku),
			...(invalidAt.includes(index) && invalid),
			...(refusedAt.includes(index) && refused(index)),
		}));
		const result = await n8n.run(parameters, items, { onError });
		expect(hub.count({ endpoint })).toBe(3);
		expect(hub.count({ status: 429 })).toBe(0);
		const isDone = items.map((_, index) => done(hub, index));
		expect(isDone).toEqual(items.map((_, index) => !failing.includes(index)));
		return { result, items };
	};
	const expectFailed = (index: number, { error, batchId }: IDataObject) => {
		expect(error).toContain(invalidAt.includes(index) ? rule : words);
		expect(batchId).toEqual(invalidAt.includes(index) ? undefined : expect.any(Number));
	};

	test('continue: every item has its own result, in the order of the items', async () => {
		const { result, items } = await run('continueRegularOutput');
		expect(result.items().map(itemOf)).toEqual(items.map((_, index) => index));
		result.items().forEach(({ json }, index) => {
			expect(json.sucesso, `item ${index}`).toBe(!failing.includes(index));
			if (failing.includes(index)) expectFailed(index, json);
		});
		expect(result.json()[1]).toMatchObject({
			info: expect.stringContaining('sucesso'),
			data: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
		});
	});

	test('error output: good entries go on, and each bad one has the fields of its item', async () => {
		const { result, items } = await run('continueErrorOutput');
		expect(result.items(0)).toHaveLength(245);
		expect(result.json(0).every(({ sucesso }) => sucesso === true)).toBe(true);
		expect(result.items(1).map(itemOf)).toEqual(failing);
		for (const item of result.items(1)) {
			expect(item.json).toMatchObject({ ...items[itemOf(item)], sucesso: false });
			expectFailed(itemOf(item), item.json);
		}
	});

	test('stop: one message lists the bad entries, after the others were sent', async () => {
		const { result, items } = await run('stopWorkflow');
		expect(result.status).toBe('error');
		expect(result.nodeError?.message).toMatch(/^245 of 250 succeeded \(3 refused, 2 not sent\)/);
		const text = shown(result.nodeError);
		for (const index of failing)
			expect(text).toContain(`${items[index]!.sku ?? items[index]!.skuProduto}: `);
		expect(text).toContain(rule);
		expect(text).toContain(words);
	});
});

test.each([
	[1, [1]],
	[100, [100]],
	[101, [100, 1]],
	[1_000, Array.from({ length: 10 }, () => 100)],
])('%d entries go out in requests of %j, in their order', async (count, sizes) => {
	const { hub, n8n } = await setup({ skus: count });
	await n8n.run(stock, stocks(count));
	expect(stocksSent(hub).map(({ length }) => length)).toEqual(sizes);
	expect(stocksSent(hub).flat()).toEqual(stocks(count));
});
