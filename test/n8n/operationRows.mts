import type { INodeParameters } from 'n8n-workflow';
import { expect } from 'vitest';
import type { Hub } from '../hub/index.mts';
import { everyOperation, note, orderIn, unlinked } from '../support/everyOperation.mts';
import { byId, bySku } from '../support/items.mts';
import { productFields } from '../support/products.mts';

/** What one manual run of an operation gives; without an entry here, an item as its schema says. */
interface OperationResult {
	/** In place of parameters of `everyOperation`. */
	changes?: (hub: Hub) => INodeParameters;
	/** How many items come out, 1 unless told. */
	items?: number;
	/** What the first item holds. */
	first: (hub: Hub) => object;
	/** The first item carries a file of this type. */
	file?: RegExp;
}

const json = (entry: object) => ({ inputMode: 'json', json: JSON.stringify(entry) });
const deleted = () => ({ deleted: true });
const queued = (hub: Hub) => ({ idPedido: [...hub.state.queue.keys()][0]! });
const created = () => ({ sku: bySku('CAMISETA-AZUL') });

/** What the hub is seeded with for these runs. */
export const seed = {
	orders: 12,
	queued: 3,
	products: 10,
	fiscalDocuments: 4,
	securityStocks: 2,
	customizedPrices: 2,
};

/** By `resource operation`, in the order in which they run against one hub. */
export const results: Record<string, OperationResult> = {
	'connection ping': { first: () => ({ answer: 'pong', ok: true }) },
	'channel getMany': { items: 3, first: (hub) => [...hub.state.channels.values()][0]! },

	'order get': {
		first: (hub) => ({ idPedido: orderIn(hub, 'pago').idPedido, itens: expect.any(Array) }),
	},
	'order getMany': {
		changes: () => ({ limit: 5 }),
		items: 5,
		first: () => ({ status: 'cancelado' }),
	},
	'order reconcile': { items: 12, first: () => ({ result: 'missing', status: 'novo' }) },
	'order setAsInvoiced': { first: () => ({ status: 'faturado' }) },
	'order setAsSent': { first: () => ({ status: 'enviado' }) },
	'order setAsDelivered': { first: () => ({ status: 'entregue' }) },

	'orderQueue getMany': { items: 3, first: queued },
	'orderQueue getStatus': { first: () => ({ waiting: 3, byStatus: expect.any(Object) }) },
	'orderQueue acknowledge': {
		changes: () => ({ idInterno: '999999999999999999' }),
		first: () => ({ idInterno: '999999999999999999', acknowledged: true }),
	},

	'sandboxOrder create': { first: () => ({ idPedidoCanal: 'TESTE-1', status: 'novo' }) },
	'sandboxOrder simulatePayment': { first: () => ({ status: 'pago', paid: true }) },

	'product create': { first: () => ({ skuProduto: 'CAMISETA-AZUL' }) },
	'product createBatch': {
		changes: () => json(productFields({ skuProduto: 'NOVO-2' })),
		first: () => ({ sku: 'NOVO-2', sucesso: true }),
	},
	'product update': { changes: created, first: () => ({ skuProduto: 'CAMISETA-AZUL' }) },
	'product get': { changes: created, first: () => ({ nome: 'Outro nome' }) },
	'product getMany': { items: 12, first: () => ({ skuProduto: 'CANECA-1' }) },
	'product getVariation': {
		changes: () => ({ skuVariacao: 'CAMISETA-1-M' }),
		first: () => ({ skuVariacao: 'CAMISETA-1-M', tamanho: 'M' }),
	},
	'product delete': { changes: () => ({ sku: bySku('NOVO-2') }), first: deleted },

	'stock updateBatch': { first: (hub) => ({ sku: unlinked(hub).skuProduto, sucesso: true }) },
	'price updateBatch': { first: (hub) => ({ sku: unlinked(hub).skuProduto, sucesso: true }) },
	'batch get': { first: () => ({ status: expect.stringMatching(/^processa/) }) },
	'batch wait': { first: () => ({ status: 'processado', contemErros: false }) },

	'securityStock getMany': {
		items: 2,
		first: () => ({ skuProduto: 'CANECA-1', qtdEstoqueSeguranca: 2 }),
	},
	'securityStock set': { items: 3, first: () => ({ estoqueSeguranca: 3 }) },

	'customizedPrice getMany': { items: 2, first: () => ({ skuProduto: 'CANECA-1' }) },
	'customizedPrice set': {
		first: () => ({ skuProduto: 'CAMISETA-1', precoPor: 10.5, sucesso: true }),
	},
	'customizedPrice delete': { first: deleted },
	'listingPrice set': {
		first: (hub) => ({
			skuProduto: [...hub.state.listings.values()][0]!.skuProduto,
			codigoMkt: expect.stringMatching(/^MKT/),
			sucesso: true,
		}),
	},
	'listingPrice delete': { first: deleted },

	'fiscalDocument getMany': {
		items: 4,
		first: (hub) => ({ chaveAcesso: [...hub.state.fiscalDocuments.keys()][0]! }),
	},
	'fiscalDocument get': { first: (hub) => ({ id: note(hub).id }) },
	'fiscalDocument downloadXml': { first: (hub) => ({ id: note(hub).id }), file: /xml/ },
	'shipmentLabel get': {
		changes: (hub) => ({ idPedido: byId(orderIn(hub, 'entregue').idPedido) }),
		first: (hub) => ({ idPedido: String(orderIn(hub, 'entregue').idPedido) }),
		file: /pdf|png|jpeg|plain|zpl/,
	},
};

/** All operations: those above, then the others. */
export const names = [...new Set([...Object.keys(results), ...Object.keys(everyOperation)])];
