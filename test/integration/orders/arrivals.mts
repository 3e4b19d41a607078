import countBy from 'lodash/countBy.js';
import range from 'lodash/range.js';
import type { INodeParameters } from 'n8n-workflow';
import { expect } from 'vitest';
import type { FullOrder } from '../../hub/index.mts';
import { hintsOf, mapped, op } from '../../support/items.mts';
import { addOrders, afterRead, issuedAt } from '../../support/orderHistory.mts';
import { setup, type Setup } from '../../support/setup.mts';

/** Every result of Order: Reconcile. */
export const every = {
	results: ['missing', 'statusDiffers', 'totalDiffers', 'onlyInInput', 'same'],
};

/** A hub with orders of these minutes, whose list begins with the newest or with the oldest one. */
export async function withOrders(minutes: number[], newest: boolean): Promise<Setup> {
	const at = await setup({ seed: { products: 0 } });
	addOrders(at.hub, minutes);
	at.hub.quirks.newestOrdersFirst = newest;
	return at;
}

export async function find({ n8n }: Setup, parameters: INodeParameters): Promise<number[]> {
	const result = await n8n.done(op('order getMany', { returnAll: true, ...parameters }));
	return result.json().map(({ idPedido }) => Number(idPedido));
}

export const ids = (orders: FullOrder[]): number[] => orders.map(({ idPedido }) => idPedido);

/** Order: Get Many finds each of 1,001 orders although one of that minute arrives after that read. */
export async function expectNoneLost(
	newest: boolean,
	minute: number,
	reads: number[],
): Promise<void> {
	for (const read of reads) {
		const at = await withOrders(range(1_001), newest);
		const before = ids(at.hub.state.ordersByIssueDate());
		afterRead(at.hub, read, () => void addOrders(at.hub, [minute]));
		const found = await findFromFirst(at);
		const lost = before.filter((id) => !found.has(id));
		expect(lost, `after read ${read}`).toEqual([]);
	}
}

/** The same of 2,100 orders and two new ones, the second so many reads after the first. */
export async function expectNoneLostOfTwo(firsts: number[], later: number): Promise<void> {
	for (const first of firsts) {
		const at = await withOrders(range(2_100), true);
		const before = ids(at.hub.state.ordersByIssueDate());
		for (const read of [first, first + later])
			afterRead(at.hub, read, () => void addOrders(at.hub, [3_000]));
		const found = await findFromFirst(at);
		const lost = before.filter((id) => !found.has(id));
		expect(lost, `after reads ${first} and ${first + later}`).toEqual([]);
	}
}

/** The same of 2,500 orders of a status: a new one arrives, and later the oldest gets another status. */
export async function expectNoneLostAsOneLeaves(read: number): Promise<void> {
	const at = await withOrders(range(2_500), false);
	const [oldest, ...others] = at.hub.state.ordersByIssueDate();
	const { idPedido, status } = oldest!;
	afterRead(at.hub, 9, () => void addOrders(at.hub, [3_000]));
	afterRead(at.hub, read, () => void at.hub.updateOrder(idPedido, { status: 'enviado' }));
	const found = await findFromFirst(at, { status: [status] });
	expect(ids(others).filter((id) => !found.has(id))).toEqual([]);
}

async function findFromFirst(at: Setup, more: INodeParameters = {}): Promise<Set<number>> {
	const filters = { issuedAfter: issuedAt(0), ...more };
	return new Set(await find(at, { sort: 'oldestFirst', filters }));
}

/** Order: Reconcile calls none of 1,001 orders absent although one of that minute arrives after that read. */
export async function expectNoneAbsent(
	newest: boolean,
	minute: number,
	reads: number[],
): Promise<void> {
	for (const read of reads) {
		const { hub, n8n } = await setup({ seed: { products: 0 } });
		const made = addOrders(hub, range(1_001), (index) => ({ idInterno: 50_000 + index }));
		hub.quirks.newestOrdersFirst = newest;
		afterRead(hub, read, () => void addOrders(hub, [minute], () => ({ idInterno: null })));
		const result = await n8n.done(
			op('order reconcile', {
				...{ ...mapped, ...every, period: 'issuedAfter', issuedAfter: issuedAt(0) },
			}),
			made.map(({ idInterno }) => ({ idInterno: String(idInterno) })),
		);
		const results = countBy(result.json(), 'result');
		expect(results.onlyInInput, `after read ${read}`).toBeUndefined();
		// what escaped the walk is told, and nothing of the hub gets lost
		const { same = 0, unknown = 0 } = results;
		expect(same + unknown, `after read ${read}`).toBe(1_001);
		if (unknown > 0) expect(hintsOf(result).join()).toContain('did not settle');
	}
}
