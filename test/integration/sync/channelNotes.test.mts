import range from 'lodash/range.js';
import { describe, expect, test } from 'vitest';
import { channelPrice } from '../../support/products.mts';
import { answer, go, hintsOf, respond } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';
import { addSimple, addVaried, customizedSync, securitySync, writes } from '../../support/sync.mts';

const at = setupEach({ seed: { products: 0, channels: 3 } });

const unlisted = 'The hub lists no channel 99; Channel > Get Many shows all with their IDs';
const absent = 'The hub has no SKU GONE';

const stock = (sku: string, idCanalIntegracao: number) => ({
	idCanalIntegracao,
	sku,
	estoqueSeguranca: 2,
});
const syncs = [
	['security stock', { ...securitySync, guardMode: 'off' }, stock],
	[
		'customized prices',
		{ ...customizedSync, guardMode: 'off' },
		(sku: string, channel: number) => channelPrice(sku, 10, channel),
	],
] as const;

describe.each(syncs)(
	'%s: a note at the row says what the hub does not list',
	(_name, sync, row) => {
		const list = [row('P0', 11), row('P1', 99), row('GONE', 12)];

		test('in a dry run', async () => {
			addSimple(at.hub, 2);
			const dry = await at.n8n.done({ ...sync, dryRun: true }, list);
			expect(dry.json().map(({ status, note }) => [status, note])).toEqual([
				['wouldUpdate', undefined],
				['wouldUpdate', unlisted],
				['wouldUpdate', absent],
			]);
			expect(hintsOf(dry)[1]).toBe(`2 of 3 entries have a note: ${unlisted}, ${absent}.`);
			expect(at.hub.count({ endpoint: 'channels' })).toBeLessThanOrEqual(1);
			expect(writes(at.hub)).toEqual([]);
		});

		test('in a real run, where the hub refuses the row', async () => {
			addSimple(at.hub, 2);
			const real = await at.n8n.done(sync, list, go);
			expect(real.json().map(({ status, note }) => [status, note])).toEqual([
				['updated', undefined],
				['refused', unlisted],
				['refused', absent],
			]);
			expect(at.hub.count({ endpoint: 'channels' })).toBeLessThanOrEqual(1);
		});

		test('rows are sent without a note if the hub does not list its channels', async () => {
			addSimple(at.hub, 1);
			respond(at.hub, 'channels', 400);
			const real = await at.n8n.done(sync, [row('P0', 11)]);
			expect(real.json()).toMatchObject([{ status: 'updated' }]);
			expect(real.json()[0]).not.toHaveProperty('note');
		});
	},
);

describe.each(syncs)('%s: SKUs of a long list that the hub does not have', (_name, sync, row) => {
	const gone = range(25).map((index) => `GONE-${index}`);
	const dryRunOf = async (skus: string[]) => {
		const list = skus.map((sku) => row(sku, 11));
		const dry = await at.n8n.done({ ...sync, dryRun: true }, list);
		const noted = dry.json().filter(({ note }) => note !== undefined);
		return noted.map(({ sku, skuProduto = sku }) => skuProduto);
	};

	test('have a note, alone and among products and variations', async () => {
		expect(await dryRunOf(gone)).toEqual(gone);
		const known = [...addSimple(at.hub, 5), ...addVaried(at.hub, 5, 5)];
		expect(await dryRunOf([...gone, ...known])).toEqual(gone);
	});

	test('cost no more reads than the hub has products', async () => {
		addSimple(at.hub, 5);
		await dryRunOf(gone);
		const reads = ['productGet', 'variationGet'] as const;
		const made = reads.map((endpoint) => at.hub.count({ endpoint }));
		expect(made[0]! + made[1]!).toBeLessThanOrEqual(5);
	});
});

test.each([
	[
		'customized prices',
		{ ...customizedSync, guardMode: 'off' },
		[channelPrice('P0', 10, 11), channelPrice('P1', 10, 11)],
		'customizedPriceSet',
		{
			resultados: [
				['P0', '10,00'],
				['P1', '12,50'],
			].map(([skuProduto, precoPor]) => ({
				skuProduto,
				sucessos: [{ idCanalIntegracao: 11, precoDe: 20, precoPor }],
				erros: [],
			})),
		},
		'The hub confirms precoDe 20, precoPor 12.5',
	],
	[
		'security stock',
		{ ...securitySync, guardMode: 'off' },
		[stock('P1', 11)],
		'securityStockSet',
		{ ProdutoEstoqueSeguranca: [{ idCanalIntegracao: 11, sku: 'P1', estoqueSeguranca: '0' }] },
		'The hub confirms estoqueSeguranca 0',
	],
] as const)(
	'%s: a note tells other values that the hub confirms',
	async (_name, sync, list, endpoint, body, note) => {
		addSimple(at.hub, 2);
		answer(at.hub, endpoint, body);
		const result = await at.n8n.done(sync, [...list]);
		const noted = result.json().filter((row) => row.note !== undefined);
		expect(noted).toMatchObject([{ status: 'updated', note }]);
		expect(noted.map((row) => row.sku ?? row.skuProduto)).toEqual(['P1']);
		expect(hintsOf(result).join()).toContain(note);
	},
);
