import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { byId, mapped, shown, op } from '../../support/items.mts';
import { addSkus } from '../../support/products.mts';
import { completeSeed } from '../../support/everyOperation.mts';
import { setupEach } from '../../support/setup.mts';
import { addSimple, custom, stockSync, writes } from '../../support/sync.mts';

/* Switches and choices that an expression sets: it gives text as often as a truth value, "true" out of a spreadsheet. */

const at = setupEach({ seed: { ...completeSeed, products: 60 } });
const products = op('product getMany');
const stockUpdate = op('stock updateBatch', mapped);
const queue = op('orderQueue getMany');
const takeOrders = (settings: INodeParameters) => op('orderQueue getAndAcknowledge', { settings });
const available = (availableSettings: INodeParameters) =>
	op('stock calculateAvailable', {
		erpRows: '={{ $input.all().map(({ json }) => json) }}',
		availableSettings,
	});
const readRows = (more: INodeParameters) =>
	op('list readRows', { fields: { field: [{ column: 'sku', kind: 'sku' }] }, ...more });

describe.each([
	['={{ "true" }}', true],
	['={{ " TRUE " }}', true],
	['={{ true }}', true],
	['={{ "false" }}', false],
	['={{ false }}', false],
])('%s', (value, isOn) => {
	test('Return All', async () => {
		const { json } = await at.n8n.run({ ...products, returnAll: value });
		expect(json()).toHaveLength(isOn ? 60 : 50);
	});

	test('Simplify', async () => {
		const { json } = await at.n8n.run({ ...queue, simplify: value });
		expect(json()[0]).toHaveProperty('idPedido');
		expect('fiscal' in json()[0]!).toBe(!isOn);
	});

	test('Wait for Result', async () => {
		const [sku] = addSkus(at.hub, 1);
		const { json } = await at.n8n.run({ ...stockUpdate, waitForResult: value }, [
			{ sku, estoque: 1 },
		]);
		expect(json()[0]).toHaveProperty(isOn ? 'sucesso' : 'skus');
	});

	test('Split Into Entries', async () => {
		const [sku] = addSkus(at.hub, 1);
		const update = { ...stockUpdate, waitForResult: false };
		const taken = await at.n8n.run(update, [{ sku, estoque: 1 }]);
		const batchId = String(taken.json()[0]?.batchId);
		const wait = op('batch wait', { batchId, splitEntries: value });
		const { json } = await at.n8n.run(wait);
		expect(json()[0]).toHaveProperty(isOn ? 'identificador' : 'observacoes');
	});

	test('Input Is the Whole List, Dry Run', async () => {
		addSimple(at.hub, 2);
		const sync = { ...stockSync, wholeList: value, missingInList: 'report', dryRun: value };
		const { json } = await at.n8n.run({ ...sync, ...custom({ wholeShare: 0 }) }, [
			{ sku: 'P0', estoque: 7 },
		]);
		expect(json()[0]).toMatchObject({ status: isOn ? 'wouldUpdate' : 'updated' });
		expect(json().some(({ status }) => status === 'onlyInHub')).toBe(isOn);
	});
});

// nor is what an expression leaves out taken for off
describe.each(['={{ "yes" }}', '={{ 1 }}', '={{ "" }}', '={{ null }}', '={{ $json.missing }}'])(
	'%s is refused by the name of the switch, and nothing is written',
	(value) => {
		test.each([
			['returnAll', { ...products, returnAll: value }],
			['simplify', { ...products, simplify: value }],
			['waitForResult', { ...stockUpdate, waitForResult: value }],
			['splitEntries', op('batch get', { batchId: '1', splitEntries: value })],
			['wholeList', { ...stockSync, wholeList: value }],
			['dryRun', { ...stockSync, dryRun: value }],
			['acknowledge', { ...queue, acknowledge: value }],
		])('%s', async (name, parameters) => {
			const items = [{ sku: 'A', estoque: 1 }];
			const { nodeError } = await at.n8n.run(parameters, items);
			expect(shown(nodeError)).toContain(`(\`${name}\`) must be true or false`);
			expect(writes(at.hub)).toEqual([]);
			expect(at.hub.count({ endpoint: 'batchGet' })).toBe(0);
		});
	},
);

test.each([
	['rows', op('order convertToRows', { order: { idPedido: 1 }, rows: '={{ "Lines" }}' })],
	['sort', op('order getMany', { sort: '={{ "oldest" }}' })],
	['listHolds', op('list readFile', { listHolds: '={{ "estoque" }}' })],
	['rows', op('order convertToRows', { order: { idPedido: 1 }, rows: '={{ { a: 1 } }}' })],
	['inputMode', { ...stockUpdate, inputMode: '={{ "Auto" }}' }],
	['inputMode', op('list readFile', { inputMode: '={{ "JSON" }}' })],
	['bodyMode', op('order setAsSent', { idPedido: byId(1), bodyMode: '={{ "JSON" }}' })],
	['clock', available({ clock: 'sap' })],
	['clock', available({ clock: '={{ { a: 1 } }}' })],
	['fallbackStatus', takeOrders({ fallbackStatus: 'Pago' })],
])(
	'a choice that a list does not offer is refused, not taken for another one: %s',
	async (name, parameters) => {
		const { nodeError } = await at.n8n.run(parameters, [{}]);
		expect(shown(nodeError)).toContain(`(\`${name}\`) must be one of the list, got`);
		expect(shown(nodeError)).not.toContain('[object');
		expect(writes(at.hub)).toEqual([]);
		expect(at.hub.state.acknowledgements).toEqual([]);
	},
);

test('a Limit of 1.000 is a thousand', async () => {
	const { json } = await at.n8n.run({ ...products, limit: '={{ "1.000" }}' });
	expect(json()).toHaveLength(60);
});

test('a day of 1.440 minutes is one, as an age and as a margin', async () => {
	const lines = [{ idPedido: '1', sku: 'A', quantity: 2, booked: '2026-11-20T10:00:00-03:00' }];
	const settings = { now: '2026-11-20T12:00:00-03:00', margin: '1.440', greatestAge: '1.440' };
	const { json } = await at.n8n.run({ ...available(settings), lines: JSON.stringify(lines) }, [
		{ sku: 'A', estoque: 10 },
	]);
	expect(json()).toMatchObject([{ open: 2, began: '2026-11-19T15:00:00.000Z' }]);
});

test.each(['ERP', ' erp ', 'n8n', '', null])('a clock of bookings %j counts', async (clock) => {
	const { nodeError } = await at.n8n.run(available({ clock }), [{ sku: 'A', estoque: 1 }]);
	expect(nodeError).toBeUndefined();
});

test.each([
	['wholeList', available({ wholeList: 'yes' })],
	['includeOtherFields', readRows({ readOptions: { includeOtherFields: 'yes' } })],
	['required', readRows({ fields: { field: [{ column: 'sku', kind: 'sku', required: 'yes' }] } })],
])('a switch among others that is neither is refused by its name: %s', async (name, parameters) => {
	const { nodeError } = await at.n8n.run(parameters, [{ sku: 'A', estoque: 1 }]);
	expect(shown(nodeError)).toContain(`(\`${name}\`)`);
	expect(shown(nodeError)).toContain('must be true or false, got "yes"');
});
