import { beforeEach, describe, expect, test } from 'vitest';
import { shown } from '../../support/items.mts';
import { setup, type Setup } from '../../support/setup.mts';
import { addSimple, heldBy, priceSync, statuses, stockSync, writes } from '../../support/sync.mts';

let at: Setup;
beforeEach(async () => {
	at = await setup({ seed: { products: 0 } });
	addSimple(at.hub, 20);
});
const goOn = { onError: 'continueRegularOutput' as const };
const price = (sku: string, precoDe: number, precoPor: number) => ({ sku, precoDe, precoPor });

describe('on one entry', () => {
	// the hub holds 99.90 and 79.90 of each
	const list = [
		price('P0', 99.9, 40),
		price('P1', 99.9, 39.9),
		price('P2', 140, 120),
		price('P3', 99.9, 5),
	];

	test('a price that changes by more than half is held, the others go through', async () => {
		const result = await at.n8n.run(priceSync, list, goOn);
		expect(statuses(result.json())).toEqual({ P0: 'updated', P1: 'held', P2: 'held', P3: 'held' });
		expect(result.json()[1]).toMatchObject({
			error:
				'Held, not sent: `precoPor` would change by 50.1 %, from 79.90 to 39.90; the largest change is 50 %',
			before: { precoPor: 79.9 },
			after: { precoPor: 39.9 },
		});
		expect(heldBy(at.hub, 'P1')?.precoPor).toBe(79.9);
	});

	test('switched off by 0, each by itself', async () => {
		const guards = { priceChange: 0 };
		const result = await at.n8n.run({ ...priceSync, guards }, list, goOn);
		expect(statuses(result.json())).toEqual({
			P0: 'updated',
			P1: 'updated',
			P2: 'updated',
			P3: 'held',
		});
		expect(result.json()[3]!.error).toContain('5 % of `precoDe` 99.90; the lowest is 10 %');
		const off = { priceChange: 0, lowestShare: 0 };
		const again = await at.n8n.run({ ...priceSync, guards: off }, list);
		expect(statuses(again.json())).toMatchObject({ P2: 'unchanged', P3: 'updated' });
	});

	test('a lowest price in BRL, also in decimals', async () => {
		const guards = { lowestPrice: 79.91 };
		const entries = [price('P0', 99.9, 79.9), price('P1', 99.9, 79.89), price('P2', 99.9, 80)];
		const result = await at.n8n.run({ ...priceSync, guards }, entries, goOn);
		// what the hub holds already is left alone
		expect(statuses(result.json())).toEqual({ P0: 'unchanged', P1: 'held', P2: 'updated' });
	});

	test('media prices are guarded too', async () => {
		const entry = { ...price('P0', 99.9, 79.9), precoDeMidia: 999, precoPorMidia: 799 };
		const result = await at.n8n.run(priceSync, [entry], goOn);
		expect(result.json()[0]!.error).toContain('`precoDeMidia` would change by 900 %');
		expect(writes(at.hub)).toEqual([]);
	});
});

describe('on the run', () => {
	const zeros = (count: number, of = 20) =>
		Array.from({ length: of }, (_, index) => ({
			sku: `P${index}`,
			estoque: index < count ? 0 : 6,
		}));

	test('a fifth of the entries may go to zero, one more holds all of them', async () => {
		const held = await at.n8n.run(stockSync, zeros(5), goOn);
		expect(new Set(held.json().map(({ status }) => status))).toEqual(new Set(['held']));
		expect(held.json()[19]!.error).toContain('5 of 20 entries (25 %) would go to zero stock');
		expect(writes(at.hub)).toEqual([]);
		const allowed = await at.n8n.run(stockSync, zeros(4));
		expect(new Set(allowed.json().map(({ status }) => status))).toEqual(new Set(['updated']));
	});

	test('a largest share that changes holds all of them, where it is set', async () => {
		const list = Array.from({ length: 20 }, (_, index) => ({
			sku: `P${index}`,
			estoque: index < 11 ? 8 : 5,
		}));
		const guards = { changeShare: 50 };
		const held = await at.n8n.run({ ...stockSync, guards }, list, goOn);
		expect(held.json()[0]!.error).toContain('11 of 20 entries (55 %) would change');
		expect(writes(at.hub)).toEqual([]);
		list[10]!.estoque = 5;
		expect((await at.n8n.run({ ...stockSync, guards }, list)).error).toBeUndefined();
		expect(heldBy(at.hub, 'P9')?.estoque).toBe(8);
	});

	describe('stock that becomes tenfold, or a tenth', () => {
		const stocks = (changed: number, estoque: number, rest = 5) =>
			Array.from({ length: 20 }, (_, index) => ({
				sku: `P${index}`,
				estoque: index < changed ? estoque : rest,
			}));

		test.each([
			['times 100', 500],
			['ten times as much', 50],
		])('%s: of a fifth of the entries it goes through, one more holds all', async (_, estoque) => {
			const held = await at.n8n.run(stockSync, stocks(5, estoque), goOn);
			expect(held.json()[0]!.error).toContain(
				'5 of 20 entries with stock (25 %) would have ten times as much or a tenth; the largest share is 20 %',
			);
			expect(writes(at.hub)).toEqual([]);
			const allowed = await at.n8n.run(stockSync, stocks(4, estoque));
			expect(allowed.json().slice(0, 4)).toMatchObject(
				Array.from({ length: 4 }, () => ({ status: 'updated' })),
			);
		});

		test('a list in hundreds of pieces where the hub counts pieces', async () => {
			for (const { sku } of stocks(20, 0)) Object.assign(heldBy(at.hub, sku)!, { estoque: 700 });
			const held = await at.n8n.run(stockSync, stocks(20, 7), goOn);
			expect(new Set(held.json().map(({ status }) => status))).toEqual(new Set(['held']));
			expect(writes(at.hub)).toEqual([]);
		});

		test('goods that come in where there were none do not count, nor does less than tenfold', async () => {
			for (const { sku } of stocks(8, 0).slice(0, 8))
				Object.assign(heldBy(at.hub, sku)!, { estoque: 0 });
			const list = stocks(8, 900, 49);
			expect((await at.n8n.run(stockSync, list)).error).toBeUndefined();
			expect(heldBy(at.hub, 'P0')?.estoque).toBe(900);
		});

		test('entries without stock do not hide it: what has stock is counted by itself', async () => {
			for (const { sku } of stocks(8, 0).slice(0, 8))
				Object.assign(heldBy(at.hub, sku)!, { estoque: 0 });
			const list = stocks(8, 0, 5);
			for (const entry of list.slice(8, 11)) entry.estoque = 500;
			const held = await at.n8n.run(stockSync, list, goOn);
			expect(held.json()[8]!.error).toContain('3 of 12 entries with stock (25 %)');
			expect(writes(at.hub)).toEqual([]);
		});

		test('can be switched off, or be set otherwise', async () => {
			const list = stocks(20, 500);
			const guards = { tenfoldShare: 99 };
			const held = await at.n8n.run({ ...stockSync, guards }, list, goOn);
			expect(held.json()[0]!.error).toContain('the largest share is 99 %');
			const off = await at.n8n.run({ ...stockSync, guards: { tenfoldShare: 0 } }, list);
			expect(new Set(off.json().map(({ status }) => status))).toEqual(new Set(['updated']));
		});
	});

	test('a highest stock, where it is set, holds the entry', async () => {
		const list = [
			{ sku: 'P0', estoque: 1000 },
			{ sku: 'P1', estoque: 1001 },
		];
		const guards = { highestStock: 1000 };
		const result = await at.n8n.run({ ...stockSync, guards }, list, goOn);
		expect(statuses(result.json())).toEqual({ P0: 'updated', P1: 'held' });
		expect(result.json()[1]!.error).toContain('`estoque` 1001 is above the highest stock 1000');
		expect(heldBy(at.hub, 'P1')?.estoque).toBe(5);
	});

	test('fewer than ten entries have no share; what is zero already does not count', async () => {
		const few = await at.n8n.run(stockSync, zeros(9, 9));
		expect(few.error).toBeUndefined();
		expect((await at.n8n.run(stockSync, zeros(9))).error).toBeUndefined();
	});

	test('stop: the message has the counts and the worst examples', async () => {
		const list = [price('P0', 9990, 7990), price('P1', 99.9, 70), price('P2', 200, 79.9)];
		const result = await at.n8n.run(priceSync, list);
		const text = shown(result.nodeError);
		expect(text).toContain('3 compared, 1 updated, 2 held');
		expect(text).toContain('would change by 9900 %');
		expect(text.indexOf('P0 [item 0]')).toBeLessThan(text.indexOf('P2 [item 2]'));
		expect(text).toContain('set On Error to continue');
		expect(text).toContain('Batches in the hub: ');
		expect(heldBy(at.hub, 'P1')?.precoPor).toBe(70);
	});

	test('stop: a held run is told once', async () => {
		const result = await at.n8n.run(stockSync, zeros(20));
		expect(result.nodeError?.message).toBe(
			'The run is held, nothing was sent: 20 of 20 entries (100 %) would go to zero stock; the largest share is 20 % (20 compared, 20 held)',
		);
	});

	test('error output: held items can be asked about and sent with the guard off', async () => {
		const held = await at.n8n.run(stockSync, zeros(20), { onError: 'continueErrorOutput' });
		expect(held.items(0)).toEqual([]);
		expect(held.json(1)[0]).toMatchObject({ sku: 'P0', status: 'held', before: { estoque: 5 } });
		const guards = { zeroShare: 0 };
		const again = await at.n8n.run({ ...stockSync, guards }, held.json(1));
		expect(new Set(again.json().map(({ status }) => status))).toEqual(new Set(['updated']));
	});

	test('a guard that is no number is told before anything is read', async () => {
		const result = await at.n8n.run({ ...stockSync, guards: { zeroShare: 'many' } }, zeros(1));
		expect(shown(result.nodeError)).toContain(
			'`Largest Share to Zero Stock (%)` must be a number from 0, got "many"',
		);
		expect(shown(result.nodeError)).toContain('0 switches the guard off');
		expect(at.hub.count({ endpoint: 'productList' })).toBe(0);
	});

	test('a dry run is held like the run itself', async () => {
		const dry = await at.n8n.run({ ...stockSync, dryRun: true }, zeros(20), goOn);
		expect(new Set(dry.json().map(({ status }) => status))).toEqual(new Set(['held']));
	});
});
