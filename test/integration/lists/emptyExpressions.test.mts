import { describe, expect, test, vi } from 'vitest';
import { engineLogger } from '../../engine/engine.mts';
import { go, mapped, op } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';
import { call, idsOf, notificationOf, pollOnce, triggerWorkflow } from '../../support/triggers.mts';

const at = setupEach({ seed: { orders: 5, queued: 5, fiscalDocuments: 3, customizedPrices: 3 } });

const givesNothing = (field: string) => `The expression of \`${field}\` gives nothing`;
/** Reads of the hub, without those that n8n's own nodes ask for. */
const reads = () => at.hub.log.filter(({ endpoint }) => endpoint !== 'auth');

/** Every filter of a list, by the names that the form shows. */
const statuses = { status: 'Statuses', otherStatus: 'Other Statuses' };
const channels = { idCanalIntegracao: 'Channel Names or IDs' };
const filters: Record<string, Record<string, string>> = {
	'order getMany': {
		...statuses,
		canal: 'Channel Names or IDs',
		issuedAfter: 'Issued After',
		issuedBefore: 'Issued Before',
		marketplaceOrderId: 'Marketplace Order ID',
	},
	'orderQueue getMany': statuses,
	'orderQueue getAndAcknowledge': statuses,
	'fiscalDocument getMany': { ...channels, tipoDocumento: 'Document Type' },
	'securityStock getMany': { ...channels, sku: 'SKUs' },
	'customizedPrice getMany': { ...channels, sku: 'SKUs' },
};
const all = Object.entries(filters).flatMap(([operation, names]) =>
	Object.entries(names).map(([field, label]) => [operation, field, label] as const),
);

describe.each(all)('%s: %s', (operation, field, label) => {
	test('an expression that gives nothing is refused by the name of the field', async () => {
		for (const value of [
			'={{ undefined }}',
			'={{ null }}',
			'={{ "" }}',
			'={{ " , " }}',
			'={{ [] }}',
			'={{ $json.absent }}',
			['={{ $json.absent }}'],
		]) {
			const { nodeError } = await at.n8n.run(op(operation, { filters: { [field]: value } }));
			expect(nodeError?.message, JSON.stringify(value)).toContain(givesNothing(label));
		}
		expect(reads()).toEqual([]);
		expect(at.hub.state.acknowledgements).toEqual([]);
	});

	test('an empty field is not a filter', async () => {
		const lists = label.startsWith('Issued') ? [] : [[], ['']];
		for (const value of ['', ' ', '=', ...lists]) {
			const result = await at.n8n.run(op(operation, { filters: { [field]: value } }));
			expect(result.error, JSON.stringify(value)).toBeUndefined();
		}
	});
});

test('only the item whose expression gives nothing fails', async () => {
	const list = op('order getMany', { filters: { otherStatus: '={{ $json.status }}' } });
	const { json } = await at.n8n.run(list, [{ status: 'xyz' }, {}], go);
	expect(json()).toMatchObject([{ error: expect.stringContaining('`Other Statuses`') as string }]);
});

test('Reconcile: an expression of Results that gives nothing is refused', async () => {
	const reconcile = op('order reconcile', { ...mapped, results: '={{ $json.absent }}' });
	expect((await at.n8n.run(reconcile)).nodeError?.message).toContain(givesNothing('Results'));
	expect(reads()).toEqual([]);
});

describe.each(Object.entries(statuses))(
	'a trigger whose %s is an expression that gives nothing',
	(field, label) => {
		const given = { filters: { [field]: '={{ undefined }}' } };

		test('the queue trigger emits and acknowledges nothing', async () => {
			const workflow = triggerWorkflow(at.n8n, 'marketplaceHubQueueTrigger', given);
			for (const mode of ['trigger', 'manual'] as const)
				await expect(pollOnce(at.n8n, workflow, 'stored', mode)).rejects.toThrow(
					givesNothing(label),
				);
			expect(reads()).toEqual([]);
		});

		test("the webhook trigger starts the workflow, so that no order is lost, and n8n's log says why", async () => {
			const { idPedido } = at.hub.createOrder();
			const log = vi.spyOn(engineLogger(), 'warn');
			const workflow = triggerWorkflow(at.n8n, 'marketplaceHubTrigger', given);
			const { items = [] } = await call(at.n8n, workflow, notificationOf(at.hub, idPedido));
			const told = log.mock.calls.map(([message]) => message).join();
			log.mockRestore();
			expect(idsOf([items])).toEqual([idPedido]);
			expect(told).toContain(givesNothing(label));
		});
	},
);
