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
import type { Resource } from './operation';
import { get as getOrder } from './order/get';
import { getMany as getOrders } from './order/getMany';
import { setAsDelivered, setAsInvoiced, setAsSent } from './order/setStatus';
import { acknowledge as acknowledgeOrder } from './orderQueue/acknowledge';
import { getMany as getQueue } from './orderQueue/getMany';
import { sync as syncPrices } from './price/sync';
import { updateBatch as updatePrices } from './price/updateBatch';
import { create as createProduct } from './product/create';
import { createBatch as createProducts } from './product/createBatch';
import { deleteProduct } from './product/delete';
import { get as getProduct } from './product/get';
import { getMany as getProducts } from './product/getMany';
import { getVariation } from './product/getVariation';
import { update as updateProduct } from './product/update';
import { create as createOrder } from './sandboxOrder/create';
import { simulatePayment } from './sandboxOrder/simulatePayment';
import { getMany as getSecurityStock } from './securityStock/getMany';
import { setStock as setSecurityStock } from './securityStock/set';
import { get as getLabels } from './shipmentLabel/get';
import { sync as syncStock } from './stock/sync';
import { updateBatch as updateStock } from './stock/updateBatch';

/** Every resource with its operations, in the order in which the editor lists them: used most first. */
export const resources: Resource[] = [
	{
		option: {
			name: 'Order',
			value: 'order',
			description: 'Orders that the marketplaces sent to the hub',
		},
		operations: [getOrder, getOrders, setAsDelivered, setAsInvoiced, setAsSent],
	},
	{
		option: {
			name: 'Order Queue',
			value: 'orderQueue',
			description: 'New and changed orders that wait until they are acknowledged',
		},
		operations: [acknowledgeOrder, getQueue],
	},
	{
		option: {
			name: 'Product',
			value: 'product',
			description: 'Products with their variations by size or voltage',
		},
		operations: [
			createProduct,
			createProducts,
			deleteProduct,
			getProduct,
			getProducts,
			getVariation,
			updateProduct,
		],
	},
	{
		option: { name: 'Stock', value: 'stock', description: 'Stock of products and variations' },
		operations: [syncStock, updateStock],
	},
	{
		option: {
			name: 'Price',
			value: 'price',
			description: 'Prices of products and variations, the same in all channels',
		},
		operations: [syncPrices, updatePrices],
	},
	{
		option: {
			name: 'Customized Price',
			value: 'customizedPrice',
			description: 'Prices of products that differ in a channel',
		},
		operations: [
			deleteCustomizedPrice,
			getCustomizedPrices,
			setCustomizedPrices,
			syncCustomizedPrices,
		],
	},
	{
		option: {
			name: 'Listing Price',
			value: 'listingPrice',
			description: 'Prices of single marketplace listings',
		},
		operations: [deleteListingPrice, setListingPrices],
	},
	{
		option: {
			name: 'Security Stock',
			value: 'securityStock',
			description: 'Stock kept back from a channel',
		},
		operations: [getSecurityStock, setSecurityStock],
	},
	{
		option: {
			name: 'Shipment Label',
			value: 'shipmentLabel',
			description: 'Labels that a marketplace gave for an order',
		},
		operations: [getLabels],
	},
	{
		option: {
			name: 'Fiscal Document',
			value: 'fiscalDocument',
			description: 'NF-e and their cancellation events',
		},
		operations: [downloadXml, getFiscalDocument, getFiscalDocuments],
	},
	{
		option: {
			name: 'Batch',
			value: 'batch',
			description: 'Batches of products, stock or prices that the hub processes in the background',
		},
		operations: [getBatch, waitForBatch],
	},
	{
		option: {
			name: 'Channel',
			value: 'channel',
			description: 'Marketplace channels that the seller has connected',
		},
		operations: [getChannels],
	},
	{
		option: {
			name: 'Sandbox Order',
			value: 'sandboxOrder',
			description: 'Orders for testing, only in the sandbox environment',
		},
		operations: [createOrder, simulatePayment],
	},
	{
		option: {
			name: 'Connection',
			value: 'connection',
			description: 'The connection to the hub itself',
		},
		operations: [ping],
	},
];
