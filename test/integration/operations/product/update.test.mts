import type { IDataObject } from 'n8n-workflow';
import { expect } from 'vitest';
import { addProducts } from '../../../support/products.mts';
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

test('the SKU of a variation comes without the blanks of a spreadsheet, but as it is in a record that was read', async ({
	hub,
	n8n,
}) => {
	const [variation, blank] = ['N-M', ' N-G'].map((skuVariacao) => ({
		...{ skuVariacao, tamanho: 'M', precoDe: 2, precoPor: 1 },
	}));
	addProducts(hub, [{ skuProduto: 'N', variacoes: [variation!, blank!] }]);
	const skusSent = () =>
		bodies<{ variacoes: IDataObject[] }>(hub, 'productUpdate').map(({ variacoes }) =>
			variacoes.map(({ skuVariacao }) => skuVariacao),
		);
	await n8n.done(update('N', asJson({ variacoes: [{ ...variation, skuVariacao: 'N-M ' }] })));
	addProducts(hub, [{ skuProduto: 'N', variacoes: [variation!, blank!] }]);
	const get = op('product get', { sku: bySku('N'), simplify: false });
	const [record] = (await n8n.done(get)).json();
	await n8n.done(update('N', mapped), [{ ...record, nome: 'Editada' }]);
	expect(skusSent()).toEqual([['N-M'], ['N-M', ' N-G']]);
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
