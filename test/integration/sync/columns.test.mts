import { expect, test } from 'vitest';
import { go, shown } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addPrices,
	addSimple,
	customizedSync,
	priceOf,
	priceSync,
	stockSync,
} from '../../support/sync.mts';

const at = setupEach({ seed: { products: 0 } });
const glance = (rows: object[]) => rows.map((row) => Object.entries(row).slice(0, 4));

test('each row begins with SKU, status, why and change, short and in one line', async () => {
	addSimple(at.hub, 12);
	const list = [
		{ sku: 'P0', precoDe: 99.9, precoPor: 69.9 },
		{ sku: 'P1', precoDe: 99.9, precoPor: 79.9 },
		{ sku: 'P2', precoDe: 99.9, precoPor: 9.9 },
		{ sku: 'NEW', precoDe: 99.9, precoPor: 79.9 },
		{ sku: 'P3', precoDe: 10, precoPor: 79.9 },
	];
	for (const dryRun of [true, false]) {
		const result = await at.n8n.run({ ...priceSync, dryRun }, list, go);
		const rows = glance(result.json());
		expect(rows.map((row) => row.map(([name]) => String(name)))).toEqual(
			list.map(() => ['sku', 'status', 'why', 'change']),
		);
		const values = rows.map((row) => row.map(([, value]) => String(value)));
		expect(values.slice(0, 4)).toEqual([
			['P0', dryRun ? 'wouldUpdate' : 'updated', '', 'precoPor: 79,90 → 69,90'],
			['P1', 'unchanged', '', ''],
			[
				'P2',
				dryRun ? 'wouldBeHeld' : 'held',
				'`precoPor` would change by 87,6 %, from 79,90 to 9,90',
				'precoPor: 79,90 → 9,90',
			],
			['NEW', 'notInHub', 'The hub has no such SKU', ''],
		]);
		expect(values[4]?.[2]).toContain('must not be above');
		for (const value of values.flat()) {
			expect(value.length).toBeLessThanOrEqual(80);
			expect(value).not.toMatch(/\n|undefined|\[object/);
		}
	}
});

test('prices of channels have the SKU in front, too, and show what is new and what goes', async () => {
	addPrices(at.hub, 2);
	addSimple(at.hub, 3);
	const list = [priceOf('P0'), priceOf('P2')];
	const parameters = {
		...customizedSync,
		wholeList: true,
		missingInList: 'delete',
		guardMode: 'off',
	};
	const result = await at.n8n.run({ ...parameters, dryRun: true }, list);
	const columns = glance(result.json()).map((row) => row.map(([, value]) => String(value)));
	expect(columns).toEqual([
		['P0', 'unchanged', '', ''],
		['P2', 'wouldUpdate', '', 'precoDe: none → 120,00; precoPor: none → 110,00'],
		['P1', 'wouldDelete', '', 'precoDe: 120,00 → none; precoPor: 110,00 → none'],
	]);
});

test('a run that stops names the first five SKUs with their reasons, those that the hub lacks, too', async () => {
	addSimple(at.hub, 3);
	const list = [
		{ sku: 'P0', estoque: 1 },
		{ sku: 'P1', estoque: 2.5 },
		...['A', 'B', 'C', 'D', 'E'].map((sku) => ({ sku, estoque: 1 })),
	];
	const { nodeError } = await at.n8n.run({ ...stockSync, guardMode: 'off' }, list);
	expect(nodeError?.message).toBe('7 compared, 1 updated, 1 not sent, 5 not in the hub');
	const said = shown(nodeError);
	expect(said).toMatch(/P1: .*whole number/);
	expect(said).toContain('A: The hub has no such SKU; B: ');
	expect(said).toContain('and 1 more.');
	expect(said).toContain('To see every row, set On Error to continue. Batches in the hub: ');
	expect(said.split('P1')).toHaveLength(2);
});

test.each([true, false])(
	'columns that do not fit are told once, before anything is read (dry run: %s)',
	async (dryRun) => {
		const list = [
			{ codigo: 'P0', valor: 1 },
			{ codigo: 'P1', valor: 2 },
		];
		const { nodeError } = await at.n8n.run({ ...stockSync, dryRun }, list);
		expect(nodeError?.message).toBe(
			'No row has a SKU: the columns are `codigo`, `valor`; map them, or rename one to `sku`',
		);
		expect(shown(nodeError).split('codigo')).toHaveLength(2);
		expect(at.hub.log).toEqual([]);
	},
);
