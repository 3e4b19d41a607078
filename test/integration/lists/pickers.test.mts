import type {
	INodeListSearchResult,
	INodePropertyOptions,
	ResourceMapperFields,
} from 'n8n-workflow';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hubCredentials, packageName, startN8n } from '../../engine/nodes.mts';
import { startHub } from '../../hub/index.mts';
import { setupEach } from '../../support/setup.mts';
import { answer, op } from '../../support/items.mts';
/** What the editor loads while the node's form is open. */
const at = setupEach({ seed: { channels: 3, products: 130, orders: 250, queued: 12 } });
afterEach(() => vi.restoreAllMocks());

const node = { type: `${packageName}.marketplaceHub`, credentials: hubCredentials };
const options = async (n8n = at.n8n) =>
	(await n8n.method('loadOptions', 'getChannels', node)) as INodePropertyOptions[];
const search = async (method: string, filter?: string, token?: string) =>
	(await at.n8n.method('listSearch', method, node, {
		args: [filter, token],
	})) as INodeListSearchResult;
const channelReads = () => at.hub.count({ endpoint: 'channels' });

describe('channels', () => {
	test('are listed by name with their ID, and inactive ones are marked', async () => {
		expect(await options()).toEqual([
			{ name: 'Mercado Azul - Loja Oficial', value: 11 },
			{ name: 'Praça Verde - Principal', value: 12 },
			{ name: 'Feira Sul - Outlet (inactive)', value: 13 },
		]);
	});

	test('are searched by name, whatever the case and the accents', async () => {
		for (const typed of ['VERDE', 'praca', ' Praça'])
			expect((await search('searchChannels', typed)).results).toEqual([
				{ name: 'Praça Verde - Principal', value: '12' },
			]);
		const all = (await search('searchChannels')).results;
		expect(all).toHaveLength(3);
		expect(all.map(({ name }) => name)).toContain('Feira Sul - Outlet (inactive)');
		expect((await search('searchChannels', 'nada')).results).toEqual([]);
	});

	test('are read once a minute, however often the editor reloads', async () => {
		const now = performance.now.bind(performance);
		const clock = vi.spyOn(performance, 'now');
		await Promise.all(Array.from({ length: 20 }, async () => await options()));
		for (let i = 0; i < 20; i++) await search('searchChannels', 'a');
		expect(channelReads()).toBe(1);
		for (let minute = 1; minute <= 3; minute++) {
			clock.mockImplementation(() => now() + minute * 60_001);
			for (let i = 0; i < 20; i++) await options();
			expect(channelReads()).toBe(1 + minute);
		}
		expect(at.hub.count({ status: 429 })).toBe(0);
	});

	test('are read again after a failed read', async () => {
		answer(at.hub, 'channels', { error: 'hoje não' }, 400);
		await expect(options()).rejects.toThrow('hoje não');
		expect(await options()).toHaveLength(3);
	});

	test('stay within their account', async () => {
		const other = await startHub({ seed: { channels: 1, products: 0 } });
		try {
			const both = await Promise.all([options(), options(await startN8n(other))]);
			expect(both.map(({ length }) => length)).toEqual([3, 1]);
		} finally {
			await other.stop();
		}
	});

	test('are always read by Channel: Get Many', async () => {
		await options();
		const result = await at.n8n.run(op('channel getMany', { returnAll: true }));
		expect(result.json()).toEqual([...at.hub.state.channels.values()]);
		expect(channelReads()).toBe(2);
		const limited = await at.n8n.run(op('channel getMany', { limit: 2 }));
		expect(limited.json()).toEqual([...at.hub.state.channels.values()].slice(0, 2));
	});
});

describe('orders and products', () => {
	test('orders come a hundred at a time, the newest first', async () => {
		const first = await search('searchOrders');
		const second = await search('searchOrders', undefined, String(first.paginationToken));
		const third = await search('searchOrders', undefined, String(second.paginationToken));
		const values = [first, second, third].flatMap(({ results }) =>
			results.map(({ value }) => value),
		);
		const orders = [...at.hub.state.ordersByIssueDate()].reverse();
		expect(values).toEqual(orders.map(({ idPedido }) => String(idPedido)));
		expect(third.paginationToken).toBeUndefined();
		expect(at.hub.count({ endpoint: 'orderList' })).toBeLessThanOrEqual(8);
	});

	test("an entry shows the ID, buyer, channel, the marketplace's ID and the status", async () => {
		const [order] = at.hub.state.ordersByIssueDate();
		const { results } = await search('searchOrders', order!.idPedidoCanal);
		expect(results).toEqual([
			{
				description: order!.referenciaPedidoCanal,
				name: `${order!.idPedido} (${order!.cliente.nome}, ${order!.canal.canalIntegracao}, ${order!.idPedidoCanal}, ${order!.status})`,
				value: String(order!.idPedido),
			},
		]);
	});

	test('an empty queue says so in its list, and a search without results does not', async () => {
		at.hub.state.queue.clear();
		expect((await search('searchQueue')).results).toEqual([
			{ name: 'No order is waiting in the queue', value: '' },
		]);
		expect((await search('searchQueue', 'nobody')).results).toEqual([]);
	});

	test('a search finds orders and products far down the list', async () => {
		const order = at.hub.state.ordersByIssueDate()[0]!;
		for (const known of [String(order.idPedido), order.idPedidoCanal, order.referenciaPedidoCanal])
			expect((await search('searchOrders', known)).results).toMatchObject([
				{ value: String(order.idPedido) },
			]);
		const sku = [...at.hub.state.products.keys()].at(-1)!;
		expect((await search('searchProducts', sku)).results).toMatchObject([{ value: sku }]);
	});

	test('products are found by SKU or name', async () => {
		const all = await search('searchProducts');
		expect(all.results).toHaveLength(100);
		expect((await search('searchProducts', 'relógio')).results.length).toBeGreaterThan(0);
		const difficult = (await search('searchProducts', 'kit/50%')).results[0]!;
		expect(at.hub.state.products.has(String(difficult.value))).toBe(true);
	});

	test('the queue lists the waiting orders', async () => {
		const { results, paginationToken } = await search('searchQueue');
		expect(results.map(({ value }) => value)).toEqual([...at.hub.state.queue.keys()].map(String));
		expect(paginationToken).toBeUndefined();
	});
});

describe('a credential that does not work', () => {
	const methods = [
		['loadOptions', 'getChannels'],
		['loadOptions', 'getOrderChannels'],
		['listSearch', 'searchChannels'],
		['listSearch', 'searchOrders'],
		['listSearch', 'searchProducts'],
		['listSearch', 'searchQueue'],
	] as const;

	test.each(methods)('%s %s says what to change', async (kind, method) => {
		const n8n = await startN8n(at.hub, { secretKey: 'wrong-secret-key' });
		const failing = n8n.method(kind, method, node);
		await expect(failing).rejects.toThrow(
			/The hub did not accept the credential \(401: apiKey ou secretKey inválida/,
		);
		await expect(failing).rejects.toMatchObject({
			description: expect.stringMatching(/Check API Key, Secret Key and Base URL/) as string,
		});
		expect(at.hub.count({ endpoint: 'auth' })).toBe(1);
	});
});

describe('columns of the mappers', () => {
	const columns = async (method: string) =>
		((await at.n8n.method('resourceMapping', method, node)) as ResourceMapperFields).fields;
	const required = async (method: string) =>
		(await columns(method))
			.filter((field) => field.required)
			.map(({ id }) => id)
			.sort();

	/** Required fields by the tables of the reference. */
	test.each([
		[
			'getProductFields',
			'skuProduto nome descricao ean precoDe precoPor ativo prazoProducao altura largura comprimento peso categoria marca imagens',
		],
		['getProductChangeFields', ''],
		['getStockFields', 'sku estoque'],
		['getPriceFields', 'sku precoDe precoPor'],
		['getCustomizedPriceFields', 'skuProduto precoDe precoPor'],
		['getCustomizedPriceSyncFields', 'idCanalIntegracao skuProduto precoDe precoPor'],
		['getListingPriceFields', 'prefixoCanalIntegracao skuProduto precoDe precoPor'],
		[
			'getSandboxOrderFields',
			'idPedidoCanal canal dataEmissao moeda itens pagamentos cliente.nome cliente.email cliente.cpfCnpj cliente.pessoa cliente.nascimento entrega.cep entrega.destinatario entrega.endereco entrega.bairro entrega.cidade entrega.uf entrega.numero entrega.prazoEntrega valores.frete valores.subtotal valores.desconto valores.total',
		],
	])('%s', async (method, fields) => {
		expect(await required(method)).toEqual(fields.split(' ').filter(Boolean).sort());
		// the hub is asked for channels alone, where a column is one
		const asked = at.hub.log.map(({ endpoint }) => endpoint);
		expect(asked).toEqual(/Customized|Listing/.test(method) ? ['auth', 'channels'] : []);
	});

	test('all product fields of the reference are columns', async () => {
		const fields =
			'skuProduto skuProdutoLider nome descricao descricaoCurta descricaoSimples ncm ean mpn condicao faixaEtaria genero idCategoriaExterna precoDe precoPor precoDeMidia precoPorMidia ativo prazoProducao altura largura comprimento peso categoria marca imagens urlVideo urlProduto caracteristicas tags cor variacoes';
		expect((await columns('getProductFields')).map(({ id }) => id).sort()).toEqual(
			fields.split(' ').sort(),
		);
	});

	test('fields with a fixed vocabulary offer it', async () => {
		const all = await columns('getProductFields');
		const values = (id: string) =>
			all.find((field) => field.id === id)!.options!.map(({ value }) => value);
		expect(values('condicao')).toEqual(['novo', 'usado', 'recondicionado']);
		const ages = 'recem-nascido 3-a-12-meses 1-a-5-anos infantil adulto';
		expect(values('faixaEtaria')).toEqual(ages.split(' '));
		expect(values('genero')).toEqual(['masculino', 'feminino', 'unissex']);
	});
});
