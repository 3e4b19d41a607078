import mapValues from 'lodash/mapValues.js';
import range from 'lodash/range.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { stocks } from '../../support/batches.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addSimple,
	custom,
	customizedSync,
	heldBy,
	priceOf,
	priceSync,
	productSync,
	statuses,
	stockIn,
	stockSync,
	writes,
} from '../../support/sync.mts';
import { answer, asJson, go } from '../../support/items.mts';

const at = setupEach({ seed: { products: 0 } });
beforeEach(() => void addSimple(at.hub, 20));
const round = (value: number) => Math.round(value * 100) / 100;
const price = (sku: string, precoDe: number, precoPor: number) => ({ sku, precoDe, precoPor });

describe('guards on one entry', () => {
	// the hub holds 99.90 and 79.90 of each
	const list = [
		price('P0', 99.9, 40),
		price('P1', 99.9, 39.9),
		price('P2', 140, 120),
		price('P3', 99.9, 5),
	];

	test('a price that changes by more than half is held, the others go through', async () => {
		const result = await at.n8n.run(priceSync, list, go);
		expect(statuses(result.json())).toEqual({ P0: 'updated', P1: 'held', P2: 'held', P3: 'held' });
		expect(result.json()[1]).toMatchObject({
			error:
				'Held, not sent: `precoPor` would change by 50,1 %, from 79,90 to 39,90; Price Change (%) is 50',
			description:
				'Look at the values. If they are right, choose Custom under Options > Guards, raise Price Change (%) or set it to 0, which switches it off, and run again.',
			before: { precoPor: 79.9 },
			after: { precoPor: 39.9 },
		});
		expect(heldBy(at.hub, 'P1')?.precoPor).toBe(79.9);
	});

	test('0 switches off one guard, and the others still hold', async () => {
		const result = await at.n8n.run({ ...priceSync, ...custom({ priceChange: 0 }) }, list, go);
		const found = { P0: 'updated', P1: 'updated', P2: 'updated', P3: 'held' };
		expect(statuses(result.json())).toEqual(found);
		expect(result.json()[3]!.error).toContain(
			'5 % of `precoDe` 99,90; Lowest Sale Price (%) is 10',
		);
		expect(result.json()[3]!.description).toContain('lower Lowest Sale Price');
		const off = custom({ priceChange: 0, lowestShare: 0 });
		const again = await at.n8n.run({ ...priceSync, ...off }, list);
		expect(statuses(again.json())).toMatchObject({ P2: 'unchanged', P3: 'updated' });
	});

	test('a lowest price in BRL holds cheaper entries, also with decimals', async () => {
		const guards = custom({ lowestPrice: 79.91 });
		const entries = [price('P0', 99.9, 79.9), price('P1', 99.9, 79.89), price('P2', 99.9, 80)];
		const result = await at.n8n.run({ ...priceSync, ...guards }, entries, go);
		// what the hub holds already is left alone
		expect(statuses(result.json())).toEqual({ P0: 'unchanged', P1: 'held', P2: 'updated' });
	});

	test('media prices are guarded too', async () => {
		const entry = { ...price('P0', 99.9, 79.9), precoDeMidia: 999, precoPorMidia: 799 };
		const result = await at.n8n.run(priceSync, [entry], go);
		expect(result.json()[0]!.error).toContain('`precoDeMidia` would change by 900 %');
		expect(writes(at.hub)).toEqual([]);
	});

	test.each([100, 0.01])(
		'times %d: a media price that the hub does not have yet is held',
		async (factor) => {
			at.hub.quirks.withoutMediaPrices = true;
			const media = { precoDeMidia: 99.9 * factor, precoPorMidia: 79.9 * factor };
			const entry = { ...price('P0', 99.9, 79.9), ...mapValues(media, round) };
			const result = await at.n8n.run(priceSync, [entry], go);
			expect(result.json()[0]!.error).toContain("from the product's own 99,90");
			expect(writes(at.hub)).toEqual([]);
		},
	);

	test.each([100, 0.01])('times %d: the price of a new variation is held', async (factor) => {
		const prices = mapValues({ precoDe: 99.9 * factor, precoPor: 79.9 * factor }, round);
		const variacoes = [{ skuVariacao: 'NEW', tamanho: 'G', ...prices }];
		const parameters = { ...productSync, ...asJson([{ skuProduto: 'P0', variacoes }]) };
		const result = await at.n8n.run(parameters, undefined, go);
		expect(result.json()[0]!.error).toContain("from the product's own 99,90");
		expect(writes(at.hub)).toEqual([]);
	});

	test.each([100, 0.01])(
		'times %d: a channel price that the hub lists twice is held',
		async (factor) => {
			const row = { idProduto: 1, skuProduto: 'P0', idCanalIntegracao: 11 };
			const rows = ['79,90', '75,00'].map((precoPorPersonalizado) => ({
				...row,
				precoDePersonalizado: '99,90',
				precoPorPersonalizado,
			}));
			answer(at.hub, 'customizedPriceList', {
				produtosPrecoPersonalizado: { Loja: rows },
				info: {},
			});
			const prices = mapValues({ precoDe: 99.9 * factor, precoPor: 79.9 * factor }, round);
			const entry = { skuProduto: 'P0', idCanalIntegracao: 11, ...prices };
			const result = await at.n8n.run(customizedSync, [entry], go);
			expect(result.json()[0]!.error).toContain("from the product's own 99,90");
			expect(writes(at.hub)).toEqual([]);
		},
	);

	describe('a selling price above its price before discount', () => {
		test('is held if the list gives one price and the hub has the other', async () => {
			for (const sku of ['P0', 'P1'])
				Object.assign(heldBy(at.hub, sku)!, { precoDeMidia: 90, precoPorMidia: 80 });
			const result = await at.n8n.run(
				priceSync,
				[
					{ ...price('P0', 99.9, 79.9), precoPorMidia: 91 },
					{ ...price('P1', 99.9, 79.9), precoDeMidia: 79.99 },
					{ ...price('P2', 99.9, 79.9), precoPorMidia: 91 },
				],
				go,
			);
			// P2 has no media price that it could be above of
			expect(statuses(result.json())).toEqual({ P0: 'held', P1: 'held', P2: 'updated' });
			expect(result.json()[0]!.error).toBe(
				'Held, not sent: `precoPorMidia` 91,00 is 101,1 % of `precoDeMidia` 90,00; Highest Sale Price (%) is 100',
			);
		});

		test('is held in a channel, unless this guard is off', async () => {
			const list = [{ idCanalIntegracao: 11, skuProduto: 'P0', precoDe: 70, precoPor: 80 }];
			const held = await at.n8n.run(customizedSync, list, go);
			expect(held.json()).toMatchObject([{ status: 'held' }]);
			expect(writes(at.hub)).toEqual([]);
			const off = await at.n8n.run({ ...customizedSync, ...custom({ highestShare: 0 }) }, list);
			expect(off.json()).toMatchObject([{ status: 'updated' }]);
		});
	});

	test('Highest Stock, if it is set, holds entries above it', async () => {
		const entries = [...stocks(['P0'], 1000), ...stocks(['P1'], 1001)];
		const guards = custom({ highestStock: 1000 });
		const result = await at.n8n.run({ ...stockSync, ...guards }, entries, go);
		expect(statuses(result.json())).toEqual({ P0: 'updated', P1: 'held' });
		expect(result.json()[1]!.error).toContain(
			'`estoque` would be 1001; Highest Stock (Pieces) is 1000',
		);
		expect(heldBy(at.hub, 'P1')?.estoque).toBe(5);
	});
});

describe('guards on the whole run', () => {
	/** The hub's 20 SKUs, of `3×5→0` three with stock 5 in the hub and 0 in the list; 5 and 5 the rest. */
	const changing = (text: string) => {
		const rows = text.split(' ').flatMap((part) => {
			const [count = 0, from = 0, to = 0] = part.split(/[×→]/).map(Number);
			return Array.from({ length: count }, () => [from, to] as const);
		});
		return Array.from({ length: 20 }, (_, index) => {
			const [from, estoque] = rows[index] ?? [5, 5];
			Object.assign(heldBy(at.hub, `P${index}`)!, { estoque: from });
			return { sku: `P${index}`, estoque };
		});
	};
	const tenfold = 'would have ten times as much or a tenth';

	test.each([
		{
			name: 'the share that goes to zero is of those that have stock',
			allowed: '2×5→0 10×0→0',
			held: '3×5→0 10×0→0',
			reason: '3 of 10 entries with stock (30 %) would go to zero; Stock to Zero (%) is 20',
		},
		{
			name: 'of few with stock one alone may go to zero',
			allowed: '1×5→0 17×0→0',
			held: '2×5→0 18×0→0',
			reason: '2 of 2 entries with stock (100 %) would go to zero',
		},
		{
			name: 'times 100',
			allowed: '4×5→500',
			held: '5×5→500',
			reason: `5 of 20 entries with stock (25 %) ${tenfold}; Tenfold Change (%) is 20`,
		},
		{
			name: 'ten times as much, among entries without stock',
			allowed: '8×0→0 2×5→50',
			held: '8×0→0 3×5→50',
			reason: `3 of 12 entries with stock (25 %) ${tenfold}`,
		},
		{
			name: 'a tenth; goods that come in where there were none and less than tenfold do not count',
			allowed: '3×70→7 3×0→900 3×5→49',
			held: '5×70→7 3×0→900',
			reason: `5 of 17 entries with stock (29,4 %) ${tenfold}`,
		},
		{
			name: 'the share that changes',
			allowed: '10×5→8',
			held: '11×5→8',
			reason:
				"11 of 20 entries (55 %) would change: `estoque` in 11 (SKU P0: '5' in the hub, '8' in the list); Entries That Change (%) is 50",
		},
		{
			name: 'the share that changes of those that have stock',
			allowed: '5×5→8 10×0→0',
			held: '6×5→8 10×0→0',
			reason: '6 of 10 entries with stock (60 %) would change',
		},
		{
			name: 'the share that is refused',
			allowed: '4×5→-1 1×5→6',
			held: '5×5→-1 1×5→6',
			reason: '5 of 20 entries (25 %) are held or refused by themselves; Held or Refused (%) is 20',
		},
	])('$name', async ({ allowed, held, reason }) => {
		const list = changing(held);
		const before = stockIn(
			at.hub,
			list.map(({ sku }) => sku),
		);
		const result = await at.n8n.run(stockSync, list, go);
		expect(writes(at.hub)).toEqual([]);
		const ofRun = result.json().filter(({ error }) => String(error).startsWith('Nothing was sent'));
		expect(ofRun.length).toBeGreaterThan(0);
		for (const { error, status } of ofRun) {
			expect(error).toContain(`Nothing was sent: ${reason}`);
			expect(status).toBe('held');
		}
		expect(stockIn(at.hub, Object.keys(before))).toEqual(before);

		const good = changing(allowed).filter(({ estoque }) => estoque >= 0);
		await at.n8n.run(stockSync, changing(allowed), go);
		for (const { sku, estoque } of good)
			expect([sku, heldBy(at.hub, sku)?.estoque]).toEqual([sku, estoque]);
	});

	test('each guard can be changed or switched off', async () => {
		const list = changing('20×5→500');
		const guards = custom({ tenfoldShare: 99 });
		const held = await at.n8n.run({ ...stockSync, ...guards }, list, go);
		expect(held.json()[0]!.error).toContain('Tenfold Change (%) is 99');
		const without = custom({ tenfoldShare: 0, changeShare: 0 });
		const off = await at.n8n.run({ ...stockSync, ...without }, list);
		expect(new Set(off.json().map(({ status }) => status))).toEqual(new Set(['updated']));
	});

	test('every price counts as a change if the channel has none yet', async () => {
		const list = range(10).map((index) => priceOf(`P${index}`));
		const held = await at.n8n.run(customizedSync, list, go);
		expect(held.json()[0]!.error).toContain('10 of 10 entries (100 %) would change');
		expect(writes(at.hub)).toEqual([]);
		const few = await at.n8n.run(customizedSync, list.slice(0, 9));
		expect(new Set(few.json().map(({ status }) => status))).toEqual(new Set(['updated']));
	});

	test('guards by share do not apply to fewer than ten entries', async () => {
		const list = changing('9×5→0').slice(0, 9);
		await at.n8n.done(stockSync, list);
		expect(heldBy(at.hub, 'P8')?.estoque).toBe(0);
	});
});
