import { describe, expect, test } from 'vitest';
import { stocks, stocksSent } from '../../support/batches.mts';
import { go } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addSimple,
	custom,
	heldBy,
	onlyChanges,
	priceSync,
	productSync,
	securitySync,
	statuses,
	stockIn,
	stockSync,
	writes,
} from '../../support/sync.mts';

/* Which guards hold a list that names only what changed. The hub has stock 5 and the prices 99.90 and 79.90 of each product. */

const at = setupEach({ seed: { products: 0 } });
const price = (sku: string, precoPor = 69.9) => ({ sku, precoDe: 99.9, precoPor });

/** The statuses of a run, each once. */
const statusesOf = async (parameters: object, list: object[]) => {
	const result = await at.n8n.run({ ...stockSync, ...onlyChanges, ...parameters }, list as [], go);
	return [...new Set(result.json().map(({ status }) => status))];
};

describe('prices', () => {
	test('one wrong price in twelve rows is held by itself, and the other eleven go through', async () => {
		const skus = addSimple(at.hub, 12);
		const list = skus.map((sku) => price(sku, sku === 'P3' ? 6.99 : undefined));
		const result = await at.n8n.run({ ...priceSync, ...onlyChanges }, list, go);
		const found = Object.fromEntries(skus.map((sku) => [sku, sku === 'P3' ? 'held' : 'updated']));
		expect(statuses(result.json())).toEqual(found);
		expect(heldBy(at.hub, 'P3')?.precoPor).toBe(79.9);
	});

	test('a list that changes every price is held as a whole if it is not declared as changes only', async () => {
		const list = addSimple(at.hub, 12).map((sku) => price(sku));
		expect(await statusesOf({ ...priceSync, onlyChanges: false }, list)).toEqual(['held']);
	});

	test('the other rows are held, too, if more than a fifth is held or refused, from ten rows on', async () => {
		const list = addSimple(at.hub, 12).map((sku, index) =>
			price(sku, index < 3 ? 6.99 : undefined),
		);
		expect(await statusesOf(priceSync, list)).toEqual(['held']);
		expect(writes(at.hub)).toEqual([]);
		expect(await statusesOf(priceSync, list.slice(0, 9))).toEqual(['held', 'updated']);
	});

	test('a custom Entries That Change is ignored, too', async () => {
		const list = addSimple(at.hub, 12).map((sku) => price(sku));
		expect(await statusesOf({ ...priceSync, ...custom({ changeShare: 1 }) }, list)).toEqual([
			'updated',
		]);
	});

	test('a list declared whole is treated as whole', async () => {
		const list = addSimple(at.hub, 12).map((sku) => price(sku));
		expect(await statusesOf({ ...priceSync, wholeList: true }, list)).toEqual(['held']);
	});
});

describe('stock', () => {
	test('sold-out products go to zero', async () => {
		const skus = addSimple(at.hub, 99);
		expect(await statusesOf({}, stocks(skus, 0))).toEqual(['updated']);
		expect(heldBy(at.hub, 'P98')?.estoque).toBe(0);
	});

	test.each([
		['51 of 100', 51, {}, ['held']],
		['50 of 100', 50, {}, ['updated']],
		['51 of 100, where the form shows its default', 51, custom({ zeroShare: '20' }), ['held']],
		['60 of 100, where 60 may', 60, custom({ zeroShare: 60 }), ['updated']],
		['all of 100, where the guard is off', 100, custom({ zeroShare: 0 }), ['updated']],
	])('%s to zero', async (_name, zeros, parameters, found) => {
		const skus = addSimple(at.hub, 100);
		const list = [...stocks(skus.slice(0, zeros), 0), ...stocks(skus.slice(zeros), 4)];
		expect(await statusesOf(parameters, list)).toEqual(found);
	});

	test('rows that are at zero and stay there do not count', async () => {
		const skus = addSimple(at.hub, 200);
		for (const sku of skus.slice(100)) heldBy(at.hub, sku)!.estoque = 0;
		const result = await at.n8n.run({ ...stockSync, ...onlyChanges }, stocks(skus, 0), go);
		expect(result.json()[0]!.error).toBe(
			'Nothing was sent: 100 of 100 entries (100 %) would go to zero; Stock to Zero (%) is 50, the lowest in a list of only changes',
		);
		expect(writes(at.hub)).toEqual([]);
	});

	describe('guards on the whole run', () => {
		const list = (skus: string[]) => [
			...stocks(skus.slice(0, 8), 50),
			...stocks(skus.slice(8, 10), 4),
			...stocks(skus.slice(10), 0),
		];

		test('hold only rows that raise stock', async () => {
			const skus = addSimple(at.hub, 12);
			const result = await at.n8n.run({ ...stockSync, ...onlyChanges }, list(skus), go);
			expect(statuses(result.json())).toMatchObject({
				P0: 'held',
				P7: 'held',
				P8: 'updated',
				P11: 'updated',
			});
			expect(result.json()[0]!.error).toBe(
				'Nothing that raises stock was sent: 8 of 10 entries with stock (80 %) would have ten times as much or a tenth; Tenfold Change (%) is 20',
			);
			expect(stocksSent(at.hub)).toEqual([
				[...stocks(['P8', 'P9'], 4), ...stocks(['P10', 'P11'], 0)],
			]);
		});

		test('say so in a dry run and in a run that stops', async () => {
			const skus = addSimple(at.hub, 12);
			const parameters = { ...stockSync, ...onlyChanges };
			const dry = await at.n8n.run({ ...parameters, dryRun: true }, list(skus));
			expect(statuses(dry.json())).toMatchObject({ P0: 'wouldBeHeld', P8: 'wouldUpdate' });
			expect(dry.json()[0]!.error).toContain('Nothing that raises stock would be sent: ');
			const stopped = await at.n8n.run(parameters, list(skus));
			expect(stopped.nodeError?.message).toContain('(12 compared, 4 updated, 8 held)');
			expect(stockIn(at.hub, ['P0', 'P11'])).toEqual({ P0: 5, P11: 0 });
		});

		test('hold nothing if every row lowers stock', async () => {
			const skus = addSimple(at.hub, 12);
			for (const sku of skus) heldBy(at.hub, sku)!.estoque = 500;
			expect(await statusesOf({}, stocks(skus, 5))).toEqual(['updated']);
		});

		test('do not release entries that a guard on the entry holds', async () => {
			const skus = addSimple(at.hub, 12);
			for (const sku of skus) heldBy(at.hub, sku)!.estoque = 500;
			const limits = custom({ highestStock: 100 });
			const result = await at.n8n.run(
				{ ...stockSync, ...onlyChanges, ...limits },
				[...stocks(skus.slice(0, 4), 400), ...stocks(skus.slice(4), 90)],
				go,
			);
			expect(statuses(result.json())).toMatchObject({ P0: 'held', P3: 'held', P4: 'updated' });
		});
	});

	test('security stock is held as a whole, because less of it sells more', async () => {
		const list = addSimple(at.hub, 12).map((sku, index) => ({
			...{ idCanalIntegracao: 11, sku },
			estoqueSeguranca: index < 3 ? 'two' : 1,
		}));
		expect(await statusesOf(securitySync, list)).toEqual(['notSent', 'held']);
		expect(writes(at.hub)).toEqual([]);
	});
});

test('products are held if more than a fifth would be switched off, from ten rows on', async () => {
	const off = addSimple(at.hub, 12).map((skuProduto, index) => ({ skuProduto, ativo: index >= 3 }));
	const all = off.map((row) => ({ ...row, precoPor: 69.9 }));
	expect(await statusesOf(productSync, all)).toEqual(['held']);
	expect(await statusesOf(productSync, all.slice(0, 9))).toEqual(['updated']);
});
