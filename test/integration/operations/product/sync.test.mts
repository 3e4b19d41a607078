import { expect, test } from 'vitest';
import { productsSent } from '../../../support/batches.mts';
import { bodies, go } from '../../../support/items.mts';
import { addProducts, productFields } from '../../../support/products.mts';
import { setupEach } from '../../../support/setup.mts';
import { addSimple, productSync, statuses, writes } from '../../../support/sync.mts';

const at = setupEach({ seed: { products: 0 } });
const run = async (rows: object[], more = {}) =>
	(await at.n8n.run({ ...productSync, ...more }, rows as [], go)).json();

test('new products are created, leaders first', async () => {
	const child = productFields({ skuProduto: 'CHILD', skuProdutoLider: 'LEADER' });
	const results = await run([child, productFields({ skuProduto: 'LEADER' })]);
	expect(statuses(results)).toEqual({ CHILD: 'created', LEADER: 'created' });
	expect(productsSent(at.hub)).toEqual([['LEADER', 'CHILD']]);
});

test('only the fields that differ are sent for known products', async () => {
	addSimple(at.hub, 2);
	const results = await run([
		productFields({ skuProduto: 'P0' }),
		productFields({ skuProduto: 'P1', nome: 'Outro nome', precoPor: '69,90' }),
	]);
	expect(statuses(results)).toEqual({ P0: 'unchanged', P1: 'updated' });
	expect(bodies(at.hub, 'productUpdate')).toEqual([{ nome: 'Outro nome', precoPor: 69.9 }]);
});

test('missing columns and empty cells change nothing', async () => {
	addSimple(at.hub, 1);
	expect(await run([{ skuProduto: 'P0', nome: '' }])).toMatchObject([{ status: 'unchanged' }]);
	expect(writes(at.hub)).toEqual([]);
});

test('a dry run says what would be sent and sends nothing', async () => {
	addSimple(at.hub, 1);
	const rows = [{ skuProduto: 'P0', nome: 'Outro' }, productFields({ skuProduto: 'NEW' })];
	const results = await run(rows, { dryRun: true });
	expect(statuses(results)).toEqual({ P0: 'wouldUpdate', NEW: 'wouldCreate' });
	expect(writes(at.hub)).toEqual([]);
});

test('a product does not become a variation of itself where a list repeats its SKU', async () => {
	addSimple(at.hub, 1);
	const results = await run([{ skuProduto: 'P0', skuVariacao: 'P0', precoPor: 70 }]);
	expect(results).toMatchObject([
		{
			status: 'notSent',
			error: expect.stringContaining('`skuVariacao` is the SKU of the product itself'),
		},
	]);
	expect(writes(at.hub)).toEqual([]);
});

test("a new product without a leader's SKU leads itself, and a known one keeps its leader", async () => {
	addProducts(at.hub, [{ skuProduto: 'LEADER' }]);
	addProducts(at.hub, [{ skuProduto: 'CHILD', skuProdutoLider: 'LEADER' }]);
	const results = await run([
		productFields({ skuProduto: 'NEW', skuProdutoLider: '' }),
		productFields({ skuProduto: 'CHILD', skuProdutoLider: '', nome: 'Outro nome' }),
	]);
	expect(statuses(results)).toEqual({ NEW: 'created', CHILD: 'updated' });
	expect(at.hub.state.products.get('NEW')).toMatchObject({ skuProdutoLider: 'NEW' });
	expect(bodies(at.hub, 'productUpdate')).toEqual([{ nome: 'Outro nome' }]);
});

test('a new product is registered where the hub has its leader, whose row is left out for a value that cannot be read', async () => {
	addProducts(at.hub, [{ skuProduto: 'LEADER' }]);
	const results = await run([
		productFields({ skuProduto: 'LEADER', precoPor: 'abc' }),
		productFields({ skuProduto: 'CHILD', skuProdutoLider: 'LEADER' }),
		productFields({ skuProduto: 'NONE', precoPor: 'abc' }),
		productFields({ skuProduto: 'ORPHAN', skuProdutoLider: 'NONE' }),
	]);
	const unsent = { LEADER: 'notSent', NONE: 'notSent', ORPHAN: 'notSent' };
	expect(statuses(results)).toEqual({ ...unsent, CHILD: 'created' });
	expect(productsSent(at.hub)).toEqual([['CHILD']]);
});
