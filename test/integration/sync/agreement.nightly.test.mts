import fc from 'fast-check';
import sortBy from 'lodash/sortBy.js';
import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';
import type { Hub } from '../../hub/index.mts';
import { stocksSent } from '../../support/batches.mts';
import { go } from '../../support/items.mts';
import { addProducts } from '../../support/products.mts';
import { setup } from '../../support/setup.mts';
import { heldBy, statuses, stockSync, writes } from '../../support/sync.mts';

/** Whatever the hub holds, whatever the list says, and whatever changes meanwhile. */

const stock = fc.integer({ min: 0, max: 3 });
/** Products without variations, from no page of the list to three. */
const simple = fc.oneof(
	fc.array(stock, { maxLength: 15 }),
	fc.array(stock, { minLength: 95, maxLength: 240, size: 'max' }),
);
const varied = fc.array(fc.array(stock, { minLength: 1, maxLength: 3 }), { maxLength: 6 });
/** Stock wanted for some of the SKUs, by their place among all. */
const wanted = fc.array(fc.record({ place: fc.nat(), estoque: stock }), {
	minLength: 1,
	maxLength: 60,
});
const unknown = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 3 });
const guards = fc.record({
	zeroShare: fc.constantFrom(0, 20),
	changeShare: fc.constantFrom(0, 50),
	wholeShare: fc.constant(0),
	tenfoldShare: fc.constant(0),
});
const missing = fc.constantFrom('off', 'ignore', 'report', 'zero');
/** What happens when the hub has received the read number `at`. */
const drift = fc.array(
	fc.record({
		at: fc.integer({ min: 1, max: 6 }),
		what: fc.constantFrom('change', 'remove', 'add'),
		place: fc.nat(),
		estoque: stock,
	}),
	{ maxLength: 4 },
);

interface Scene {
	simple: number[];
	varied: number[][];
	wanted: Array<{ place: number; estoque: number }>;
	unknown: number[];
	guards: { zeroShare: number; changeShare: number; wholeShare: number; tenfoldShare: number };
	missing: string;
}
const scene = fc.record({ simple, varied, wanted, unknown, guards, missing });

/** Puts the hub into this state; all its SKUs that can have stock. */
function fill(hub: Hub, { simple: amounts, varied: products }: Scene): string[] {
	[...hub.state.products.keys()].forEach((sku) => hub.state.removeProduct(sku));
	const variations = products.map((each, product) =>
		each.map((_, index) => (product % 2 === 0 ? `V${product}-${index}` : `${index}of${product}`)),
	);
	addProducts(hub, [
		...amounts.map((_, index) => ({ skuProduto: `P${index}` })),
		...variations.map((skus, product) => ({
			skuProduto: `V${product}`,
			variacoes: skus.map((skuVariacao) => ({ skuVariacao, tamanho: skuVariacao })),
		})),
	]);
	const skus = [...amounts.map((_, index) => `P${index}`), ...variations.flat()];
	[...amounts, ...products.flat()].forEach((estoque, index) => {
		heldBy(hub, skus[index]!)!.estoque = estoque;
	});
	hub.clearLog();
	return skus;
}

/** The input items; the last of equal SKUs counts, so that none contradicts another. */
function listOf(skus: string[], { wanted: entries, unknown: others }: Scene) {
	const values = new Map<string, number>();
	if (skus.length > 0)
		entries.forEach(({ place, estoque }) => values.set(skus[place % skus.length]!, estoque));
	others.forEach((name) => values.set(`X${name}`, 1));
	if (values.size === 0) values.set('X0', 1);
	return [...values].map(([sku, estoque]) => ({ sku, estoque }));
}

const parametersOf = ({ guards: limits, missing: missingInList }: Scene) => ({
	...stockSync,
	guardMode: 'custom',
	customGuards: limits,
	...(missingInList === 'off' ? {} : { wholeList: true, missingInList }),
});
const sentTo = (hub: Hub) =>
	new Map(
		stocksSent(hub)
			.flat()
			.map(({ sku, estoque }) => [sku, estoque]),
	);
const stockOf = (hub: Hub, skus: string[]) =>
	new Map(skus.map((sku) => [sku, heldBy(hub, sku)?.estoque]));

test('a dry run and the real run agree, the hub ends up equal to the list, and equal values are not sent', async () => {
	const { hub, n8n } = await setup({ seed: { products: 0 }, batchDuration: 0, limits: false });
	const property = fc.asyncProperty(scene, async (given) => {
		const skus = fill(hub, given);
		const list = listOf(skus, given);
		const before = stockOf(hub, skus);
		const dry = (await n8n.run({ ...parametersOf(given), dryRun: true }, list, go)).json();
		expect(writes(hub)).toEqual([]);
		const real = (await n8n.run(parametersOf(given), list, go)).json();
		// what is thrown of a held run has another first word
		const comparable = ({ batchId: _, error, description: __, ...result }: IDataObject) => ({
			...result,
			hasError: error !== undefined,
			status:
				{ wouldUpdate: 'updated', wouldBeHeld: 'held' }[String(result.status)] ?? result.status,
		});
		// records of the hub come as they are read, side by side
		const told = (results: IDataObject[]) => sortBy(results.map(comparable), 'sku');
		expect(told(real)).toEqual(told(dry));

		const named = new Map(list.map(({ sku, estoque }) => [sku, estoque]));
		const goals = new Map(
			skus.flatMap((sku): Array<[string, number]> => {
				const goal = named.get(sku) ?? (given.missing === 'zero' ? 0 : undefined);
				return goal === undefined ? [] : [[sku, goal]];
			}),
		);
		const differing = [...goals].filter(([sku, goal]) => before.get(sku) !== goal);
		const compared = [...goals];
		const stocked = compared.filter(([sku]) => before.get(sku) !== 0);
		const toZero = stocked.filter(([, goal]) => goal === 0);
		const isSingle = stocked.length > 1 && toZero.length === 1 && named.has(toZero[0]![0]);
		const changing = stocked.filter(([sku, goal]) => before.get(sku) !== goal);
		const { zeroShare, changeShare } = given.guards;
		const isHeld =
			compared.length >= 10 &&
			((zeroShare > 0 && !isSingle && toZero.length / stocked.length > zeroShare / 100) ||
				(changeShare > 0 &&
					(differing.length / compared.length > changeShare / 100 ||
						(stocked.length >= 10 && changing.length / stocked.length > changeShare / 100))));
		expect(sentTo(hub)).toEqual(new Map(isHeld ? [] : differing));
		for (const [sku, estoque] of stockOf(hub, skus))
			expect([sku, estoque]).toEqual([
				sku,
				isHeld ? before.get(sku) : (goals.get(sku) ?? before.get(sku)),
			]);
		const found = statuses(real);
		for (const { sku, estoque } of list) {
			const sent = isHeld ? 'held' : 'updated';
			const known = before.get(sku) === estoque ? 'unchanged' : sent;
			const status = before.has(sku) ? known : 'notInHub';
			expect([sku, found[sku]]).toEqual([sku, status]);
		}
		if (given.missing === 'report')
			expect(
				real
					.filter(({ status }) => status === 'onlyInHub')
					.map(({ sku }) => sku)
					.sort(),
			).toEqual(skus.filter((sku) => !named.has(sku)).sort());
	});
	await fc.assert(property, { numRuns: 15 });
}, 120_000);

test('SKUs that others change during the run do not disturb the rest, and the next run settles them', async () => {
	const { hub, n8n } = await setup({ seed: { products: 0 }, batchDuration: 0, limits: false });
	const property = fc.asyncProperty(scene, drift, async (given, events) => {
		const calm = {
			...given,
			guards: { zeroShare: 0, changeShare: 0, wholeShare: 0, tenfoldShare: 0 },
			missing: 'off',
		};
		const skus = fill(hub, calm);
		const list = listOf(skus, calm);
		const before = stockOf(hub, skus);
		const drifted = new Set<string>();
		let reads = 0;
		let added = 0;
		const stop = hub.onRequest(({ endpoint }) => {
			const isRead = /^(product|variation)/.test(endpoint ?? '');
			if (isRead) reads++;
			for (const { what, place, estoque } of events.filter(({ at }) => isRead && at === reads)) {
				const sku = skus[place % Math.max(1, skus.length)];
				if (what === 'add') addProducts(hub, [{ skuProduto: `NEW${added++}` }]);
				else if (sku === undefined) continue;
				else if (what === 'change') {
					drifted.add(sku);
					Object.assign(heldBy(hub, sku) ?? {}, { estoque });
				} else {
					const owner = hub.state.findSku(sku)?.product;
					[sku, ...(owner?.variacoes ?? []).map(({ skuVariacao }) => skuVariacao)].forEach((gone) =>
						drifted.add(gone),
					);
					hub.state.removeProduct(owner?.skuProduto ?? '');
				}
			}
		});
		const first = statuses((await n8n.run(parametersOf(calm), list, go)).json());
		stop();
		const sent = sentTo(hub);
		for (const { sku, estoque } of list.filter((entry) => before.has(entry.sku))) {
			if (drifted.has(sku)) continue;
			expect([sku, heldBy(hub, sku)?.estoque]).toEqual([sku, estoque]);
			expect([sku, sent.has(sku)]).toEqual([sku, before.get(sku) !== estoque]);
			expect([sku, first[sku]]).toEqual([sku, sent.has(sku) ? 'updated' : 'unchanged']);
		}

		await n8n.run(parametersOf(calm), list, go);
		hub.clearLog();
		const last = statuses((await n8n.run(parametersOf(calm), list, go)).json());
		expect(writes(hub)).toEqual([]);
		for (const { sku, estoque } of list) {
			const stored = heldBy(hub, sku)?.estoque;
			expect([sku, last[sku], stored]).toEqual(
				stored === undefined ? [sku, 'notInHub', undefined] : [sku, 'unchanged', estoque],
			);
		}
	});
	await fc.assert(property, { numRuns: 25 });
}, 120_000);
