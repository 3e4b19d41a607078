import type { IDataObject } from 'n8n-workflow';
import { beforeEach, expect, test } from 'vitest';
import { asJson, bodies, bySku, mapped, op } from '../../support/items.mts';
import { addProducts } from '../../support/products.mts';
import { setup, type Setup } from '../../support/setup.mts';

let at: Setup;
beforeEach(async () => {
	at = await setup();
	const variacoes = [{ skuVariacao: 'FULL-M', tamanho: 'M' }];
	addProducts(at.hub, [
		{ skuProduto: 'FULL', tags: ['azul'], caracteristicas: { Tecido: 'linho' }, variacoes },
	]);
});

const update = op('product update', { sku: bySku('FULL') });
const sent = () => bodies<IDataObject>(at.hub, 'productUpdate').at(-1)!;
const readOnly = { estoque: 4 };
const empty = { tags: [], caracteristicas: {}, variacoes: [] };
const emptyText = { tags: '[]', caracteristicas: '{}', variacoes: '[]' };

/* Empty lists in a change. */

test.each<[string, IDataObject]>([
	['as they are', empty],
	['as text', emptyText],
	['of blank entries', { tags: [''], caracteristicas: [], variacoes: [null] }],
])('empty lists of a record that was read, %s: the product keeps its own', async (_how, lists) => {
	const record = { nome: 'N2', ...lists, categoria: [], imagens: [], ...readOnly };
	for (const parameters of [mapped, asJson(record)]) {
		await at.n8n.done({ ...update, ...parameters }, [record]);
		expect(sent()).toEqual({ nome: 'N2' });
	}
	expect(at.hub.state.products.get('FULL')).toMatchObject({
		tags: ['azul'],
		variacoes: [{ skuVariacao: 'FULL-M' }],
	});
});

test.each<[string, IDataObject]>([
	['beside another field', { nome: 'N2', ...empty }],
	['beside the SKU', { skuProduto: 'FULL', ...empty }],
	['alone', { tags: [] }],
])('empty lists that the user wrote, %s, empty the fields', async (_how, change) => {
	await at.n8n.done({ ...update, ...asJson(change) });
	expect(sent()).toEqual(change);
});
