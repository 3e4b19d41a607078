import { HubError } from '../api/errors';
import { get as getBatch } from './batch/get';
import { wait as waitForBatch } from './batch/wait';
import { getMany as getChannels } from './channel/getMany';
import { ping } from './connection/ping';
import { deletePrice as deleteCustomizedPrice } from './customizedPrice/delete';
import { getMany as getCustomizedPrices } from './customizedPrice/getMany';
import { setPrices as setCustomizedPrices } from './customizedPrice/set';
import { sync as syncCustomizedPrices } from './customizedPrice/sync';
import { downloadXml } from './fiscalDocument/downloadXml';
import { get as getFiscalDocument } from './fiscalDocument/get';
import { getMany as getFiscalDocuments } from './fiscalDocument/getMany';
import { deletePrice as deleteListingPrice } from './listingPrice/delete';
import { setPrices as setListingPrices } from './listingPrice/set';
import type { Operation, Resource } from './operation';
import { get as getOrder } from './order/get';
import { getMany as getOrders } from './order/getMany';
import { reconcile as reconcileOrders } from './order/reconcile';
import { setAsDelivered, setAsInvoiced, setAsSent } from './order/setStatus';
import { acknowledge as acknowledgeOrder } from './orderQueue/acknowledge';
import { getAndAcknowledge as takeFromQueue } from './orderQueue/getAndAcknowledge';
import { getMany as getQueue } from './orderQueue/getMany';
import { getStatus as getQueueStatus } from './orderQueue/getStatus';
import type { Parameters } from './parameters';
import { sync as syncPrices } from './price/sync';
import { updateBatch as updatePrices } from './price/updateBatch';
import { create as createProduct } from './product/create';
import { createBatch as createProducts } from './product/createBatch';
import { deleteProduct } from './product/delete';
import { get as getProduct } from './product/get';
import { getMany as getProducts } from './product/getMany';
import { getVariation } from './product/getVariation';
import { sync as syncProducts } from './product/sync';
import { update as updateProduct } from './product/update';
import { create as createOrder } from './sandboxOrder/create';
import { simulatePayment } from './sandboxOrder/simulatePayment';
import { getMany as getSecurityStock } from './securityStock/getMany';
import { setStock as setSecurityStock } from './securityStock/set';
import { sync as syncSecurityStock } from './securityStock/sync';
import { getMany as getLabels } from './shipmentLabel/getMany';
import { sync as syncStock } from './stock/sync';
import { updateBatch as updateStock } from './stock/updateBatch';

const resource = (
	value: string,
	name: string,
	description: string,
	operations: Operation[],
): Resource => ({ option: { name, value, description }, operations });

/** Every resource with its operations, in the order in which the editor lists them: used most first. */
export const resources: Resource[] = [
	resource('order', 'Order', 'Orders that the marketplaces sent to the hub', [
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
		[acknowledgeOrder, takeFromQueue, getQueue, getQueueStatus],
	),
	resource('product', 'Product', 'Products with their variations by size or voltage', [
		createProduct,
		createProducts,
		deleteProduct,
		getProduct,
		getProducts,
		getVariation,
		syncProducts,
		updateProduct,
	]),
	resource('stock', 'Stock', 'Stock of products and variations', [syncStock, updateStock]),
	resource('price', 'Price', 'Prices of products and variations, the same in all channels', [
		syncPrices,
		updatePrices,
	]),
	resource('customizedPrice', 'Customized Price', 'Prices of products that differ in a channel', [
		deleteCustomizedPrice,
		getCustomizedPrices,
		setCustomizedPrices,
		syncCustomizedPrices,
	]),
	resource('listingPrice', 'Listing Price', 'Prices of single marketplace listings', [
		deleteListingPrice,
		setListingPrices,
	]),
	resource('securityStock', 'Security Stock', 'Stock kept back from a channel', [
		getSecurityStock,
		setSecurityStock,
		syncSecurityStock,
	]),
	resource('shipmentLabel', 'Shipment Label', 'Labels that a marketplace gave for an order', [
		getLabels,
	]),
	resource('fiscalDocument', 'Fiscal Document', 'NF-e and their cancellation events', [
		downloadXml,
		getFiscalDocument,
		getFiscalDocuments,
	]),
	resource(
		'batch',
		'Batch',
		'Batches of products, stock or prices that the hub processes in the background',
		[getBatch, waitForBatch],
	),
	resource('channel', 'Channel', 'Marketplace channels that the seller has connected', [
		getChannels,
	]),
	resource('sandboxOrder', 'Sandbox Order', 'Orders for testing, only in the sandbox environment', [
		createOrder,
		simulatePayment,
	]),
	resource('connection', 'Connection', 'The connection to the hub itself', [ping]),
];

/** The operation that is chosen under Resource and Operation. */
export function chosenOperation(version: number, parameters: Parameters): Operation {
	const resourceValue = parameters.value('resource', 0);
	const value = parameters.value('operation', 0);
	const chosen = resources.find(({ option }) => option.value === resourceValue);
	const operation = chosen?.operations.find(({ option }) => option.value === value);
	if (operation !== undefined) return inVersion(version, operation);
	throw new HubError(
		'invalid',
		`There is no operation '${String(value)}' of the resource '${String(resourceValue)}'`,
		{ description: 'Choose Resource and Operation from their lists.' },
	);
}

/** The operation as a version of the node has it, see docs/upgrading.md. */
export const inVersion = (version: number, operation: Operation): Operation =>
	version === 1 ? (operation.version1 ?? operation) : operation;
