import type { INodeParameters } from 'n8n-workflow';
import { expect } from 'vitest';
import type { FullOrder, Hub } from '../hub/index.mts';

/** One manual run of one operation; rows run in this order against one hub. */
export interface OperationRow {
	resource: string;
	operation: string;
	parameters?: (hub: Hub) => INodeParameters;
	/** How many items come out, 1 unless told. */
	items?: number;
	/** What the first item holds. */
	first: (hub: Hub) => object;
	/** The first item carries a file of this type. */
	file?: RegExp;
}

const picked = (mode: string, value: string | number) => ({
	__rl: true,
	mode,
	value: String(value),
});
const json = (entry: object) => ({ inputMode: 'json', json: JSON.stringify(entry) });
const deleted = () => ({ deleted: true });

const channel = (hub: Hub) => picked('id', [...hub.state.channels.keys()][0]!);
const product = (sku: string) => picked('sku', sku);
const orderIn = (status: string) => (hub: Hub) => orderWith(hub, status);
const orderById = (status: string) => (hub: Hub) => ({
	idPedido: picked('id', orderWith(hub, status).idPedido),
});
const lastBatch = (hub: Hub) => ({ batchId: String([...hub.state.batches.keys()].at(-1)) });
const document = (hub: Hub) => [...hub.state.fiscalDocuments.values()][0]!;

const newProduct = {
	skuProduto: 'NOVO-1',
	skuProdutoLider: 'NOVO-1',
	nome: 'Produto novo',
	descricao: '<p>Novo</p>',
	ean: '7891000315507',
	precoDe: 99.9,
	precoPor: 79.9,
	ativo: true,
	prazoProducao: 0,
	altura: 2,
	largura: 20,
	comprimento: 30,
	peso: 0.2,
	categoria: ['Moda'],
	marca: 'Marca',
	imagens: [{ id: 1, url: 'https://example.com/novo.jpg' }],
};

/** What the hub is seeded with for these rows. */
export const seed = {
	orders: 12,
	queued: 3,
	products: 10,
	fiscalDocuments: 4,
	securityStocks: 2,
	customizedPrices: 2,
};

export const rows: OperationRow[] = [
	{ resource: 'connection', operation: 'ping', first: () => ({ answer: 'pong', ok: true }) },
	{
		resource: 'channel',
		operation: 'getMany',
		items: 3,
		first: (hub) => [...hub.state.channels.values()][0]!,
	},

	{
		resource: 'order',
		operation: 'get',
		parameters: orderById('pago'),
		first: (hub) => ({ idPedido: orderIn('pago')(hub).idPedido, itens: expect.any(Array) }),
	},
	{
		resource: 'order',
		operation: 'getMany',
		parameters: () => ({ limit: 5 }),
		items: 5,
		first: () => ({ status: 'novo' }),
	},
	{
		resource: 'order',
		operation: 'setAsInvoiced',
		parameters: orderById('pago'),
		first: () => ({ status: 'faturado' }),
	},
	{
		resource: 'order',
		operation: 'setAsSent',
		parameters: orderById('faturado'),
		first: () => ({ status: 'enviado' }),
	},
	{
		resource: 'order',
		operation: 'setAsDelivered',
		parameters: orderById('enviado'),
		first: () => ({ status: 'entregue' }),
	},

	{ resource: 'orderQueue', operation: 'getMany', items: 3, first: queued },
	{
		resource: 'orderQueue',
		operation: 'acknowledge',
		parameters: (hub) => ({
			idPedido: picked('id', queued(hub).idPedido),
			status: 'pago',
			idInterno: '999999999999999999',
		}),
		first: () => ({ idInterno: '999999999999999999', acknowledged: true }),
	},

	{
		resource: 'sandboxOrder',
		operation: 'create',
		parameters: () => ({ inputMode: 'json' }),
		first: () => ({ idPedidoCanal: 'TESTE-1', status: 'novo' }),
	},
	{
		resource: 'sandboxOrder',
		operation: 'simulatePayment',
		parameters: orderById('novo'),
		first: () => ({ status: 'pago', paid: true }),
	},

	{
		resource: 'product',
		operation: 'create',
		parameters: () => json(newProduct),
		first: () => ({ skuProduto: 'NOVO-1' }),
	},
	{
		resource: 'product',
		operation: 'createBatch',
		parameters: () => json({ ...newProduct, skuProduto: 'NOVO-2', skuProdutoLider: 'NOVO-2' }),
		first: () => ({ sku: 'NOVO-2', sucesso: true }),
	},
	{
		resource: 'product',
		operation: 'update',
		parameters: () => ({ sku: product('NOVO-1'), ...json({ nome: 'Outro nome' }) }),
		first: () => ({ skuProduto: 'NOVO-1' }),
	},
	{
		resource: 'product',
		operation: 'get',
		parameters: () => ({ sku: product('NOVO-1') }),
		first: () => ({ nome: 'Outro nome' }),
	},
	{
		resource: 'product',
		operation: 'getMany',
		items: 12,
		first: () => ({ skuProduto: 'CANECA-1' }),
	},
	{
		resource: 'product',
		operation: 'getVariation',
		parameters: () => ({ skuVariacao: 'CAMISETA-1-M' }),
		first: () => ({ skuVariacao: 'CAMISETA-1-M', tamanho: 'M' }),
	},
	{
		resource: 'product',
		operation: 'delete',
		parameters: () => ({ sku: product('NOVO-2') }),
		first: deleted,
	},

	{
		resource: 'stock',
		operation: 'updateBatch',
		parameters: () => json({ sku: 'CAMISETA-1-M', estoque: 42 }),
		first: () => ({ sku: 'CAMISETA-1-M', sucesso: true }),
	},
	{
		resource: 'stock',
		operation: 'sync',
		parameters: () => json({ sku: 'CAMISETA-1-M', estoque: 42 }),
		first: () => ({ sku: 'CAMISETA-1-M', status: 'unchanged', before: { estoque: 42 } }),
	},
	{
		resource: 'price',
		operation: 'sync',
		parameters: () => json({ sku: 'CANECA-1', precoDe: 42, precoPor: 31.9 }),
		first: () => ({ sku: 'CANECA-1', status: 'updated', after: { precoDe: 42, precoPor: 31.9 } }),
	},
	{
		resource: 'price',
		operation: 'updateBatch',
		parameters: () => json({ sku: 'CANECA-1', precoDe: 50, precoPor: 45.5 }),
		first: () => ({ sku: 'CANECA-1', sucesso: true }),
	},
	{
		resource: 'batch',
		operation: 'get',
		parameters: lastBatch,
		first: () => ({ status: expect.stringMatching(/^processa/) }),
	},
	{
		resource: 'batch',
		operation: 'wait',
		parameters: lastBatch,
		first: () => ({ status: 'processado', contemErros: false }),
	},

	{
		resource: 'securityStock',
		operation: 'getMany',
		items: 2,
		first: () => ({ skuProduto: 'CANECA-1', qtdEstoqueSeguranca: 2 }),
	},
	{
		resource: 'securityStock',
		operation: 'set',
		parameters: (hub) => ({
			idCanalIntegracao: channel(hub),
			sku: product('CAMISETA-1'),
			estoqueSeguranca: 7,
		}),
		items: 3,
		first: () => ({ estoqueSeguranca: 7 }),
	},

	{
		resource: 'customizedPrice',
		operation: 'getMany',
		items: 2,
		first: () => ({ skuProduto: 'CANECA-1' }),
	},
	{
		resource: 'customizedPrice',
		operation: 'set',
		parameters: () =>
			json({ idCanalIntegracao: 11, skuProduto: 'CANECA-1', precoDe: 60, precoPor: 55 }),
		first: () => ({ skuProduto: 'CANECA-1', precoPor: 55, sucesso: true }),
	},
	{
		resource: 'customizedPrice',
		operation: 'sync',
		parameters: () =>
			json({ idCanalIntegracao: 11, skuProduto: 'CANECA-1', precoDe: 60, precoPor: 50 }),
		first: () => ({
			skuProduto: 'CANECA-1',
			status: 'updated',
			before: { precoDe: 60, precoPor: 55 },
		}),
	},
	{
		resource: 'customizedPrice',
		operation: 'delete',
		parameters: (hub) => ({ idCanalIntegracao: channel(hub), sku: product('CANECA-1') }),
		first: deleted,
	},
	{
		resource: 'listingPrice',
		operation: 'set',
		parameters: () =>
			json({
				idCanalIntegracao: 11,
				prefixoCanalIntegracao: 'CLA',
				skuProduto: 'LUMINARIA-1',
				precoDe: 130,
				precoPor: 120,
			}),
		first: () => ({
			skuProduto: 'LUMINARIA-1',
			codigoMkt: expect.stringMatching(/^MKT/),
			sucesso: true,
		}),
	},
	{
		resource: 'listingPrice',
		operation: 'delete',
		parameters: (hub) => ({
			idCanalIntegracao: channel(hub),
			prefixoCanalIntegracao: 'CLA',
			sku: product('LUMINARIA-1'),
		}),
		first: deleted,
	},

	{
		resource: 'fiscalDocument',
		operation: 'getMany',
		parameters: () => ({
			dataEmissaoInicial: '2020-01-01T00:00:00',
			dataEmissaoFinal: '2099-12-31T00:00:00',
		}),
		items: 4,
		first: (hub) => ({ chaveAcesso: document(hub).chaveAcesso }),
	},
	{
		resource: 'fiscalDocument',
		operation: 'get',
		parameters: (hub) => ({ chaveAcesso: document(hub).chaveAcesso }),
		first: (hub) => ({ id: document(hub).id }),
	},
	{
		resource: 'fiscalDocument',
		operation: 'downloadXml',
		parameters: (hub) => ({ chaveAcesso: document(hub).chaveAcesso }),
		first: (hub) => ({ id: document(hub).id }),
		file: /xml/,
	},
	{
		resource: 'shipmentLabel',
		operation: 'get',
		parameters: orderById('entregue'),
		first: (hub) => ({ idPedido: String(orderIn('entregue')(hub).idPedido) }),
		file: /pdf|png|jpeg|plain|zpl/,
	},
];

function orderWith(hub: Hub, status: string): FullOrder {
	const order = hub.state.ordersByIssueDate().find((candidate) => candidate.status === status);
	if (!order) throw new Error(`The hub has no order in status ${status}`);
	return order;
}

function queued(hub: Hub): { idPedido: number } {
	return { idPedido: [...hub.state.queue.keys()][0]! };
}
