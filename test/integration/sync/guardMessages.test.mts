import { beforeEach, describe, expect, test } from 'vitest';
import { go, hintsOf, shown, split } from '../../support/items.mts';
import { productFields } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addSimple,
	custom,
	heldBy,
	priceSync,
	productSync,
	stockSync,
} from '../../support/sync.mts';

const at = setupEach({ seed: { products: 0 } });
beforeEach(() => void addSimple(at.hub, 20));
const price = (sku: string, precoDe: number, precoPor: number) => ({ sku, precoDe, precoPor });

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
		expect(result.nodeError?.description).toContain('NEW-0: new; NEW-1: new; ');
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
