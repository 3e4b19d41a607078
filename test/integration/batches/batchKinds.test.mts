import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import type { Hub } from '../../hub/index.mts';
import { addSkus, productFields } from '../../support/products.mts';
import { itemOf, mapped, shown } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';

interface Kind {
	parameters: { resource: string; operation: string };
	endpoint: string;
	/** A good entry. */
	good: (index: number) => IDataObject;
	/** Breaks a rule that is checked before sending. */
	bad: (index: number) => IDataObject;
	/** Only the hub can know that it is not acceptable. */
	unknown: (index: number) => IDataObject;
	words: RegExp;
	done: (hub: Hub, index: number) => boolean;
}

const stock = (index: number) => ({ sku: `S${index}`, estoque: 7 });
const price = (index: number) => ({ sku: `S${index}`, precoDe: 20, precoPor: 10 });
const product = (index: number) => productFields({ skuProduto: `NEW${index}` });
const stored = (hub: Hub, index: number) => hub.state.findSku(`S${index}`)?.product;

const kinds: Record<string, Kind> = {
	stock: {
		parameters: { resource: 'stock', operation: 'updateBatch' },
		endpoint: 'stockBatch',
		good: stock,
		bad: (index) => ({ ...stock(index), estoque: -1 }),
		unknown: (index) => ({ ...stock(index), sku: `NONE${index}` }),
		words: /SKU não encontrado/,
		done: (hub, index) => stored(hub, index)?.estoque === 7,
	},
	price: {
		parameters: { resource: 'price', operation: 'updateBatch' },
		endpoint: 'priceBatch',
		good: price,
		bad: (index) => ({ ...price(index), precoPor: 20.01 }),
		unknown: (index) => ({ ...price(index), sku: `NONE${index}` }),
		words: /SKU não encontrado/,
		done: (hub, index) => stored(hub, index)?.precoPor === 10,
	},
	product: {
		parameters: { resource: 'product', operation: 'createBatch' },
		endpoint: 'productBatch',
		good: product,
		bad: (index) => ({ ...product(index), imagens: [] }),
		unknown: (index) => ({ ...product(index), skuProdutoLider: 'NOBODY' }),
		words: /Produto não cadastrado/,
		done: (hub, index) => hub.state.products.has(`NEW${index}`),
	},
};

const refusedAt = [0, 120];
const unknownAt = [5, 121, 249];
const failing = [...refusedAt, ...unknownAt].sort((a, b) => a - b);

async function run(
	kind: Kind,
	onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput',
) {
	const { hub, n8n } = await setup();
	addSkus(hub, 250);
	const items = Array.from({ length: 250 }, (_, index) => {
		if (refusedAt.includes(index)) return kind.bad(index);
		return unknownAt.includes(index) ? kind.unknown(index) : kind.good(index);
	});
	const result = await n8n.run({ ...kind.parameters, ...mapped }, items, { onError });
	expect(hub.count({ endpoint: kind.endpoint })).toBe(3);
	items.forEach((_, index) => {
		expect(kind.done(hub, index), `item ${index}`).toBe(!failing.includes(index));
	});
	return { result, hub, n8n, items };
}

describe.each(Object.entries(kinds))(
	'%s: 250 entries, 2 refused before sending, 3 by the hub',
	(_name, kind) => {
		test('continue', async () => {
			const { result } = await run(kind, 'continueRegularOutput');
			expect(
				result
					.items()
					.map((item) => itemOf(item))
					.sort((a, b) => a - b),
			).toEqual(Array.from({ length: 250 }, (_, index) => index));
			const failed = result.items().filter(({ json }) => json.sucesso !== true);
			expect(failed.map(itemOf)).toEqual(failing);
			for (const item of failed) {
				if (unknownAt.includes(itemOf(item)))
					expect(item.json).toMatchObject({
						error: expect.stringMatching(kind.words),
						batchId: expect.any(Number),
					});
				else expect(item.json.error).toMatch(/^`\w+` must/);
			}
		});

		test('error output', async () => {
			const { result, items } = await run(kind, 'continueErrorOutput');
			expect(result.items(0)).toHaveLength(245);
			expect(result.items(1).map(itemOf)).toEqual(failing);
			for (const item of result.items(1))
				expect(item.json).toMatchObject({
					...items[itemOf(item)],
					sucesso: false,
					error: expect.any(String),
				});
		});

		test('stop', async () => {
			const { result } = await run(kind, 'stopWorkflow');
			expect(result.status).toBe('error');
			for (const index of failing)
				expect(shown(result.nodeError)).toMatch(new RegExp(`item ${index}\\b`));
		});

		test('the hub refuses everything with a 400: the message carries its words, nothing more is tried', async () => {
			const { hub, n8n } = await setup();
			hub.faults.add({
				kind: 'status',
				status: 400,
				endpoint: kind.endpoint,
				body: { error: 'Requisição inválida.', details: ['lote bloqueado'] },
				headers: { 'Request-Id': 'req-1' },
			});
			const result = await n8n.run({ ...kind.parameters, ...mapped }, [kind.good(0)]);
			expect(shown(result.nodeError)).toMatch(
				/400: Requisição inválida\.[\s\S]*lote bloqueado[\s\S]*req-1/,
			);
			expect(hub.count({ endpoint: kind.endpoint })).toBe(1);
		});
	},
);

describe('limits of what one request holds', () => {
	test.each([
		[1, [1]],
		[100, [100]],
		[101, [100, 1]],
		[200, [100, 100]],
	])('%d entries are requests of %j', async (count, sizes) => {
		const { hub, n8n } = await setup();
		addSkus(hub, count);
		await n8n.run(
			{ resource: 'stock', operation: 'updateBatch', ...mapped },
			Array.from({ length: count }, (_, index) => stock(index)),
		);
		const sent = hub.log
			.filter(({ endpoint }) => endpoint === 'stockBatch')
			.map(({ body }) => (JSON.parse(body) as { estoques: unknown[] }).estoques.length);
		expect(sent).toEqual(sizes);
	});
});
