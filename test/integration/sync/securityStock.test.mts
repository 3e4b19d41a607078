import range from 'lodash/range.js';
import { describe, expect, test } from 'vitest';
import { answer, bodies, byId, bySku, go, op, requests } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addSimple,
	addVaried,
	custom,
	hideVariations,
	securitySync,
	statuses,
	writes,
} from '../../support/sync.mts';

const at = setupEach({ seed: { products: 0, channels: 3 } });

const row = (sku: string, estoqueSeguranca: unknown, idCanalIntegracao = 11) => ({
	idCanalIntegracao,
	sku,
	estoqueSeguranca: estoqueSeguranca as number,
});
/** Puts security stock into the hub, as a user does. */
const set = async (rows: ReturnType<typeof row>[]) => {
	await at.n8n.done({ ...securitySync, guardMode: 'off' }, rows);
	at.hub.clearLog();
};
const held = (sku: string, channel = 11) => {
	const found = at.hub.state.findSku(sku)!;
	const { idAtributoSimples } = found.variation ?? found.product;
	return at.hub.state.securityStock.get(`${channel}|${idAtributoSimples}`)?.estoqueSeguranca;
};

describe('products', () => {
	test('only what differs is sent, and a second run sends nothing', async () => {
		addSimple(at.hub, 5);
		await set([row('P0', 2), row('P1', 3), row('P1', 1, 12)]);
		const list = [row('P0', 2), row('P1', '4'), row('P1', 1, 12), row('P2', 0), row('P3', 5)];
		const result = await at.n8n.run(securitySync, [...list, row('GONE', 1)], go);
		const P1 = { sku: 'P1', idCanalIntegracao: 11 };
		expect(result.json()).toMatchObject([
			{ sku: 'P0', status: 'unchanged', before: { estoqueSeguranca: 2 } },
			{ ...P1, status: 'updated', before: { estoqueSeguranca: 3 }, after: { estoqueSeguranca: 4 } },
			{ sku: 'P1', idCanalIntegracao: 12, status: 'unchanged' },
			{ sku: 'P2', status: 'unchanged', before: { estoqueSeguranca: 0 } },
			{ sku: 'P3', status: 'updated', before: { estoqueSeguranca: 0 } },
			{ sku: 'GONE', status: 'refused', error: expect.stringContaining('não encontrado') },
		]);
		const sent = [row('P1', 4), row('P3', 5), row('GONE', 1)];
		expect(bodies(at.hub, 'securityStockSet')).toEqual(sent);
		await at.n8n.run(securitySync, list);
		expect(writes(at.hub)).toHaveLength(3);
	});

	test('a product is sent where the hub shows two values for one of its variations', async () => {
		addVaried(at.hub, 1, 2);
		const shown = (qtdEstoqueSeguranca: number) => ({
			...{ idProduto: 3001, idCanalIntegracao: 11, skuProduto: 'V0-0', qtdEstoqueSeguranca },
		});
		const info = { offset: 0, limit: 100, total: 2 };
		const body = { produtosEstoqueSeguranca: { Canal: [shown(2), shown(3)] }, info };
		answer(at.hub, 'securityStockList', body, 200, 9);
		const result = await at.n8n.done({ ...securitySync, guardMode: 'off' }, [row('V0', 0)]);
		expect(result.json()).toMatchObject([{ sku: 'V0', status: 'updated' }]);
		expect(bodies(at.hub, 'securityStockSet')).toEqual([row('V0', 0)]);
	});

	test.each([false, true])(
		'a product with a variation of its own SKU is sent once (listed by variation: %s)',
		async (byVariation) => {
			at.hub.quirks.securityStockByVariation = byVariation;
			addVaried(at.hub, 1, 1, () => 'V0');
			const list = [row('V0', 5)];
			const result = await at.n8n.done({ ...securitySync, guardMode: 'off' }, list);
			expect(result.json()).toMatchObject([{ status: 'updated', before: { estoqueSeguranca: 0 } }]);
			const again = await at.n8n.done(securitySync, list);
			expect(again.json()).toMatchObject([{ status: 'unchanged' }]);
			expect(bodies(at.hub, 'securityStockSet')).toEqual(list);
		},
	);

	test('a variation comes after its product, although its own record does not name that', async () => {
		addVaried(at.hub, 1, 2);
		const body = { skuVariacao: 'V0-1', skuProduto: null, precoDe: 99.9, precoPor: 79.9 };
		answer(at.hub, 'variationGet', body, 200, 50);
		const list = [row('V0-1', 2), row('V0', 5)];
		await at.n8n.done({ ...securitySync, guardMode: 'off' }, list);
		expect(bodies(at.hub, 'securityStockSet')).toEqual([list[1], list[0]]);
	});

	test('a product whose variations all have rows is settled by these', async () => {
		at.hub.quirks.securityStockByVariation = true;
		addVaried(at.hub, 1, 2);
		const list = [row('V0', 5), row('V0-0', 5), row('V0-1', 5)];
		const dry = await at.n8n.done({ ...securitySync, dryRun: true }, list);
		const before = { estoqueSeguranca: 0 };
		expect(dry.json()).toMatchObject([
			{ sku: 'V0', status: 'unchanged', before },
			{ status: 'wouldUpdate', before },
			{ status: 'wouldUpdate', before },
		]);
		await set(list);
		const result = await at.n8n.done(securitySync, list);
		expect(result.json().map(({ status }) => status)).toEqual([
			'unchanged',
			'unchanged',
			'unchanged',
		]);
		expect(writes(at.hub)).toEqual([]);
		await at.n8n.done({ ...securitySync, guardMode: 'off' }, [list[0]!, list[1]!, row('V0-1', 6)]);
		expect(bodies(at.hub, 'securityStockSet')).toEqual([row('V0-1', 6)]);
	});

	test.each([0, 50])(
		'products that are settled by their variations with 5 count in no guard: %i',
		async (stock) => {
			at.hub.quirks.securityStockByVariation = true;
			const variations = addVaried(at.hub, 10, 1);
			await set(variations.map((sku) => row(sku, 5)));
			const list = range(10).flatMap((index) => [row(`V${index}`, stock), row(`V${index}-0`, 5)]);
			const result = await at.n8n.done(securitySync, list);
			expect(new Set(result.json().map(({ status }) => status))).toEqual(new Set(['unchanged']));
			expect(writes(at.hub)).toEqual([]);
		},
	);

	test('many products are read from the pages of their channels', async () => {
		const skus = addSimple(at.hub, 150);
		await set(skus.map((sku) => row(sku, 2)));
		const list = skus.map((sku, index) => row(sku, index < 3 ? 4 : 2));
		const result = await at.n8n.run(securitySync, list);
		expect(result.json().filter(({ status }) => status === 'updated')).toHaveLength(3);
		expect(at.hub.count({ endpoint: 'securityStockList' })).toBeLessThanOrEqual(2);
		expect(at.hub.count({ endpoint: 'productGet' })).toBe(0);
	});

	test('a whole list that names none of the entries of the hub is held, although it names more others', async () => {
		const skus = addSimple(at.hub, 40);
		await set(skus.slice(0, 10).map((sku) => row(sku, 2)));
		const list = skus.slice(10).map((sku) => row(sku, 0));
		const { json } = await at.n8n.run({ ...securitySync, wholeList: true }, list, go);
		expect(json().at(-1)).toMatchObject({
			status: 'held',
			error: expect.stringContaining('it names 0 of the 10 entries in the hub (0 %)'),
		});
	});

	test('the list goes on behind pages of equal rows, as a product with many variations may have', async () => {
		const skus = addSimple(at.hub, 25);
		const others = range(1_725).map((index) => `OTHER${index}`);
		const all = [...range(250).map(() => 'EQUAL'), ...others, ...skus];
		for (const offset of range(0, all.length, 100)) {
			const rows = all.slice(offset, offset + 100).map((skuProduto) => ({
				...{ idProduto: 1, skuProduto, idCanalIntegracao: 11, qtdEstoqueSeguranca: 2 },
			}));
			const next = `/v1/erp/products/security-stock?offset=${offset + 100}&limit=100`;
			const info = { offset, limit: 100, total: all.length, next: offset < 1_900 ? next : '' };
			answer(at.hub, 'securityStockList', { produtosEstoqueSeguranca: { Canal: rows }, info });
		}
		const list = skus.map((sku) => row(sku, 2));
		const result = await at.n8n.run(securitySync, list, go);
		expect(new Set(result.json().map(({ status }) => status))).toEqual(new Set(['unchanged']));
		expect(at.hub.count({ endpoint: 'securityStockList' })).toBe(20);
	});

	describe('a list of the hub that is unlike the others', () => {
		/** Answers the next request for the list with these stocks, in the channel 11. */
		const list = (...entries: Array<[sku: string, stock: number]>) => {
			const rows = entries.map(([skuProduto, qtdEstoqueSeguranca], index) => ({
				...{ idProduto: 3001 + index, skuProduto, idCanalIntegracao: 11, qtdEstoqueSeguranca },
			}));
			const info = { offset: 0, total: rows.length, limit: 100 };
			const body = { produtosEstoqueSeguranca: { Canal: rows }, info };
			answer(at.hub, 'securityStockList', body);
		};

		test('a SKU that one filter shows twice stays unknown, although the next one shows it once', async () => {
			const others = addSimple(at.hub, 99);
			addVaried(at.hub, 1, 2);
			list(['V0', 5], ['V0', 3]);
			list(['V0', 5]);
			const rows = ['V0', ...others, 'V0-0'].map((sku) => row(sku, sku === 'V0' ? 5 : 0));
			const only = { ...securitySync, onlyChanges: true, dryRun: true };
			const result = await at.n8n.run(only, rows);
			expect(requests(at.hub, 'securityStockList').length).toBeGreaterThan(1);
			expect(statuses(result.json())).toMatchObject({ V0: 'wouldUpdate' });
		});

		test('a variation whose record names no product is sent: its product may have the entry', async () => {
			addVaried(at.hub, 1, 2);
			await set([row('V0', 5)]);
			const [variation] = at.hub.state.products.get('V0')!.variacoes;
			const { idAtributoSimples: _id, ...body } = variation!;
			answer(at.hub, 'variationGet', { ...body, skuProduto: null }, 200, 50);
			const result = await at.n8n.run(securitySync, [row('V0-0', 0)]);
			expect(statuses(result.json())).toEqual({ 'V0-0': 'updated' });
		});

		test('a product with an entry of 0 says that its variations have none', async () => {
			addVaried(at.hub, 1, 2);
			list(['V0', 0]);
			const result = await at.n8n.run(securitySync, [row('V0-0', 0)]);
			expect(statuses(result.json())).toEqual({ 'V0-0': 'unchanged' });
		});
	});

	test('an entry that the list lacks goes to zero, also where the hub lists it twice with different values', async () => {
		addSimple(at.hub, 2);
		await set([row('P0', 2), row('P1', 3)]);
		const entry = (skuProduto: string, idProduto: number, qtdEstoqueSeguranca: number) => ({
			...{ idProduto, skuProduto, idCanalIntegracao: 11, qtdEstoqueSeguranca },
		});
		const produtosEstoqueSeguranca = {
			Canal: [entry('P0', 3001, 2), entry('P1', 3002, 3), entry('P1', 3002, 4)],
		};
		const info = { offset: 0, total: 3, limit: 100 };
		answer(at.hub, 'securityStockList', { produtosEstoqueSeguranca, info }, 200, 100);
		const whole = { ...securitySync, wholeList: true, missingInList: 'zero', guardMode: 'off' };
		const result = await at.n8n.run(whole, [row('P0', 2)]);
		expect(statuses(result.json())).toEqual({ P0: 'unchanged', P1: 'updated' });
		expect(held('P1')).toBe(0);
	});

	test('records of Get Many can be edited and given back', async () => {
		addSimple(at.hub, 2);
		await set([row('P0', 2), row('P1', 3)]);
		const read = await at.n8n.run({ resource: 'securityStock', operation: 'getMany' });
		const edited = read.json().map((entry, index) => {
			return index === 0 ? { ...entry, qtdEstoqueSeguranca: 7 } : entry;
		});
		const result = await at.n8n.run(securitySync, edited);
		expect(statuses(result.json())).toEqual({ P0: 'updated', P1: 'unchanged' });
		expect(held('P0')).toBe(7);
	});
});

describe('variations', () => {
	test('are sent each time if the hub shows only the stock of their product', async () => {
		addVaried(at.hub, 2, 3);
		await set([row('V0-0', 5), row('V0-1', 1)]);
		const list = [row('V0-0', 5), row('V0-1', 2), row('V0-2', 0), row('V1-0', 0), row('V1', 0)];
		const result = await at.n8n.run(securitySync, list);
		const sent = { 'V0-0': 'updated', 'V0-1': 'updated', 'V0-2': 'updated' };
		expect(statuses(result.json())).toEqual({ ...sent, 'V1-0': 'unchanged', V1: 'unchanged' });
		expect(['V0-0', 'V0-1', 'V0-2'].map((sku) => held(sku))).toEqual([5, 2, 0]);
	});

	test('pass the guards in a large list, with one read for each product', async () => {
		const skus = addVaried(at.hub, 10, 5);
		const list = skus.map((sku) => row(sku, 2));
		await set(list);
		await at.n8n.done(securitySync, list);
		expect(at.hub.count({ endpoint: 'productGet' })).toBe(10);
		expect(at.hub.count({ endpoint: 'variationGet' })).toBe(0);
	});

	test('one that the user picks can be set by itself', async () => {
		addVaried(at.hub, 1, 2);
		const place = { idCanalIntegracao: byId('11'), sku: bySku('V0-1') };
		await at.n8n.run(op('securityStock set', { ...place, estoqueSeguranca: '3' }));
		expect([held('V0-0'), held('V0-1')]).toEqual([undefined, 3]);
	});
});

describe('guards and the whole list', () => {
	const filled = async () => {
		const skus = addSimple(at.hub, 20);
		await set(skus.map((sku) => row(sku, 2)));
		return skus;
	};

	test.each([
		['an empty column', '', 'is required'],
		['all zero', 0, 'would go to zero'],
		['times ten', 20, 'would have ten times as much'],
		['all other values', 3, 'entries (100 %) would change'],
	])('%s: nothing is written', async (_name, value, why) => {
		const skus = await filled();
		const list = skus.map((sku) => row(sku, value));
		const result = await at.n8n.run(securitySync, list, go);
		expect(writes(at.hub)).toEqual([]);
		expect(result.json()[0]?.error).toContain(why);
	});

	test('a product does not go to zero if the list names its variations, which would go with it', async () => {
		const skus = addVaried(at.hub, 1, 2);
		const list = [...(await filled()), ...skus].map((sku) => row(sku, 2));
		await set(list);
		const whole = { ...securitySync, wholeList: true, missingInList: 'zero' };
		const result = await at.n8n.run(whole, [...list.slice(0, -1), row('V0-1', '')], go);
		expect([held('V0-0'), held('V0-1')]).toEqual([2, 2]);
		expect(result.json().map(({ sku }) => sku)).not.toContain('V0');
	});

	test('products that the list does not name go to zero in its channels', async () => {
		const skus = await filled();
		await set([row('P0', 2, 12)]);
		const list = skus.slice(2).map((sku) => row(sku, 2));
		const whole = { ...securitySync, wholeList: true, missingInList: 'zero' };
		const result = await at.n8n.run(whole, list);
		expect(result.json().slice(18)).toMatchObject(
			['P0', 'P1'].map((sku) => ({ sku, status: 'updated', after: { estoqueSeguranca: 0 } })),
		);
		expect([held('P0'), held('P1'), held('P2'), held('P0', 12)]).toEqual([0, 0, 2, 2]);
		expect(requests(at.hub, 'securityStockSet')).toHaveLength(2);
	});
});

describe('a product and one of its variations in the same list', () => {
	const variations = ['V0-0', 'V0-1', 'V0-2'];

	test.each([[[5, 2]], [[5, 0]], [[0, 2]], [[2, 2]]])(
		'%j for the product and a variation: the order of the rows does not matter',
		async ([product, variation]) => {
			addVaried(at.hub, 1, 3);
			const both = [row('V0', product), row('V0-1', variation)];
			for (const list of [both, [...both].reverse()]) {
				await at.n8n.done(securitySync, list);
				// no security stock reads as 0
				const stock = variations.map((sku) => held(sku) ?? 0);
				expect(stock).toEqual([product, variation, product]);
				at.hub.state.securityStock.clear();
			}
		},
	);

	test('both keep their values among many rows, and when the product changes', async () => {
		at.hub.quirks.securityStockByVariation = true;
		addVaried(at.hub, 1, 3);
		const rest = addSimple(at.hub, 40).map((sku) => row(sku, 2));
		await at.n8n.done({ ...securitySync, guardMode: 'off' }, [
			row('V0-1', 2),
			...rest,
			row('V0', 5),
		]);
		expect(variations.map((sku) => held(sku))).toEqual([5, 2, 5]);
		await at.n8n.done(securitySync, [row('V0-1', 2), ...rest, row('V0', 6)]);
		expect(variations.map((sku) => held(sku))).toEqual([6, 2, 6]);
		const sent = writes(at.hub).length;
		await at.n8n.done(securitySync, [row('V0-1', 2), ...rest, row('V0', 6)]);
		expect(writes(at.hub)).toHaveLength(sent);
	});
});

describe('a product does not overwrite its variations', () => {
	const unguarded = { ...securitySync, guardMode: 'off' };
	/** The rows that a run sends, beside others of the list that the hub has already. */
	const sentOf = async (list: ReturnType<typeof row>[], parameters = unguarded) => {
		at.hub.clearLog();
		await at.n8n.done(parameters, list);
		return bodies(at.hub, 'securityStockSet');
	};

	test.each([
		['few rows', 0, {}],
		['many rows', 30, {}],
		['many rows of only changes', 30, { onlyChanges: true }],
	])('whose entry stands beside theirs: %s', async (_name, others, more) => {
		at.hub.quirks.securityStockByVariation = true;
		addVaried(at.hub, 1, 2, (_product, index) => (index === 0 ? 'V0' : 'V0-1'));
		const rest = addSimple(at.hub, others).map((sku) => row(sku, 1));
		await set([...rest, row('V0', 3), row('V0-1', 2)]);
		const [variation, product] = [row('V0-1', 2), row('V0', 5)];
		const sent = await sentOf([variation, ...rest, product], { ...unguarded, ...more });
		expect(sent).toEqual([product, variation]);
		expect(held('V0-1')).toBe(2);
		const again = await sentOf([variation, ...rest, product], { ...unguarded, ...more });
		expect(again).toEqual([]);
	});

	test('whose entry the hub shows, while the record of the variation names no product', async () => {
		addVaried(at.hub, 1, 2);
		await set([row('V0', 3)]);
		const body = { skuVariacao: 'V0-1', skuProduto: null, precoDe: 99.9, precoPor: 79.9 };
		answer(at.hub, 'variationGet', body, 200, 50);
		const [variation, product] = [row('V0-1', 2), row('V0', 5)];
		expect(await sentOf([variation, product])).toEqual([product, variation]);
	});

	const highest = {
		...securitySync,
		...custom({ highestStock: 100, changeShare: 0, heldShare: 0 }),
	};

	test.each<[string, unknown]>([
		['a guard holds one', 200],
		['one has a value that cannot be sent', -1],
	])('of which %s', async (_what, value) => {
		at.hub.quirks.securityStockByVariation = true;
		addVaried(at.hub, 1, 3);
		await set([row('V0-0', 3), row('V0-1', 2)]);
		const list = [row('V0', 5), row('V0-1', value)];
		const dry = await at.n8n.run({ ...highest, dryRun: true }, list, go);
		expect(statuses(dry.json())).toMatchObject({ V0: 'wouldBeHeld' });
		const result = await at.n8n.run(highest, list, go);
		expect(result.json()[0]).toMatchObject({
			...{ sku: 'V0', status: 'held' },
			error: expect.stringContaining('its variation V0-1 is not sent'),
		});
		expect(writes(at.hub)).toEqual([]);
	});

	test.each([0, 30])(
		'of which one has rows that cannot be sent, whatever entries the hub has (%i other rows)',
		async (others) => {
			addVaried(at.hub, 1, 2);
			const rest = addSimple(at.hub, others).map((sku) => row(sku, 1));
			for (const byVariation of [false, true]) {
				at.hub.quirks.securityStockByVariation = byVariation;
				await set([...rest, row('V0', 3)]);
				for (const damaged of [[-1], [4, 5]]) {
					const list = [...rest, row('V0', 5), ...damaged.map((value) => row('V0-1', value))];
					const result = await at.n8n.run(unguarded, list, go);
					expect(statuses(result.json())).toMatchObject({ V0: 'held', 'V0-1': 'notSent' });
				}
			}
			expect(writes(at.hub)).toEqual([]);
		},
	);

	test('of which one has a value already that a guard would hold', async () => {
		at.hub.quirks.securityStockByVariation = true;
		addVaried(at.hub, 1, 2);
		await set([row('V0-0', 3), row('V0-1', 200)]);
		await at.n8n.done(highest, [row('V0', 5), row('V0-1', 200)]);
		expect([held('V0-0'), held('V0-1')]).toEqual([5, 200]);
	});

	test('of which a dry run did not show one', async () => {
		at.hub.quirks.securityStockByVariation = true;
		addVaried(at.hub, 1, 2);
		await set([row('V0-0', 3), row('V0-1', 2)]);
		const product = row('V0', 5);
		const dry = await at.n8n.done({ ...unguarded, dryRun: true }, [product, row('V0-1', 4)]);
		const shown = { ...unguarded, shown: JSON.stringify(dry.json()) };
		const { json } = await at.n8n.run(shown, [product, row('V0-1', 7)], go);
		expect(statuses(json())).toEqual({ V0: 'held', 'V0-1': 'held' });
		expect(held('V0-1')).toBe(2);
	});

	test.each([0, 30])(
		'siblings of which one changes are not sent again (%i other rows)',
		async (others) => {
			at.hub.quirks.securityStockByVariation = true;
			const skus = [...addVaried(at.hub, 2, 3), ...addSimple(at.hub, others)];
			const list = skus.map((sku) => row(sku, 2));
			await set(list);
			const changed = row('V0-0', 3);
			expect(await sentOf([changed, ...list.slice(1)])).toEqual([changed]);
			const { length: records } = requests(at.hub, 'variationGet');
			expect(records + requests(at.hub, 'productGet').length).toBeLessThanOrEqual(6);
		},
	);

	test('a guard sees that variations go to zero whose product changes, too', async () => {
		at.hub.quirks.securityStockByVariation = true;
		const variations = addVaried(at.hub, 10, 2);
		const rest = addSimple(at.hub, 20).map((sku) => row(sku, 2));
		await set([...rest, ...variations.map((sku) => row(sku, 2))]);
		const products = range(10).map((index) => row(`V${index}`, 1));
		const emptied = range(10).map((index) => row(`V${index}-0`, 0));
		const result = await at.n8n.run(securitySync, [...rest, ...products, ...emptied], go);
		expect(result.json().at(-1)?.error).toContain('10 of 40 entries with stock (25 %)');
		expect(writes(at.hub)).toEqual([]);
	});
});

describe('a hub that lists the security stock of variations', () => {
	const whole = { ...securitySync, wholeList: true, missingInList: 'zero' };
	const filled = async () => {
		at.hub.quirks.securityStockByVariation = true;
		const variations = addVaried(at.hub, 2, 3);
		const list = [...addSimple(at.hub, 40), 'V0', 'V1'].map((sku) => row(sku, 2));
		await set(list);
		return { list, variations };
	};

	test('variations do not go to zero if the list names their product', async () => {
		const { list, variations } = await filled();
		const result = await at.n8n.done(whole, list);
		expect(new Set(result.json().map(({ status }) => status))).toEqual(new Set(['unchanged']));
		expect(result.json()).toHaveLength(list.length);
		expect(variations.map((sku) => held(sku))).toEqual(variations.map(() => 2));
		expect(writes(at.hub)).toEqual([]);
	});

	test('variations do not go to zero if a refused row or another spelling names their product', async () => {
		const { list, variations } = await filled();
		await at.n8n.run(whole, [...list.slice(0, 40), row('v0', 2), row('V1', '')], go);
		expect(variations.map((sku) => held(sku))).toEqual(variations.map(() => 2));
	});

	test('a list of products alone counts as whole', async () => {
		at.hub.quirks.securityStockByVariation = true;
		addVaried(at.hub, 12, 3);
		const list = Array.from({ length: 12 }, (_, index) => row(`V${index}`, 2));
		await set(list);
		await at.n8n.done(whole, [...list.slice(0, 11), row('V11', 3)]);
		expect(held('V11-2')).toBe(3);
		expect(writes(at.hub)).toHaveLength(1);
	});

	test.each([
		['short', 0],
		['long', 40],
	])('in a %s list, a product is sent if one of its variations differs', async (_name, others) => {
		at.hub.quirks.securityStockByVariation = true;
		addVaried(at.hub, 1, 3);
		const list = [...addSimple(at.hub, others), 'V0'].map((sku) => row(sku, 2));
		await set([...list, row('V0-1', 7)]);
		const result = await at.n8n.done(securitySync, list);
		expect(result.json().at(-1)).toMatchObject({
			status: 'updated',
			before: { estoqueSeguranca: 7 },
		});
		expect(held('V0-1')).toBe(2);
		at.hub.clearLog();
		await at.n8n.done(securitySync, list);
		expect(writes(at.hub)).toEqual([]);
		await at.n8n.done({ ...securitySync, guardMode: 'off' }, [...list.slice(0, -1), row('V0', 0)]);
		expect(held('V0-0')).toBe(0);
	});

	test('a variation that the list no longer names goes to zero', async () => {
		at.hub.quirks.securityStockByVariation = true;
		addVaried(at.hub, 1, 2);
		const list = [...addSimple(at.hub, 40), 'V0-0', 'V0-1'].map((sku) => row(sku, 2));
		await set(list);
		await at.n8n.done(whole, list.slice(0, -1));
		expect([held('V0-0'), held('V0-1')]).toEqual([2, 0]);
	});
});

test('an answer about another channel confirms nothing, and one that does not say its channel does', async () => {
	addSimple(at.hub, 2);
	const entry = { idProduto: 1, estoqueSeguranca: 1 };
	const ofOther = { ProdutoEstoqueSeguranca: [{ ...entry, idCanalIntegracao: 12 }] };
	answer(at.hub, 'securityStockSet', ofOther);
	answer(at.hub, 'securityStockSet', { ProdutoEstoqueSeguranca: [entry] });
	const result = await at.n8n.run(securitySync, [row('P0', 1), row('P1', 1)], go);
	expect(statuses(result.json())).toEqual({ P0: 'unknown', P1: 'updated' });
	answer(at.hub, 'securityStockSet', ofOther);
	const place = { idCanalIntegracao: byId('11'), sku: bySku('P0') };
	const set = await at.n8n.run(op('securityStock set', { ...place, estoqueSeguranca: '1' }));
	expect(set.nodeError?.message).toContain('The hub confirmed no entry');
});

test('an answer without an entry leaves the outcome unknown, and the next run sends the entry again', async () => {
	addSimple(at.hub, 2);
	const body = { ProdutoEstoqueSeguranca: [] };
	at.hub.faults.add({ endpoint: 'securityStockSet', kind: 'status', status: 200, body });
	const list = [row('P0', 1), row('P1', 1)];
	const result = await at.n8n.run(securitySync, list, go);
	expect(statuses(result.json())).toEqual({ P0: 'unknown', P1: 'updated' });
	const again = await at.n8n.run(securitySync, list);
	expect(statuses(again.json())).toEqual({ P0: 'updated', P1: 'unchanged' });
});

test('a product that does not show its variations does not go to zero if the list names one, whose own record names the product', async () => {
	const list = [...addSimple(at.hub, 3), ...addVaried(at.hub, 1, 2)].map((sku) => ({
		idCanalIntegracao: 11,
		sku,
		estoqueSeguranca: 3,
	}));
	await at.n8n.done(securitySync, list);
	hideVariations(at.hub, 'V0');
	const whole = { ...securitySync, wholeList: true, missingInList: 'zero' };
	const results = (await at.n8n.run(whole, list, go)).json();
	expect(results.map(({ sku }) => sku)).not.toContain('V0');
	const kept = [...at.hub.state.securityStock.values()];
	expect(kept.map(({ estoqueSeguranca }) => estoqueSeguranca)).toEqual(list.map(() => 3));
});
