import type { INodeParameters } from 'n8n-workflow';
import type { OperationParameters } from '../engine/nodes.mts';
import type { Hub, SeedOptions } from '../hub/index.mts';
import { byId, bySku } from './items.mts';

/** What the hub must hold for `everyOperation`. */
export const completeSeed: SeedOptions = {
	channels: 3,
	products: 10,
	orders: 12,
	queued: 6,
	securityStocks: 6,
	customizedPrices: 6,
	fiscalDocuments: 8,
};

type Values = (hub: Hub) => INodeParameters;
const json = (entry: object): INodeParameters => ({
	inputMode: 'json',
	json: JSON.stringify(entry),
});

/** An order with this status. */
export const orderIn = (hub: Hub, status: string) =>
	[...hub.state.orders.values()].find((order) => order.status === status)!;
const first = <Value,>(values: Iterable<Value>) => [...values][0]!;
/** An NF-e. */
export const note = (hub: Hub) => documentOf(hub, 'nfe');
/** The first fiscal document of a type. */
export const documentOf = (hub: Hub, type: string) =>
	[...hub.state.fiscalDocuments.values()].find(({ tipoDocumento }) => tipoDocumento === type)!;
const price = (hub: Hub) => first(hub.state.customizedPrices.values());
const listing = (hub: Hub) => first(hub.state.listings.values());
const withVariations = (hub: Hub) =>
	first([...hub.state.products.values()].filter(({ variacoes }) => variacoes.length > 0));
/** A product that is in no channel. */
const unlinked = (hub: Hub) =>
	first([...hub.state.products.values()].filter(({ skuProduto }) => skuProduto.startsWith('FONE')));
const period = { dataEmissaoInicial: '2000-01-01', dataEmissaoFinal: '2099-01-01' };

/** Parameters with which an operation succeeds, as `resource operation`; every operation of the node is here. */
export const everyOperation: Record<string, Values> = {
	'batch get': (hub) => ({ batchId: String(first(hub.state.batches.keys())) }),
	'batch wait': (hub) => ({ batchId: String(first(hub.state.batches.keys())) }),
	'channel getMany': () => ({}),
	'connection checkRoutes': () => ({}),
	'connection ping': () => ({}),
	'customizedPrice delete': (hub) => ({
		idCanalIntegracao: byId(price(hub).idCanalIntegracao),
		sku: bySku(price(hub).skuProduto),
	}),
	'customizedPrice getMany': () => ({}),
	'customizedPrice set': (hub) =>
		json({
			idCanalIntegracao: 12,
			skuProduto: withVariations(hub).skuProduto,
			precoDe: 20,
			precoPor: 10.5,
		}),
	'customizedPrice sync': (hub) => {
		const { idCanalIntegracao, skuProduto, precoDe, precoPor } = price(hub);
		return json({ idCanalIntegracao, skuProduto, precoDe, precoPor: precoPor - 1 });
	},
	'fiscalDocument downloadXml': (hub) => ({ chaveAcesso: note(hub).chaveAcesso }),
	'fiscalDocument get': (hub) => ({ chaveAcesso: note(hub).chaveAcesso }),
	'fiscalDocument getMany': () => period,
	'list readFile': () => ({
		listHolds: 'stock',
		inputMode: 'json',
		json: JSON.stringify([{ Código: 'A', Saldo: '1' }]),
	}),
	'list readRows': () => ({
		fields: { field: [{ column: 'situacao', kind: 'status', required: false }] },
	}),
	'listingPrice delete': (hub) => {
		const { idCanalIntegracao, prefixoCanalIntegracao, skuProduto } = listing(hub);
		listing(hub).preco = { precoDe: 20, precoPor: 10 };
		return {
			idCanalIntegracao: byId(idCanalIntegracao),
			prefixoCanalIntegracao,
			sku: bySku(skuProduto),
		};
	},
	'listingPrice set': (hub) => {
		const { idCanalIntegracao, prefixoCanalIntegracao, skuProduto } = listing(hub);
		return json({
			idCanalIntegracao,
			prefixoCanalIntegracao,
			skuProduto,
			precoDe: 20,
			precoPor: 10,
		});
	},
	'order convertToRows': (hub) => ({
		order: JSON.stringify(orderIn(hub, 'pago')),
		rows: 'orders',
	}),
	'order get': (hub) => ({ idPedido: byId(orderIn(hub, 'pago').idPedido) }),
	'order getMany': () => ({}),
	'order reconcile': (hub) => ({
		...json({ idPedido: orderIn(hub, 'pago').idPedido, status: 'novo', total: 5 }),
		fullRecord: true,
	}),
	'order setAsDelivered': (hub) => ({ idPedido: byId(orderIn(hub, 'enviado').idPedido) }),
	'order setAsInvoiced': (hub) => ({ idPedido: byId(orderIn(hub, 'pago').idPedido) }),
	'order setAsSent': (hub) => ({ idPedido: byId(orderIn(hub, 'faturado').idPedido) }),
	'orderQueue acknowledge': (hub) => ({
		idPedido: byId(first(hub.state.queue.keys())),
		status: 'pago',
		idInterno: '4711',
	}),
	'orderQueue getAndAcknowledge': () => ({ returnAll: false, limit: 1 }),
	'orderQueue getMany': () => ({}),
	'orderQueue getStatus': () => ({}),
	'price sync': (hub) => {
		const { skuProduto, precoDe, precoPor } = unlinked(hub);
		return json({ sku: skuProduto, precoDe, precoPor: precoPor - 1 });
	},
	'price updateBatch': (hub) =>
		json({
			sku: unlinked(hub).skuProduto,
			...{ precoDe: 300, precoPor: 250, precoDeMidia: 300, precoPorMidia: 240 },
		}),
	'product create': () => ({ inputMode: 'json' }),
	'product createBatch': () => ({ inputMode: 'json' }),
	'product delete': (hub) => ({ sku: bySku(unlinked(hub).skuProduto) }),
	'product get': (hub) => ({ sku: bySku(withVariations(hub).skuProduto) }),
	'product getMany': () => ({}),
	'product getVariation': (hub) => ({ skuVariacao: withVariations(hub).variacoes[0]!.skuVariacao }),
	'product sync': (hub) => json({ skuProduto: unlinked(hub).skuProduto, nome: 'Fone novo' }),
	'product update': (hub) => ({
		sku: bySku(unlinked(hub).skuProduto),
		...json({ nome: 'Outro nome' }),
	}),
	'sandboxOrder create': () => ({ inputMode: 'json' }),
	'sandboxOrder simulatePayment': (hub) => ({ idPedido: byId(orderIn(hub, 'novo').idPedido) }),
	'securityStock getMany': () => ({}),
	'securityStock set': (hub) => ({
		idCanalIntegracao: byId(11),
		sku: bySku(withVariations(hub).skuProduto),
		estoqueSeguranca: 3,
	}),
	'securityStock sync': (hub) => {
		const { idCanalIntegracao, estoqueSeguranca } = first(hub.state.securityStock.values());
		const sku = first(hub.state.products.keys());
		return json({ idCanalIntegracao, sku, estoqueSeguranca: estoqueSeguranca + 1 });
	},
	'shipmentLabel findNew': () => ({
		label: JSON.stringify({
			idPedido: '1',
			labelId: '1-1',
			digest: 'd',
			recipient: 'r',
			fileName: 'f',
		}),
		knownLabels: '[]',
	}),
	'shipmentLabel get': (hub) => {
		const order = orderIn(hub, 'pago');
		const label = { canal: order.canal.canal, idPedidoCanal: order.idPedido };
		const files = { pdf: '%PDF-1.4\n%%EOF', zpl: '^XA^FDlabel^FS^XZ' };
		const labels = Object.entries(files).map(([tipo, text]) => ({
			...label,
			tipo,
			conteudo: Buffer.from(text).toString('base64'),
		}));
		hub.state.labels.set(order.idPedido, labels);
		return { idPedido: byId(order.idPedido), combine: 'zpl' };
	},
	'stock calculateAvailable': () => ({
		erpRows: JSON.stringify([
			{ sku: 'A', estoque: 7, buffer: '1', changedAt: '2026-03-01T10:00:00-03:00' },
		]),
	}),
	'stock sync': (hub) => json({ sku: withVariations(hub).variacoes[0]!.skuVariacao, estoque: 77 }),
	'stock updateBatch': (hub) => json({ sku: unlinked(hub).skuProduto, estoque: 7 }),
	'workflow checkSteps': () => ({
		steps: { step: [{ name: 'Print', before: 'Reserved', after: 'Printed' }] },
	}),
};

/** The node's parameters for one of them. */
export function parametersOf(
	name: string,
	hub: Hub,
	changes: INodeParameters = {},
): OperationParameters {
	const [resource = '', operation = ''] = name.split(' ');
	return { resource, operation, ...everyOperation[name]!(hub), ...changes };
}
