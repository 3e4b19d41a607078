import get from 'lodash/get.js';
import set from 'lodash/set.js';
import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';
import type { OperationParameters } from '../../engine/nodes.mts';
import type { Hub } from '../../hub/index.mts';
import { bodies, byId, bySku, go, hintsOf, mapped, op } from '../../support/items.mts';
import { sandboxOrderFields } from '../../support/orders.mts';
import { addListing, addSkus, addVariations, productFields } from '../../support/products.mts';
import { setup } from '../../support/setup.mts';
import { heldBy } from '../../support/sync.mts';

/* What a cell of a spreadsheet means, in every operation that takes such a field: the one table. */

const nbsp = '\u00a0';
const unseen = '\u200b';
const cells = {
	money: [
		[`R$${nbsp}69,90`, 69.9],
		[`69,90${unseen}`, 69.9],
		['="69,90"', 69.9],
		['1.199', 1199],
		['1.199,00', 1199],
		[12.5, 12.5],
	],
	pieces: [
		['1.500', 1500],
		['2,0', 2],
		['="7"', 7],
		[` 9${nbsp}`, 9],
	],
	days: [
		['2,0', 2],
		[` 9${nbsp}`, 9],
	],
	measure: [
		['1,500', 1.5],
		['0,2', 0.2],
		[`12,5${nbsp}`, 12.5],
		['2.250', 2.25],
	],
	ean: [
		['="7891000315507"', '7891000315507'],
		["'7891000315507", '7891000315507'],
		['7891000315507.0', '7891000315507'],
		['7891000315507,00', '7891000315507'],
		[` 789 1000 ${nbsp}315507${unseen}`, '7891000315507'],
		['7.891.000.315.507', '7891000315507'],
		[7891000315507, '7891000315507'],
		[12345678905, '012345678905'],
		['SEM GTIN', 'SEM GTIN'],
	],
	ncm: [
		['="01012100"', '01012100'],
		[1012100, '01012100'],
		['6109.10.00', '6109.10.00'],
	],
	text: [
		['="Camiseta ""P"""', 'Camiseta "P"'],
		['Camiseta 😀', 'Camiseta 😀'],
	],
	yesNo: [
		['VERDADEIRO', true],
		[`Não${nbsp}`, false],
		['Na\u0303o', false],
		['S', true],
		['Inativo', false],
		['="1"', true],
	],
	category: [
		['Moda, Camisetas', ['Moda', 'Camisetas']],
		[`Moda; Camisetas${unseen}`, ['Moda', 'Camisetas']],
		[`["Moda","Camisetas"]`, ['Moda', 'Camisetas']],
		[2024, ['2024']],
	],
	tags: [
		['verão;azul, algodão', ['verão', 'azul', 'algodão']],
		['39', ['39']],
	],
	condition: [['Novo', 'novo']],
	age: [
		['Recém-nascido', 'recem-nascido'],
		[`Recém${nbsp}nascido`, 'recem-nascido'],
		['3 a 12 meses', '3-a-12-meses'],
		['1-a-5 Anos', '1-a-5-anos'],
	],
	address: [
		['https://loja.com/Calção', 'https://loja.com/Cal%C3%A7%C3%A3o'],
		['https://loja.com/Cal%C3%A7ão', 'https://loja.com/Cal%C3%A7%C3%A3o'],
		['https://ação.com/v?q=ç', 'https://xn--ao-siap.com/v?q=%C3%A7'],
		[`https://a.com/v${unseen}`, 'https://a.com/v'],
	],
	images: [
		['https://a.com/foto 1.jpg', [{ id: 1, url: 'https://a.com/foto%201.jpg' }]],
		[
			'https://a.com/é 1.jpg; https://a.com/%C3%A9.jpg',
			[
				{ id: 1, url: 'https://a.com/%C3%A9%201.jpg' },
				{ id: 2, url: 'https://a.com/%C3%A9.jpg' },
			],
		],
		[[{ id: 3, url: 'https://a.com/a b.jpg' }], [{ id: 3, url: 'https://a.com/a%20b.jpg' }]],
		[
			['https://a.com/1.jpg', '', 'https://a.com/2.jpg', null],
			[
				{ id: 1, url: 'https://a.com/1.jpg' },
				{ id: 2, url: 'https://a.com/2.jpg' },
			],
		],
	],
	id: [['271.000', 271_000]],
} satisfies Record<string, Array<[cell: unknown, value: unknown]>>;

type Fields = Record<string, keyof typeof cells>;
interface Way {
	parameters: OperationParameters;
	fields: Fields;
	/** Puts into the hub what the entries are about; new ones are about nothing there. */
	prepare?: (hub: Hub, sku: string) => void;
	/** The input item: an entry whose field has the cell. */
	item: (sku: string, cell: IDataObject) => IDataObject;
	/** What the hub then has of the entry. */
	found: (hub: Hub, sku: string) => unknown;
}

const prices: Fields = { precoPor: 'money' };
const ofProduct: Fields = {
	...prices,
	...{ ean: 'ean', ncm: 'ncm', nome: 'text', ativo: 'yesNo', categoria: 'category', tags: 'tags' },
	...{ peso: 'measure', altura: 'measure', prazoProducao: 'days', condicao: 'condition' },
	...{ faixaEtaria: 'age', urlProduto: 'address', urlVideo: 'address', imagens: 'images' },
	idCategoriaExterna: 'id',
};
/** A selling price is not above the price before discount. */
const both = ({ precoPor, ...cell }: IDataObject): IDataObject =>
	precoPor === undefined ? cell : { precoDe: precoPor, precoPor };
const inHub = (hub: Hub, sku: string) => void addSkus(hub, [sku]);
const inChannel = { idCanalIntegracao: 11 };
const bySkuOf = (column: string) => bySku(`={{ $json.${column} }}`);
const unguarded = { ...mapped, guardMode: 'off' };

const ofPrices = {
	fields: prices,
	prepare: inHub,
	item: (sku: string, cell: IDataObject) => ({ sku, ...both(cell) }),
	found: heldBy,
};
const ofChannel = {
	...ofPrices,
	item: (skuProduto: string, cell: IDataObject) => ({ ...inChannel, skuProduto, ...both(cell) }),
	found: (hub: Hub, sku: string) => hub.state.customizedPrices.get(`11|${sku}`),
};
const ofStock = { ...ofPrices, fields: { estoque: 'pieces' } as Fields };
const ofSecurity = {
	...ofPrices,
	fields: { estoqueSeguranca: 'pieces' } as Fields,
	item: (sku: string, cell: IDataObject) => ({ ...inChannel, sku, ...cell }),
	found: ({ state }: Hub, sku: string) =>
		state.securityStock.get(`11|${state.products.get(sku)!.idAtributoSimples}`),
};
const ofNewProduct = {
	fields: ofProduct,
	item: (skuProduto: string, cell: IDataObject) => productFields({ skuProduto, ...both(cell) }),
	found: heldBy,
};

const ways: Record<string, Way> = {
	'price updateBatch': { ...ofPrices, parameters: op('price updateBatch', mapped) },
	'price sync': { ...ofPrices, parameters: op('price sync', unguarded) },
	'customizedPrice set': { ...ofChannel, parameters: op('customizedPrice set', mapped) },
	'customizedPrice sync': { ...ofChannel, parameters: op('customizedPrice sync', unguarded) },
	'listingPrice set': {
		...ofPrices,
		parameters: op('listingPrice set', mapped),
		prepare(hub, sku) {
			inHub(hub, sku);
			addListing(hub, sku);
		},
		item: (sku, cell) => ({ ...ofChannel.item(sku, cell), prefixoCanalIntegracao: 'CLA' }),
		found: ({ state }, sku) => state.listings.get(`11|CLA|${sku}`)?.preco,
	},
	'stock updateBatch': { ...ofStock, parameters: op('stock updateBatch', mapped) },
	'stock sync': { ...ofStock, parameters: op('stock sync', unguarded) },
	'securityStock set': {
		...ofSecurity,
		parameters: op('securityStock set', {
			idCanalIntegracao: byId(11),
			sku: bySkuOf('sku'),
			estoqueSeguranca: '={{ $json.estoqueSeguranca }}',
		}),
	},
	'securityStock sync': { ...ofSecurity, parameters: op('securityStock sync', unguarded) },
	'product create': { ...ofNewProduct, parameters: op('product create', mapped) },
	'product createBatch': { ...ofNewProduct, parameters: op('product createBatch', mapped) },
	'product update': {
		...ofNewProduct,
		parameters: op('product update', { ...mapped, sku: bySkuOf('which') }),
		prepare: inHub,
		item: (which, cell) => ({ which, ...both(cell) }),
	},
	'product update, of a variation': {
		...ofPrices,
		parameters: op('product update', { ...mapped, sku: bySkuOf('which') }),
		prepare: (hub, sku) => addVariations(hub, sku),
		item: (which, cell) => ({
			which,
			variacoes: JSON.stringify([{ skuVariacao: `${which}-M`, ...both(cell) }]),
		}),
		found: (hub, sku) => heldBy(hub, `${sku}-M`),
	},
	'product sync': {
		...ofNewProduct,
		parameters: op('product sync', unguarded),
		prepare: inHub,
		item: (skuProduto, cell) => ({ skuProduto, ...both(cell) }),
	},
	'sandboxOrder create': {
		parameters: op('sandboxOrder create', mapped),
		fields: {
			...{ 'valores.subtotal': 'money', 'valores.total': 'money', 'itens[0].valor': 'money' },
			...{ 'pagamentos[0].valor': 'money', 'itens[0].qtd': 'pieces' },
		},
		item: (idPedidoCanal, cell) =>
			Object.entries(cell).reduce<IDataObject>(
				(fields, [path, value]) => set(fields, path, value),
				sandboxOrderFields({ idPedidoCanal }),
			),
		found: (hub, idPedidoCanal) =>
			bodies<IDataObject>(hub, 'sandboxOrderCreate').find(
				(order) => order.idPedidoCanal === idPedidoCanal,
			),
	},
};

test.each(Object.entries(ways))(
	'%s: each cell of a spreadsheet is what it means',
	async (_name, { parameters, fields, prepare, item, found }) => {
		const { hub, n8n } = await setup({ limits: false });
		const entries = Object.entries(fields).flatMap(([field, kind]) =>
			(cells[kind] as unknown as Array<[IDataObject, unknown]>).map(([cell, value]) => ({
				field,
				cell,
				value,
			})),
		);
		const skus = entries.map((_, index) => `CELL-${index}`);
		for (const sku of skus) prepare?.(hub, sku);
		const items = entries.map(({ field, cell }, index) => item(skus[index]!, { [field]: cell }));
		const result = await n8n.run(parameters, items, go);
		expect(result.json().filter(({ error }) => error !== undefined)).toEqual([]);
		const read = entries.map(({ field, cell }, index) => ({
			...{ field, cell },
			value: get(found(hub, skus[index]!), field) as unknown,
		}));
		expect(read).toEqual(entries);
		expect(hintsOf(result).join(), 'how a thousand was read').toMatch(
			/"1\.(199|500)" as 1(199|500)/,
		);
	},
);
