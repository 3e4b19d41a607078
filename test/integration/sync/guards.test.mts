import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, test } from 'vitest';
import { productFields } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addSimple,
	custom,
	customizedSync,
	heldBy,
	priceSync,
	productSync,
	statuses,
	stockIn,
	stockSync,
	writes,
} from '../../support/sync.mts';
import type { OperationParameters } from '../../engine/nodes.mts';
import { answer, asJson, go, hintsOf, shown, split } from '../../support/items.mts';

/* Guards through the node: the table of all limits is test/unit/sync/guards.test.mts. */

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

	test('a mode of guards that an expression gives must be one of the list', async () => {
		const mode = { ...custom({ lowestPrice: 50 }), guardMode: 'Custom' };
		const result = await at.n8n.run({ ...priceSync, ...mode }, list);
		expect(result.nodeError?.message).toBe(
			"Guards (`guardMode`) must be one of the list, got 'Custom'",
		);
		expect(writes(at.hub)).toEqual([]);
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

	test.each<[IDataObject, string]>([
		[price('P0', 99.9, 39.94), '50,01 %, from 79,90 to 39,94; Price Change (%) is 50'],
		[price('P0', 799.4, 79.9), '9,99 % of `precoDe` 799,40; Lowest Sale Price (%) is 10'],
	])('%j: the figure differs from the limit', async (row, said) => {
		const limits = custom({ priceChange: 'precoDe' in row && row.precoDe === 99.9 ? 50 : 0 });
		const result = await at.n8n.run({ ...priceSync, ...limits }, [row], go);
		expect(result.json()[0]!.error).toContain(said);
	});

	const scaled = (factor: number, media = '') => ({
		[`precoDe${media}`]: round(99.9 * factor),
		[`precoPor${media}`]: round(79.9 * factor),
	});
	const unlisted: Record<string, (factor: number) => [OperationParameters, IDataObject[]?]> = {
		'a media price that the hub does not have yet': (factor) => {
			at.hub.quirks.withoutMediaPrices = true;
			const media = scaled(factor, 'Midia');
			return [priceSync, [{ ...price('P0', 99.9, 79.9), ...media }]];
		},
		'the price of a new variation': (factor) => {
			const variacoes = [{ skuVariacao: 'NEW', tamanho: 'G', ...scaled(factor) }];
			return [{ ...productSync, ...asJson([{ skuProduto: 'P0', variacoes }]) }];
		},
		'a channel price that the hub lists twice': (factor) => {
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
			return [customizedSync, [{ skuProduto: 'P0', idCanalIntegracao: 11, ...scaled(factor) }]];
		},
	};
	test.each(Object.keys(unlisted).flatMap((what) => [100, 0.01].map((by) => [what, by] as const)))(
		'%s, times %d, is held',
		async (what, factor) => {
			const [parameters, items] = unlisted[what]!(factor);
			const result = await at.n8n.run(parameters, items, go);
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

		test('is held if no row of the list gives the other', async () => {
			Object.assign(heldBy(at.hub, 'P0')!, { precoDeMidia: 90, precoPorMidia: 80 });
			const list = [{ ...price('P0', 99.9, 79.9), precoPorMidia: 91 }];
			expect(statuses((await at.n8n.run(priceSync, list, go)).json())).toEqual({ P0: 'held' });
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

	test.each([
		{
			name: 'the share that goes to zero is of those that have stock',
			allowed: '2×5→0 10×0→0',
			held: '3×5→0 10×0→0',
			reason: '3 of 10 entries with stock (30 %) would go to zero; Stock to Zero (%) is 20',
		},
		{
			name: 'the share that changes',
			allowed: '10×5→8',
			held: '11×5→8',
			reason:
				"11 of 20 entries (55 %) would change: `estoque` in 11 (SKU P0: '5' in the hub, '8' in the list); Entries That Change (%) is 50",
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

	test('guards by share do not apply to fewer than ten entries', async () => {
		const list = changing('9×5→0').slice(0, 9);
		await at.n8n.done(stockSync, list);
		expect(heldBy(at.hub, 'P8')?.estoque).toBe(0);
	});
});

describe('messages', () => {
	const zeros = Array.from({ length: 20 }, (_, index) => ({ sku: `P${index}`, estoque: 0 }));

	test('a run that stops has the counts and the first rows in its message, held ones first', async () => {
		const list = [price('P0', 9990, 7990), price('P1', 99.9, 70), price('P2', 200, 79.9)];
		const result = await at.n8n.run(priceSync, list);
		const text = shown(result.nodeError);
		expect(result.nodeError?.message).toMatch(/^3 compared, 1 updated, 2 held$/);
		expect(text).toContain('P0: Held, not sent: `precoDe` would change by 9900 %');
		expect(text.split('P0: Held')).toHaveLength(2);
		expect(text.indexOf('P0: Held')).toBeLessThan(text.indexOf('P2: Held'));
		expect(text).toContain('set On Error to continue');
		expect(text).toContain('Batches in the hub: ');
		expect(heldBy(at.hub, 'P1')?.precoPor).toBe(70);
	});

	test('a held run is reported once, with its changes', async () => {
		const result = await at.n8n.run(stockSync, zeros);
		expect(result.nodeError?.message).toBe(
			'Nothing was sent: 20 of 20 entries with stock (100 %) would go to zero; Stock to Zero (%) is 20 (20 compared, 20 held)',
		);
		expect(result.nodeError?.description).toContain('P0: estoque: 5 → 0; P1: estoque: 5 → 0; ');
		expect(result.nodeError?.description).toContain('and 15 more. Look at the list.');
	});

	test('a held run of prices shows each changed price in BRL', async () => {
		const list = Array.from({ length: 20 }, (_, index) => price(`P${index}`, 99.9, 60));
		const result = await at.n8n.run(priceSync, list);
		expect(result.nodeError?.description).toContain('P0: precoPor: 79,90 → 60,00; P1');
	});

	test('new products of a held run are called new, not deletions', async () => {
		const rows = Array.from({ length: 12 }, (_, index) =>
			productFields({ skuProduto: `NEW-${index}` }),
		);
		const result = await at.n8n.run(productSync, rows);
		expect(result.nodeError?.message).toContain('(12 compared, 12 held)');
		expect(result.nodeError?.description).toContain(
			'NEW-0: new; precoDe: 99,90; precoPor: 79,90; NEW-1: new; ',
		);
	});

	test('a run that would change most entries says which fields differ, and what to do', async () => {
		const rows = Array.from({ length: 20 }, (_, index) => ({
			skuProduto: `P${index}`,
			descricao: `<p>Sal &amp; pimenta ${index}</p>`,
			...(index < 2 && { cor: 'azul' }),
		}));
		for (const { skuProduto } of rows) {
			const product = at.hub.state.products.get(skuProduto)!;
			product.descricao = `<p>Sal & pimenta ${skuProduto.slice(1)}</p>`;
		}
		const result = await at.n8n.run(productSync, rows);
		expect(result.nodeError?.message).toMatch(
			/^Nothing was sent: 20 of 20 entries \(100 %\) would change: `descricao` in 20 \(SKU P0: '.*Sal & p.*' in the hub, '.*Sal &amp; p.*' in the list\), `cor` in 2 \(SKU P0: .*'azul' in the list\); Entries That Change/,
		);
		expect(result.nodeError?.description).toContain(
			'leave its column out. If it is right, choose Custom under Options > Guards, set Entries That Change (%) to 0 for this one run, with all other limits as they are, and choose Normal again after it.',
		);
		const without = rows.map(({ skuProduto, cor }) => ({ skuProduto, cor }));
		const quiet = await at.n8n.done(productSync, without);
		expect(quiet.json().filter(({ status }) => status === 'updated')).toHaveLength(2);
	});

	test('a run that is held although no row says so counts its rows alone', async () => {
		const parameters = { ...stockSync, wholeList: true };
		const result = await at.n8n.run(parameters, [{ sku: 'P0', estoque: 5 }]);
		expect(result.nodeError?.message).toMatch(/\(1 compared, 1 unchanged\)$/);
		expect(shown(result.nodeError)).not.toContain('deletion');
	});

	test('rows of a hub that could not be read are not called compared', async () => {
		at.hub.faults.add({ kind: 'status', status: 400, endpoint: 'productList', times: Infinity });
		const result = await at.n8n.run({ ...stockSync, wholeList: true }, zeros, go);
		expect(hintsOf(result)[0]).toMatch(/^Nothing was sent: 20 rows, 20 not sent, /);
	});

	test.each([
		[{ guardMode: 'off' }, 'Guards are not as usual: all are off. '],
		[
			custom({ changeShare: 0, highestStock: 50 }),
			'Guards are not as usual: Entries That Change (%) is 0, usually 50. ',
		],
		[custom({ changeShare: 50, highestStock: 50 }), undefined],
		[{ ...custom({ highestStock: 50 }), onlyChanges: true }, undefined],
		[{}, undefined],
	])('a limit that is not the usual one is told in a line of its own: %o', async (guards, said) => {
		const result = await at.n8n.run({ ...stockSync, ...guards }, [{ sku: 'P0', estoque: 6 }]);
		const told = hintsOf(result).filter((hint) => hint.includes('not as usual'));
		expect(told).toEqual(said === undefined ? [] : [expect.stringContaining(said)]);
	});

	test('held items leave by the error output and can be sent with the guards off', async () => {
		const held = await at.n8n.run(stockSync, zeros, split);
		expect(held.items(0)).toEqual([]);
		expect(held.json(1)[0]).toMatchObject({ sku: 'P0', status: 'held', before: { estoque: 5 } });
		const again = await at.n8n.run({ ...stockSync, guardMode: 'off' }, held.json(1));
		expect(new Set(again.json().map(({ status }) => status))).toEqual(new Set(['updated']));
	});

	test('a guard that is not a number is refused before anything is read', async () => {
		const customGuards = { zeroShare: 'many' };
		const parameters = { ...stockSync, guardMode: 'custom', customGuards };
		const result = await at.n8n.run(parameters, zeros);
		expect(shown(result.nodeError)).toContain(
			'`Stock to Zero (%)` must be a number from 0, got "many"',
		);
		expect(shown(result.nodeError)).toContain('0 switches the guard off');
		expect(at.hub.count({ endpoint: 'productList' })).toBe(0);
	});
});
