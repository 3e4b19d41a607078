import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { startN8n } from '../../engine/nodes.mts';
import type { Hub } from '../../hub/index.mts';
import { completeSeed, everyOperation, parametersOf } from '../../support/everyOperation.mts';
import { byId, go, hintsOf, itemOf, mapped, op, shown } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';
import { addSimple, heldBy, stockSync } from '../../support/sync.mts';

/** A credential whose fields are expressions, as an agency has one for all its sellers. */
const perItem = {
	baseUrl: '={{ $json.url }}',
	apiKey: '={{ $json.apiKey }}',
	secretKey: '={{ $json.secretKey }}',
};

const keysOf = ({ url, apiKey, secretKey }: Hub): IDataObject => ({ url, apiKey, secretKey });

/** Two sellers, each in a hub of his own, and an n8n whose credential takes the seller from the item. */
async function twoSellers(seed = {}) {
	const [{ hub: one }, { hub: other }] = [await setup({ seed }), await setup({ seed })];
	const n8n = await startN8n(one, perItem);
	/** Input items of the two in turn, with fields of their own. */
	const itemsOf = (count: number, fields: (hub: Hub, index: number) => IDataObject = () => ({})) =>
		Array.from({ length: count }, (_, index) => {
			const hub = index % 2 === 0 ? one : other;
			return { ...keysOf(hub), ...fields(hub, index) };
		});
	return { one, other, n8n, itemsOf };
}

test.each(Object.keys(everyOperation))('%s: each item goes to its own account', async (name) => {
	const { one, other, n8n, itemsOf } = await twoSellers(completeSeed);
	// for those that read a batch
	await n8n.run(parametersOf('stock updateBatch', one), itemsOf(2), go);
	const result = await n8n.run(parametersOf(name, one), itemsOf(4), go);
	expect(result.error).toBeUndefined();
	for (const hub of [one, other]) {
		expect(hub.count({ endpoint: 'auth' }), 'one exchange for each seller').toBe(1);
		expect(hub.count({ status: 401 }), 'no token of another').toBe(0);
		expect(hub.log.length, 'each seller is asked').toBeGreaterThan(1);
	}
	expect(n8n.stored()).toMatchObject({ ...perItem, accessToken: '' });
});

describe('with two sellers in turn', () => {
	test('stock goes to the seller of its item, and results come in the order of the items', async () => {
		const { one, other, n8n, itemsOf } = await twoSellers();
		for (const hub of [one, other]) addSimple(hub, 200);
		const items = itemsOf(200, (hub, index) => ({
			sku: `P${index}`,
			estoque: hub === one ? 11 : 22,
		}));
		const result = await n8n.done(op('stock updateBatch', mapped), items);
		expect(result.items().map(itemOf)).toEqual(items.map((_item, index) => index));
		expect(result.json().every(({ sucesso }) => sucesso === true)).toBe(true);
		expect(heldBy(one, 'P0')?.estoque).toBe(11);
		expect(heldBy(other, 'P0')?.estoque).not.toBe(11);
		expect(heldBy(other, 'P1')?.estoque).toBe(22);
		expect(heldBy(one, 'P1')?.estoque).not.toBe(22);
	});

	test('hints say whose account they are about', async () => {
		const { n8n, one, other, itemsOf } = await twoSellers();
		for (const hub of [one, other]) addSimple(hub, 4);
		const items = itemsOf(4, (_hub, index) => ({ sku: `P${index}`, estoque: 5 }));
		const hints = hintsOf(await n8n.done(stockSync, items)).join('\n');
		expect(hints).toContain('Account of rows 1, 3: Nothing was sent: 2 compared');
		expect(hints).toContain('Account of rows 2, 4: Nothing was sent: 2 compared');
	});

	test('the message of a run that stops names the rows carried out with other accounts', async () => {
		const { n8n, itemsOf } = await twoSellers({ orders: 2 });
		const items = itemsOf(2, (_hub, index) => ({ id: [100001, 999999][index] }));
		const byItem = op('order get', { idPedido: byId('={{ $json.id }}') });
		const { nodeError } = await n8n.run(byItem, items);
		expect(shown(nodeError)).toContain('Carried out before, with other accounts: row 1.');
	});

	test('an item without a usable credential fails by itself, and the others are run', async () => {
		const { one, n8n } = await twoSellers({ products: 0, channels: 0, orders: 0 });
		const result = await n8n.run(op('connection ping'), [keysOf(one), {}, keysOf(one)], go);
		expect(result.json()).toMatchObject([
			{ ok: true },
			{ error: expect.any(String) as string },
			{ ok: true },
		]);
		expect(result.items().map(itemOf)).toEqual([0, 1, 2]);
	});

	test('nothing is set to zero while an item without a usable credential could belong to the account', async () => {
		const { one, n8n } = await twoSellers();
		const skus = addSimple(one, 12);
		const items = skus.slice(0, 11).map((sku) => ({ ...keysOf(one), sku, estoque: 5 }));
		const whole = { ...stockSync, wholeList: true, missingInList: 'zero', guardMode: 'off' };
		const result = await n8n.run(whole, [...items, { sku: 'P11', estoque: 5 }], go);
		expect(heldBy(one, 'P11')?.estoque).toBe(5);
		expect(shown({ message: JSON.stringify(result.json()) })).toContain(
			'its credential cannot be resolved',
		);
	});
});

test.each([
	['the only one of a hundred', 100, 3] as const,
	['the first of thousands', 3_000, 0] as const,
])(
	'%s of another seller goes there, where an expression falls back on the first seller',
	async (_which, count, index) => {
		const [{ hub: one }, { hub: other }] = [await setup(), await setup()];
		const or = (name: string, otherwise: string) =>
			`={{ $input.item?.json.${name} ?? ${JSON.stringify(otherwise)} }}`;
		const n8n = await startN8n(one, {
			baseUrl: or('url', one.url),
			apiKey: or('apiKey', one.apiKey),
			secretKey: or('secretKey', one.secretKey),
		});
		for (const hub of [one, other]) addSimple(hub, count);
		const items = Array.from({ length: count }, (_, of) => ({
			...{ sku: `P${of}`, estoque: 77 },
			...(of === index && keysOf(other)),
		}));
		await n8n.done(op('stock updateBatch', mapped), items);
		expect(heldBy(other, `P${index}`)?.estoque).toBe(77);
		expect(heldBy(one, `P${index}`)?.estoque).not.toBe(77);
	},
);

test('a credential that is the same for every item takes few reads', async () => {
	const { hub, n8n } = await setup();
	addSimple(hub, 3);
	const { getDecrypted } = n8n.credentials;
	let reads = 0;
	n8n.credentials.getDecrypted = async (...args) => {
		reads++;
		return await getDecrypted.apply(n8n.credentials, args);
	};
	const readsFor = async (count: number) => {
		reads = 0;
		const items = Array.from({ length: count }, (_, index) => ({ sku: `P${index}`, estoque: 5 }));
		await n8n.run({ ...stockSync, dryRun: true, wholeList: true }, items, go);
		return reads;
	};
	// each request reads it, and a busy machine polls once or twice more
	expect((await readsFor(3_000)) - (await readsFor(100))).toBeLessThanOrEqual(30);
});
