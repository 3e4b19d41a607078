import { expect } from 'vitest';
import { asJson, bodies, bySku, mapped, op, shown } from '../../../support/items.mts';
import { test } from '../../../support/setup.mts';

const update = (sku: string, more: object) => op('product update', { sku: bySku(sku), ...more });

test('only the fields given are sent, also as text from a spreadsheet', async ({ hub, n8n }) => {
	const result = await n8n.run(update('CANECA-1', mapped), [
		{ precoPor: '19,90', nome: 'Caneca nova', cor: '', urlVideo: ' https://a.b/c\n', Outra: 1 },
	]);
	const changed = { nome: 'Caneca nova', precoPor: 19.9 };
	expect(bodies(hub, 'productUpdate')).toEqual([{ ...changed, urlVideo: 'https://a.b/c' }]);
	expect(result.json()).toMatchObject([{ skuProduto: 'CANECA-1', ...changed, precoDe: 39.9 }]);
});

test('a product that was read can be edited and given back', async ({ hub, n8n }) => {
	const get = op('product get', { sku: bySku('CANECA-1'), simplify: false });
	const [record] = (await n8n.done(get)).json();
	await n8n.done(update('CANECA-1', mapped), [{ ...record, nome: 'Editada' }]);
	expect(hub.state.products.get('CANECA-1')).toMatchObject({ nome: 'Editada', precoDe: 39.9 });
	expect(hub.log.flatMap(({ unknownFields = [] }) => unknownFields)).toEqual([]);
});

test('nothing is sent without a field to change', async ({ hub, n8n }) => {
	const { nodeError } = await n8n.run(update('CANECA-1', asJson({ nome: '' })));
	expect(shown(nodeError)).toMatch(/no field to change/);
	expect(hub.count({ endpoint: 'productUpdate' })).toBe(0);
});

test('an unknown SKU gets a 404', async ({ n8n }) => {
	const { nodeError } = await n8n.run(update('NADA', asJson({ nome: 'a' })));
	expect(shown(nodeError)).toMatch(/404: Produto/);
});
