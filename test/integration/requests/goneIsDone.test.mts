import { describe, expect, test } from 'vitest';
import type { Fault, Hub } from '../../hub/index.mts';
import { completeSeed, parametersOf } from '../../support/everyOperation.mts';
import { go, requests, respond } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';

/** How many there are in the hub of what an operation removes. */
type Count = (hub: Hub) => number;

const answered: Array<Partial<Fault> & Pick<Fault, 'kind'>> = [
	{ kind: 'status', status: 500, applied: true },
	{ kind: 'status', status: 503, applied: true },
	{ kind: 'html', applied: true },
];

const priced: Count = ({ state }) =>
	[...state.listings.values()].filter(({ preco }) => preco).length;

describe.each<[name: string, endpoint: string, count: Count]>([
	['product delete', 'productDelete', ({ state }) => state.products.size],
	['customizedPrice delete', 'customizedPriceDelete', ({ state }) => state.customizedPrices.size],
	['listingPrice delete', 'listingPriceDelete', priced],
	['orderQueue acknowledge', 'acknowledge', ({ state }) => state.queue.size],
])('%s gets a 404', (name, endpoint, count) => {
	const done = endpoint === 'acknowledge' ? { acknowledged: true } : { deleted: true };
	const prepared = async () => {
		const { hub, n8n } = await setup({ seed: completeSeed });
		const parameters = parametersOf(name, hub);
		const before = count(hub);
		expect(before).toBeGreaterThan(0);
		return { hub, n8n, parameters, removed: () => before - count(hub) };
	};

	test.each(answered)(
		'after a try that was answered ($kind $status): the outcome is unknown, not done',
		async (fault) => {
			const { hub, n8n, parameters, removed } = await prepared();
			hub.faults.add({ ...fault, endpoint });
			const result = await n8n.run(parameters, [{}], go);
			expect(requests(hub, endpoint).at(-1)?.status).toBe(404);
			expect(removed()).toBe(1);
			expect(result.json()).toMatchObject([{ httpStatus: 404, outcome: 'unknown' }]);
			expect(result.json()[0]).not.toMatchObject(done);
		},
	);

	test.each<Array<Fault['kind']>>([
		['resetAfter'],
		['resetBefore', 'resetAfter'],
		['status', 'resetAfter'],
		['resetAfter', 'status'],
	])('after a lost answer: done (%s %s)', async (...faults) => {
		const { hub, n8n, parameters, removed } = await prepared();
		for (const kind of faults) hub.faults.add({ kind, status: 503, endpoint });
		const result = await n8n.done(parameters);
		expect(result.json()).toMatchObject([done]);
		expect(removed()).toBe(1);
	});

	test('at the first try, after a 429, or after a 503 that changed nothing: not done', async () => {
		const { hub, n8n, parameters } = await prepared();
		await n8n.run(parameters);
		for (const status of [429, 503]) {
			respond(hub, endpoint, status, { headers: { 'Retry-After': '0' } });
			const result = await n8n.run(parameters, [{}], go);
			expect(result.json()).toMatchObject([{ httpStatus: 404 }]);
			expect(result.json()[0]).not.toMatchObject(done);
			if (status === 429) expect(result.json()[0]).not.toHaveProperty('outcome');
		}
	});
});
