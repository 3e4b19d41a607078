import { HubError } from '../api/errors';
import { getBatch } from './batch/get';
import { waitForBatch } from './batch/wait';
import { getChannels } from './channel/getMany';
import { checkRoutes } from './connection/checkRoutes';
import { ping } from './connection/ping';
import { deleteCustomizedPrice } from './customizedPrice/delete';
import { getCustomizedPrices } from './customizedPrice/getMany';
import { setCustomizedPrices } from './customizedPrice/set';
import { syncCustomizedPrices } from './customizedPrice/sync';
import { downloadXml } from './fiscalDocument/downloadXml';
import { getFiscalDocument } from './fiscalDocument/get';
import { getFiscalDocuments } from './fiscalDocument/getMany';
import { readFile } from './list/readFile';
import { readRows } from './list/readRows';
import { deleteListingPrice } from './listingPrice/delete';
import { setListingPrices } from './listingPrice/set';
import type { Operation, Resource } from './operation';
import { convertToRows } from './order/convertToRows';
import { getOrder } from './order/get';
import { getOrders } from './order/getMany';
import { reconcileOrders } from './order/reconcile';
import { setAsDelivered, setAsInvoiced, setAsSent } from './order/setStatus';
import { acknowledge } from './orderQueue/acknowledge';
import { getAndAcknowledge } from './orderQueue/getAndAcknowledge';
import { getQueue } from './orderQueue/getMany';
import { getQueueStatus } from './orderQueue/getStatus';
import type { Parameters } from './form/parameters';
import { syncPrices } from './price/sync';
import { updatePrices } from './price/updateBatch';
import { createProduct } from './product/create';
import { createProducts } from './product/createBatch';
import { deleteProduct } from './product/delete';
import { getProduct } from './product/get';
import { getProducts } from './product/getMany';
import { getVariation } from './product/getVariation';
import { syncProducts } from './product/sync';
import { updateProduct } from './product/update';
import { createOrder } from './sandboxOrder/create';
import { simulatePayment } from './sandboxOrder/simulatePayment';
import { getSecurityStock } from './securityStock/getMany';
import { setSecurityStock } from './securityStock/set';
import { syncSecurityStock } from './securityStock/sync';
import { findNewLabels } from './shipmentLabel/findNew';
import { getLabels } from './shipmentLabel/getMany';
import { calculateAvailable } from './stock/calculateAvailable';
import { syncStock } from './stock/sync';
import { updateStock } from './stock/updateBatch';
import { checkSteps } from './workflow/checkSteps';

const resource = (
	value: string,
	name: string,
	description: string,
	byDefault: Operation,
	operations: Operation[],
): Resource => ({ option: { name, value, description }, operations, byDefault });

/** Every resource with its operations: resources used most first, operations by their names. */
export const resources: Resource[] = [
	resource('order', 'Order', 'Orders that the marketplaces sent to the hub', getOrders, [
		convertToRows,
		getOrder,
		getOrders,
		reconcileOrders,
		setAsDelivered,
		setAsInvoiced,
		setAsSent,
	]),
	resource(
		'orderQueue',
		'Order Queue',
		'New and changed orders that wait until they are acknowledged',
		getQueue,
		[acknowledge, getAndAcknowledge, getQueue, getQueueStatus],
	),
	resource('product', 'Product', 'Products with their variations by size or voltage', getProducts, [
		createProduct,
		createProducts,
		deleteProduct,
		getProduct,
		getProducts,
		getVariation,
		syncProducts,
		updateProduct,
	]),
	resource('stock', 'Stock', 'Stock of products and variations', calculateAvailable, [
		calculateAvailable,
		syncStock,
		updateStock,
	]),
	resource(
		'price',
		'Price',
		'Prices of products and variations, the same in all channels',
		syncPrices,
		[syncPrices, updatePrices],
	),
	resource(
		'customizedPrice',
		'Customized Price',
		'Prices of products that differ in a channel',
		getCustomizedPrices,
		[deleteCustomizedPrice, getCustomizedPrices, setCustomizedPrices, syncCustomizedPrices],
	),
	resource(
		'listingPrice',
		'Listing Price',
		'Prices of single marketplace listings',
		setListingPrices,
		[deleteListingPrice, setListingPrices],
	),
	resource('securityStock', 'Security Stock', 'Stock kept back from a channel', getSecurityStock, [
		getSecurityStock,
		setSecurityStock,
		syncSecurityStock,
	]),
	resource(
		'shipmentLabel',
		'Shipment Label',
		'Labels that a marketplace gave for an order',
		getLabels,
		[findNewLabels, getLabels],
	),
	resource(
		'fiscalDocument',
		'Fiscal Document',
		'NF-e and their cancellation events',
		getFiscalDocuments,
		[downloadXml, getFiscalDocument, getFiscalDocuments],
	),
	resource(
		'batch',
		'Batch',
		'Batches of products, stock or prices that the hub processes in the background',
		getBatch,
		[getBatch, waitForBatch],
	),
	resource(
		'list',
		'List',
		'Lists of a spreadsheet, a form or an ERP, before they are used',
		readRows,
		[readFile, readRows],
	),
	resource('workflow', 'Workflow', 'The workflow that this node is part of', checkSteps, [
		checkSteps,
	]),
	resource(
		'channel',
		'Channel',
		'Marketplace channels that the seller has connected',
		getChannels,
		[getChannels],
	),
	resource(
		'sandboxOrder',
		'Sandbox Order',
		'Orders for testing, only in the sandbox environment',
		createOrder,
		[createOrder, simulatePayment],
	),
	resource('connection', 'Connection', 'The connection to the hub itself', ping, [
		checkRoutes,
		ping,
	]),
];

/** The operation that is chosen under Resource and Operation. */
export function chosenOperation(parameters: Parameters): Operation {
	const resourceValue = parameters.value('resource', 0);
	const value = parameters.value('operation', 0);
	const chosen = resources.find(({ option }) => option.value === resourceValue);
	const operation = chosen?.operations.find(({ option }) => option.value === value);
	if (operation !== undefined) return operation;
	throw new HubError(
		'invalid',
		`There is no operation '${String(value)}' of the resource '${String(resourceValue)}'`,
		{ description: 'Choose Resource and Operation from their lists.' },
	);
}
