import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { hintsOf } from '../../support/hints.mts';
import { asJson, bodies, mapped, shown } from '../../support/items.mts';
import { byId, bySku } from '../../support/locators.mts';
import { addProducts } from '../../support/products.mts';
import { setup, type Setup } from '../../support/setup.mts';

const list = async ({ n8n }: Setup, resource: string) =>
	(await n8n.run({ resource, operation: 'getMany', returnAll: true, simplify: false })).json();
const accepted = ({ nodeError }: { nodeError?: Error }) =>
	expect(shown(nodeError as never)).toBe('nothing was thrown');

describe('prices and stock from a read', () => {
	test('an item of the product list sets prices and stock', async () => {
		const pair = await setup();
		addProducts(pair.hub, [{ skuProduto: 'A' }]);
		const item = (await list(pair, 'product')).find(({ skuProduto }) => skuProduto === 'A')!;
		const changed = { ...item, precoPor: 49.9, precoDeMidia: 0, precoPorMidia: 0, estoque: 3 };
		const price = await pair.n8n.run({ resource: 'price', operation: 'updateBatch', ...mapped }, [
			changed,
		]);
		accepted(price);
		expect(bodies(pair.hub, 'priceBatch')).toEqual([
			{ precos: [{ sku: 'A', precoDe: 99.9, precoPor: 49.9 }] },
		]);
		const stock = await pair.n8n.run({
			resource: 'stock',
			operation: 'updateBatch',
			...asJson(changed),
		});
		accepted(stock);
		expect(bodies(pair.hub, 'stockBatch')).toEqual([{ estoques: [{ sku: 'A', estoque: 3 }] }]);
		expect(hintsOf(stock)).toEqual([]);
	});

	test('a variation goes by its own SKU, and a column `sku` comes before what was read', async () => {
		const pair = await setup();
		addProducts(pair.hub, [{ skuProduto: 'A', variacoes: [{ skuVariacao: 'A-M', tamanho: 'M' }] }]);
		const [variation] = (
			await pair.n8n.run({
				resource: 'product',
				operation: 'getVariation',
				skuVariacao: 'A-M',
				simplify: false,
			})
		).json();
		accepted(
			await pair.n8n.run({ resource: 'stock', operation: 'updateBatch', ...mapped }, [
				{ ...variation!, estoque: 4 },
				{ ...variation!, sku: 'CANECA-1', estoque: 5 },
			]),
		);
		expect(bodies(pair.hub, 'stockBatch')).toEqual([
			{
				estoques: [
					{ sku: 'A-M', estoque: 4 },
					{ sku: 'CANECA-1', estoque: 5 },
				],
			},
		]);
	});

	test('a product with variations has no SKU of its own for stock: refused before it is sent', async () => {
		const pair = await setup();
		addProducts(pair.hub, [{ skuProduto: 'A', variacoes: [{ skuVariacao: 'A-M', tamanho: 'M' }] }]);
		const [product] = (
			await pair.n8n.run({
				resource: 'product',
				operation: 'get',
				sku: bySku('A'),
				simplify: false,
			})
		).json();
		const result = await pair.n8n.run({ resource: 'stock', operation: 'updateBatch', ...mapped }, [
			product!,
		]);
		expect(shown(result.nodeError)).toMatch(/`sku` is required.*variations/s);
		expect(pair.hub.count({ endpoint: 'stockBatch' })).toBe(0);
	});

	test.each([false, true])(
		'a customized price read, one price changed, set (numbers of the hub as text: %s)',
		async (strictStrings) => {
			const pair = await setup({
				strictStrings,
				seed: { channels: 3, products: 10, customizedPrices: 3 },
			});
			const read = await list(pair, 'customizedPrice');
			const changed = read.map((entry) => ({ ...entry, precoPorPersonalizado: 9.9 }));
			const result = await pair.n8n.run(
				{ resource: 'customizedPrice', operation: 'set', ...mapped },
				changed,
			);
			accepted(result);
			expect(result.json().map(({ sucesso }) => sucesso)).toEqual([true, true, true]);
			expect(pair.hub.log.flatMap(({ unknownFields = [] }) => unknownFields)).toEqual([]);
			expect(await list(pair, 'customizedPrice')).toEqual(changed);
			expect(hintsOf(result)).toEqual([]);
		},
	);

	test('the price that the workflow adds comes before the one read', async () => {
		const pair = await setup({ seed: { channels: 3, products: 10, customizedPrices: 1 } });
		const [entry] = await list(pair, 'customizedPrice');
		accepted(
			await pair.n8n.run({ resource: 'customizedPrice', operation: 'set', ...mapped }, [
				{ ...entry!, precoPor: 7.5 },
			]),
		);
		const [body] = bodies<{ precos: IDataObject[] }>(pair.hub, 'customizedPriceSet');
		expect(body!.precos[0]).toMatchObject({ precoDe: entry!.precoDePersonalizado, precoPor: 7.5 });
	});

	test('results of setting prices can be set again', async () => {
		const pair = await setup();
		const [listing] = [...pair.hub.state.listings.values()];
		const set = { resource: 'listingPrice', operation: 'set', ...mapped };
		const { idCanalIntegracao, prefixoCanalIntegracao, skuProduto } = listing!;
		const entry = {
			idCanalIntegracao,
			prefixoCanalIntegracao,
			skuProduto,
			precoDe: 2,
			precoPor: 1,
		};
		const once = await pair.n8n.run(set, [entry]);
		const twice = await pair.n8n.run(set, [{ ...once.json()[0]!, precoPor: 1.5 }]);
		accepted(twice);
		expect(bodies(pair.hub, 'listingPriceSet')[1]).toEqual({
			precos: [{ ...entry, precoPor: 1.5 }],
		});
		expect(hintsOf(twice)).toEqual([]);
	});

	test('security stock read, changed, set', async () => {
		const pair = await setup({ seed: { channels: 3, products: 10, securityStocks: 2 } });
		const read = await list(pair, 'securityStock');
		const result = await pair.n8n.run(
			{
				resource: 'securityStock',
				operation: 'set',
				idCanalIntegracao: { ...byId(''), value: '={{ $json.idCanalIntegracao }}' },
				sku: { ...bySku(''), value: '={{ $json.skuProduto }}' },
				estoqueSeguranca: '={{ String($json.qtdEstoqueSeguranca) }}',
			},
			read,
		);
		accepted(result);
		expect(await list(pair, 'securityStock')).toEqual(read);
	});

	test('columns that belong to nothing are named once for the run', async () => {
		const pair = await setup();
		const items = [
			{ sku: 'CANECA-1', estoque: 1, Observação: 'x' },
			{ sku: 'CANECA-1', estoque: 2, Observação: 'y' },
		];
		const result = await pair.n8n.run(
			{ resource: 'stock', operation: 'updateBatch', ...mapped },
			items,
		);
		expect(hintsOf(result)).toHaveLength(1);
		expect(hintsOf(result)[0]).toContain('`Observação`');
	});
});

describe('a sandbox order from an order that was read', () => {
	const create = (more: object) => ({ resource: 'sandboxOrder', operation: 'create', ...more });

	test.each<[string, object]>([
		['mapped automatically', mapped],
		['JSON from an expression', { inputMode: 'json', json: '={{ $json }}' }],
	])('%s: every order of the hub is accepted', async (_name, way) => {
		const pair = await setup({ seed: { orders: 30, queued: 30 }, limits: false });
		const queue = (
			await pair.n8n.run({
				resource: 'orderQueue',
				operation: 'getMany',
				limit: 100,
				simplify: false,
			})
		).json();
		expect(queue.some(({ cliente }) => (cliente as IDataObject).nascimento === '')).toBe(true);
		const copies = queue.map(
			(order, index): IDataObject => ({ ...order, idPedidoCanal: `COPY-${index}` }),
		);
		const result = await pair.n8n.run(create(way), copies);
		accepted(result);
		expect(pair.hub.log.flatMap(({ unknownFields = [] }) => unknownFields)).toEqual([]);
		expect(result.json()).toHaveLength(30);
		result.json().forEach((order, index) => {
			const { itens, entrega, valores, dataEmissao, canal } = copies[index]!;
			const {
				freteMapeado: _mapped,
				codigoRastreio: _code,
				linkRastreio: _link,
				...address
			} = entrega as IDataObject;
			expect(order).toMatchObject({ itens, valores, dataEmissao, entrega: address });
			expect(order.canal).toMatchObject({ canal: (canal as IDataObject).canal });
		});
	});

	test('what the read lacks and the hub demands is filled in, and a hint says so', async () => {
		const pair = await setup({ seed: { orders: 1 } });
		const [order] = (await pair.n8n.run({ resource: 'order', operation: 'getMany' })).json();
		const full = (
			await pair.n8n.run({
				resource: 'order',
				operation: 'get',
				idPedido: byId(String(order!.idPedido)),
				simplify: false,
			})
		).json()[0]!;
		const pagamentos = [{ metodo: 'saldo', descricao: '', valor: 10, qtdParcelas: null }];
		const cliente = { ...(full.cliente as IDataObject), nascimento: '' };
		const result = await pair.n8n.run(create(mapped), [{ ...full, pagamentos, cliente }]);
		accepted(result);
		expect(result.json()[0]).toMatchObject({
			pagamentos: [{ metodo: 'saldo', descricao: 'saldo', qtdParcelas: 1, valor: 10 }],
		});
		expect(hintsOf(result).join()).toMatch(/pagamentos.*qtdParcelas/);
		expect(hintsOf(result).join()).toContain('cliente.nascimento');
	});

	test('fields that the reference does not know are left out and named', async () => {
		const pair = await setup({ seed: { orders: 1, queued: 1 } });
		pair.hub.quirks.extraFields = true;
		const queue = await pair.n8n.run({
			resource: 'orderQueue',
			operation: 'getMany',
			simplify: false,
		});
		const result = await pair.n8n.run(create(mapped), queue.json());
		accepted(result);
		expect(pair.hub.log.flatMap(({ unknownFields = [] }) => unknownFields)).toEqual([]);
		expect(hintsOf(result).join()).toMatch(/`campoNovo`.*`cliente.campoNovo`/);
		expect(hintsOf(result).join()).toContain('`itens.campoNovo`');
	});
});
