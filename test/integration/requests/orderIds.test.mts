import { beforeEach, describe, expect, test } from 'vitest';
import { byId } from '../../support/locators.mts';
import { shown } from '../../support/items.mts';
import { setup, type Setup } from '../../support/setup.mts';

let at: Setup;
beforeEach(async () => {
	at = await setup({ seed: { orders: 3, queued: 3 } });
});

const operations = [
	['order', 'get'],
	['order', 'setAsInvoiced'],
	['order', 'setAsSent'],
	['order', 'setAsDelivered'],
	['orderQueue', 'acknowledge'],
	['sandboxOrder', 'simulatePayment'],
	['shipmentLabel', 'get'],
] as const;

const noIds = ['queue', '12a', '-1', '1.5', '0x10', '1e3', '１２', '12/paid', '1'.repeat(19)];

describe.each(operations)('%s %s', (resource, operation) => {
	test.each(noIds)('refuses the order %s before anything is sent', async (id) => {
		const { nodeError } = await at.n8n.run({ resource, operation, idPedido: byId(id) });
		expect(nodeError?.message).toContain('`idPedido` must be');
		expect(nodeError?.message).toContain(`'${id}'`);
		expect(shown(nodeError)).toMatch(/digits.*\n.*(Pick|Enter)/s);
		expect(at.hub.log).toEqual([]);
	});

	test('refuses it where it is picked from the list by an expression', async () => {
		const idPedido = { __rl: true, mode: 'list', value: '={{ "queue" }}' };
		const { nodeError } = await at.n8n.run({ resource, operation, idPedido });
		expect(nodeError?.message).toContain("'queue'");
		expect(at.hub.log).toEqual([]);
	});

	test('sends an ID of 18 digits with all of them', async () => {
		const id = '900719925474099301';
		await at.n8n.run({ resource, operation, idPedido: byId(id) });
		expect(at.hub.log.map(({ path }) => path).join()).toContain(`/${id}`);
	});

	test('takes a number with blanks around it', async () => {
		const [id] = [...at.hub.state.orders.keys()];
		await at.n8n.run({ resource, operation, idPedido: byId(` ${id}\n`) });
		expect(at.hub.log.map(({ path }) => path).join()).toMatch(new RegExp(`/${id}(/|,|$)`));
	});
});

test('a refused order does not keep the other items from being set', async () => {
	const [first, second] = [...at.hub.state.orders.keys()];
	const { items } = await at.n8n.run(
		{ resource: 'order', operation: 'setAsInvoiced', idPedido: byId('={{ $json.id }}') },
		[{ id: first }, { id: 'queue' }, { id: second }],
		{ onError: 'continueErrorOutput' },
	);
	expect(items(0)).toHaveLength(2);
	expect(items(1).map(({ json }) => json.error)).toEqual([expect.stringContaining("'queue'")]);
	expect(at.hub.count({ path: '/v1/orders/queue/invoiced' })).toBe(0);
});

test.each(['products', '5a', '1'.repeat(19)])(
	'the batch %s is refused as well',
	async (batchId) => {
		const { nodeError } = await at.n8n.run({ resource: 'batch', operation: 'get', batchId });
		expect(nodeError?.message).toContain('`batchId` must be');
		expect(at.hub.log).toEqual([]);
	},
);
