import { beforeEach, describe, expect, test } from 'vitest';
import { shown } from '../../support/items.mts';
import { setup, type Setup } from '../../support/setup.mts';
import {
	addSimple,
	customizedSync,
	heldBy,
	priceSync,
	statuses,
	stockIn,
	stockSync,
	writes,
} from '../../support/sync.mts';

let at: Setup;
beforeEach(async () => {
	at = await setup({ seed: { products: 0 } });
	addSimple(at.hub, 20);
});
const goOn = { onError: 'continueRegularOutput' as const };
const price = (sku: string, precoDe: number, precoPor: number) => ({ sku, precoDe, precoPor });
/** Limits of one's own: the guards that are not among them have their defaults. */
const custom = (customGuards: Record<string, number | string>) => ({
	guardMode: 'custom',
	customGuards,
});

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
				'Held, not sent: `precoPor` would change by 50.1 %, from 79.90 to 39.90; Largest Change of a Price (%) is 50',
			description:
				'Look at the values. If they are right, choose Custom under Guards, raise Largest Change of a Price (%) or set it to 0, which switches it off, and run again.',
			before: { precoPor: 79.9 },
			after: { precoPor: 39.9 },
		});
		expect(heldBy(at.hub, 'P1')?.precoPor).toBe(79.9);
	});

	test('switched off by 0, each by itself', async () => {
		const result = await at.n8n.run({ ...priceSync, ...custom({ priceChange: 0 }) }, list, goOn);
		expect(statuses(result.json())).toEqual({
			P0: 'updated',
			P1: 'updated',
			P2: 'updated',
			P3: 'held',
		});
		expect(result.json()[3]!.error).toContain(
			'5 % of `precoDe` 99.90; Lowest Price (% of Price Before Discount) is 10',
		);
		expect(result.json()[3]!.description).toContain('lower Lowest Price');
		const off = custom({ priceChange: 0, lowestShare: 0 });
		const again = await at.n8n.run({ ...priceSync, ...off }, list);
		expect(statuses(again.json())).toMatchObject({ P2: 'unchanged', P3: 'updated' });
	});

	test('a lowest price in BRL, also in decimals', async () => {
		const guards = custom({ lowestPrice: 79.91 });
		const entries = [price('P0', 99.9, 79.9), price('P1', 99.9, 79.89), price('P2', 99.9, 80)];
		const result = await at.n8n.run({ ...priceSync, ...guards }, entries, goOn);
		// what the hub holds already is left alone
		expect(statuses(result.json())).toEqual({ P0: 'unchanged', P1: 'held', P2: 'updated' });
	});

	test('media prices are guarded too', async () => {
		const entry = { ...price('P0', 99.9, 79.9), precoDeMidia: 999, precoPorMidia: 799 };
		const result = await at.n8n.run(priceSync, [entry], goOn);
		expect(result.json()[0]!.error).toContain('`precoDeMidia` would change by 900 %');
		expect(writes(at.hub)).toEqual([]);
	});

	describe('a selling price above its price before discount', () => {
		test('which the list gives alone, and the hub has the other', async () => {
			for (const sku of ['P0', 'P1'])
				Object.assign(heldBy(at.hub, sku)!, { precoDeMidia: 90, precoPorMidia: 80 });
			const result = await at.n8n.run(
				priceSync,
				[
					{ ...price('P0', 99.9, 79.9), precoPorMidia: 91 },
					{ ...price('P1', 99.9, 79.9), precoDeMidia: 79.99 },
					{ ...price('P2', 99.9, 79.9), precoPorMidia: 91 },
				],
				goOn,
			);
			// P2 has no media price that it could be above of
			expect(statuses(result.json())).toEqual({ P0: 'held', P1: 'held', P2: 'updated' });
			expect(result.json()[0]!.error).toBe(
				'Held, not sent: `precoPorMidia` 91.00 is 101.1 % of `precoDeMidia` 90.00; Highest Price (% of Price Before Discount) is 100',
			);
		});

		test('of a channel, unless this guard is off', async () => {
			const list = [{ idCanalIntegracao: 11, skuProduto: 'P0', precoDe: 70, precoPor: 80 }];
			const held = await at.n8n.run(customizedSync, list, goOn);
			expect(held.json()).toMatchObject([{ status: 'held' }]);
			expect(writes(at.hub)).toEqual([]);
			const off = await at.n8n.run({ ...customizedSync, ...custom({ highestShare: 0 }) }, list);
			expect(off.json()).toMatchObject([{ status: 'updated' }]);
		});
	});

	test('a highest stock, where it is set, holds the entry', async () => {
		const entries = [
			{ sku: 'P0', estoque: 1000 },
			{ sku: 'P1', estoque: 1001 },
		];
		const guards = custom({ highestStock: 1000 });
		const result = await at.n8n.run({ ...stockSync, ...guards }, entries, goOn);
		expect(statuses(result.json())).toEqual({ P0: 'updated', P1: 'held' });
		expect(result.json()[1]!.error).toContain(
			'`estoque` would be 1001; Highest Stock (Pieces) is 1000',
		);
		expect(heldBy(at.hub, 'P1')?.estoque).toBe(5);
	});
});

describe('on the run', () => {
	/** The hub's 20 SKUs with these stocks: `from` in the hub, `to` in the list, 5 and 5 for the rest. */
	const stocks = (...parts: Array<{ count: number; from?: number; to: number }>) => {
		const rows = parts.flatMap(({ count, from = 5, to }) =>
			Array.from({ length: count }, () => ({ from, to })),
		);
		const rest = Array.from({ length: 20 - rows.length }, () => ({ from: 5, to: 5 }));
		return [...rows, ...rest].map(({ from, to }, index) => {
			Object.assign(heldBy(at.hub, `P${index}`)!, { estoque: from });
			return { sku: `P${index}`, estoque: to };
		});
	};
	const tenfold = 'would have ten times as much or a tenth';

	test.each([
		{
			name: 'the share that goes to zero is of those that have stock',
			allowed: [
				{ count: 2, to: 0 },
				{ count: 10, from: 0, to: 0 },
			],
			held: [
				{ count: 3, to: 0 },
				{ count: 10, from: 0, to: 0 },
			],
			reason:
				'3 of 10 entries with stock (30 %) would go to zero; Largest Share to Zero Stock (%) is 20',
		},
		{
			name: 'of few with stock one alone may go to zero',
			allowed: [
				{ count: 1, to: 0 },
				{ count: 18, from: 0, to: 0 },
			],
			held: [
				{ count: 2, to: 0 },
				{ count: 18, from: 0, to: 0 },
			],
			reason: '2 of 2 entries with stock (100 %) would go to zero',
		},
		{
			name: 'times 100',
			allowed: [{ count: 4, to: 500 }],
			held: [{ count: 5, to: 500 }],
			reason: `5 of 20 entries with stock (25 %) ${tenfold}; Largest Share That Changes Tenfold (%) is 20`,
		},
		{
			name: 'ten times as much, among entries without stock',
			allowed: [
				{ count: 8, from: 0, to: 0 },
				{ count: 2, to: 50 },
			],
			held: [
				{ count: 8, from: 0, to: 0 },
				{ count: 3, to: 50 },
			],
			reason: `3 of 12 entries with stock (25 %) ${tenfold}`,
		},
		{
			name: 'a tenth; goods that come in where there were none and less than tenfold do not count',
			allowed: [
				{ count: 3, from: 70, to: 7 },
				{ count: 3, from: 0, to: 900 },
				{ count: 3, to: 49 },
			],
			held: [
				{ count: 5, from: 70, to: 7 },
				{ count: 3, from: 0, to: 900 },
			],
			reason: `5 of 17 entries with stock (29.4 %) ${tenfold}`,
		},
		{
			name: 'the share that changes',
			allowed: [{ count: 10, to: 8 }],
			held: [{ count: 11, to: 8 }],
			reason: '11 of 20 entries (55 %) would change; Largest Share That Changes (%) is 50',
		},
		{
			name: 'the share that changes of those that have stock',
			allowed: [
				{ count: 5, to: 8 },
				{ count: 10, from: 0, to: 0 },
			],
			held: [
				{ count: 6, to: 8 },
				{ count: 10, from: 0, to: 0 },
			],
			reason: '6 of 10 entries with stock (60 %) would change',
		},
		{
			name: 'the share that is refused',
			allowed: [
				{ count: 4, to: -1 },
				{ count: 1, to: 6 },
			],
			held: [
				{ count: 5, to: -1 },
				{ count: 1, to: 6 },
			],
			reason:
				'5 of 20 entries (25 %) are held or refused by themselves; Largest Share Held or Refused (%) is 20',
		},
	])('$name', async ({ allowed, held, reason }) => {
		const list = stocks(...held);
		const before = stockIn(
			at.hub,
			list.map(({ sku }) => sku),
		);
		const result = await at.n8n.run(stockSync, list, goOn);
		expect(writes(at.hub)).toEqual([]);
		const ofRun = result.json().filter(({ error }) => String(error).startsWith('Nothing was sent'));
		expect(ofRun.length).toBeGreaterThan(0);
		for (const { error, status } of ofRun) {
			expect(error).toContain(`Nothing was sent: ${reason}`);
			expect(status).toBe('held');
		}
		expect(stockIn(at.hub, Object.keys(before))).toEqual(before);

		const good = stocks(...allowed).filter(({ estoque }) => estoque >= 0);
		await at.n8n.run(stockSync, stocks(...allowed), goOn);
		for (const { sku, estoque } of good)
			expect([sku, heldBy(at.hub, sku)?.estoque]).toEqual([sku, estoque]);
	});

	test('each can be set otherwise, or switched off', async () => {
		const list = stocks({ count: 20, to: 500 });
		const guards = custom({ tenfoldShare: 99 });
		const held = await at.n8n.run({ ...stockSync, ...guards }, list, goOn);
		expect(held.json()[0]!.error).toContain('Largest Share That Changes Tenfold (%) is 99');
		const without = custom({ tenfoldShare: 0, changeShare: 0 });
		const off = await at.n8n.run({ ...stockSync, ...without }, list);
		expect(new Set(off.json().map(({ status }) => status))).toEqual(new Set(['updated']));
	});

	test('prices of a channel that has none yet count as changes', async () => {
		const list = Array.from({ length: 10 }, (_, index) => ({
			idCanalIntegracao: 11,
			skuProduto: `P${index}`,
			precoDe: 90,
			precoPor: 80,
		}));
		const held = await at.n8n.run(customizedSync, list, goOn);
		expect(held.json()[0]!.error).toContain('10 of 10 entries (100 %) would change');
		expect(writes(at.hub)).toEqual([]);
		const few = await at.n8n.run(customizedSync, list.slice(0, 9));
		expect(new Set(few.json().map(({ status }) => status))).toEqual(new Set(['updated']));
	});

	test('fewer than ten entries have no share', async () => {
		const list = stocks({ count: 9, to: 0 }).slice(0, 9);
		expect((await at.n8n.run(stockSync, list)).error).toBeUndefined();
		expect(heldBy(at.hub, 'P8')?.estoque).toBe(0);
	});
});

describe('what is told', () => {
	const zeros = Array.from({ length: 20 }, (_, index) => ({ sku: `P${index}`, estoque: 0 }));

	test('stop: the message has the counts and the worst examples', async () => {
		const list = [price('P0', 9990, 7990), price('P1', 99.9, 70), price('P2', 200, 79.9)];
		const result = await at.n8n.run(priceSync, list);
		const text = shown(result.nodeError);
		expect(result.nodeError?.message).toMatch(
			/^3 compared, 1 updated, 2 held; P0 \[item 0\]: Held, not sent: `precoDe` would change by 9900 %/,
		);
		expect(text.indexOf('P0 [item 0]')).toBeLessThan(text.indexOf('P2 [item 2]'));
		expect(text).toContain('set On Error to continue');
		expect(text).toContain('Batches in the hub: ');
		expect(heldBy(at.hub, 'P1')?.precoPor).toBe(70);
	});

	test('stop: a held run is told once, with what would change', async () => {
		const result = await at.n8n.run(stockSync, zeros);
		expect(result.nodeError?.message).toBe(
			'Nothing was sent: 20 of 20 entries with stock (100 %) would go to zero; Largest Share to Zero Stock (%) is 20 (20 compared, 20 held)',
		);
		expect(result.nodeError?.description).toContain('P0 [item 0]: 5 → 0; P1 [item 1]: 5 → 0; ');
		expect(result.nodeError?.description).toContain('and 10 more. Look at the list.');
	});

	test('stop: of prices each one that changes, in BRL', async () => {
		const list = Array.from({ length: 20 }, (_, index) => price(`P${index}`, 99.9, 60));
		const result = await at.n8n.run(priceSync, list);
		expect(result.nodeError?.description).toContain('P0 [item 0]: precoPor 79.90 → 60.00; P1');
	});

	test('error output: held items can be asked about and sent with the guards off', async () => {
		const held = await at.n8n.run(stockSync, zeros, { onError: 'continueErrorOutput' });
		expect(held.items(0)).toEqual([]);
		expect(held.json(1)[0]).toMatchObject({ sku: 'P0', status: 'held', before: { estoque: 5 } });
		const again = await at.n8n.run({ ...stockSync, guardMode: 'off' }, held.json(1));
		expect(new Set(again.json().map(({ status }) => status))).toEqual(new Set(['updated']));
	});

	test('a guard that is no number, before anything is read', async () => {
		const parameters = { ...stockSync, ...custom({ zeroShare: 'many' }) };
		const result = await at.n8n.run(parameters, zeros);
		expect(shown(result.nodeError)).toContain(
			'`Largest Share to Zero Stock (%)` must be a number from 0, got "many"',
		);
		expect(shown(result.nodeError)).toContain('0 switches the guard off');
		expect(at.hub.count({ endpoint: 'productList' })).toBe(0);
	});
});

describe('workflows from before there was a choice of guards', () => {
	test('go on with the guards that they have', async () => {
		const list = [price('P0', 99.9, 30), price('P1', 99.9, 5)];
		const result = await at.n8n.run({ ...priceSync, guards: { priceChange: 0 } }, list, goOn);
		expect(statuses(result.json())).toEqual({ P0: 'updated', P1: 'held' });
	});

	test('until another choice is made', async () => {
		const stored = { ...priceSync, guards: { priceChange: 0 } };
		const list = [price('P0', 99.9, 30)];
		const normal = await at.n8n.run({ ...stored, guardMode: 'normal' }, list, goOn);
		expect(statuses(normal.json())).toEqual({ P0: 'held' });
		const off = await at.n8n.run({ ...stored, guardMode: 'off' }, [price('P0', 99.9, 5)]);
		expect(statuses(off.json())).toEqual({ P0: 'updated' });
	});
});
