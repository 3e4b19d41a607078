/** Each operation of the contract by the operation of the node that sends it, as a seller knows it. */
const names: Record<string, string> = {
	auth: 'New access token',
	ping: 'Connection: Ping',
	shipmentLabels: 'Shipment Label: Get Many',
	channels: 'Channel: Get Many',
	securityStockList: 'Security Stock: Get Many',
	securityStockSet: 'Security Stock: Set',
	customizedPriceList: 'Customized Price: Get Many',
	customizedPriceSet: 'Customized Price: Set',
	customizedPriceDelete: 'Customized Price: Delete',
	listingPriceSet: 'Listing Price: Set',
	listingPriceDelete: 'Listing Price: Delete',
	fiscalDocumentList: 'Fiscal Document: Get Many',
	fiscalDocumentGet: 'Fiscal Document: Get',
	productList: 'Product: Get Many',
	productGet: 'Product: Get',
	variationGet: 'Product: Get Variation',
	productCreate: 'Product: Create',
	productUpdate: 'Product: Update',
	productDelete: 'Product: Delete',
	productBatch: 'Product: Create in Batch',
	stockBatch: 'Stock: Update in Batch',
	priceBatch: 'Price: Update in Batch',
	batchGet: 'Batch: Get',
	orderList: 'Order: Get Many',
	orderGet: 'Order: Get',
	queueList: 'Order Queue: Get Many',
	acknowledge: 'Order Queue: Acknowledge',
	sandboxOrderCreate: 'Sandbox Order: Create',
	sandboxOrderPaid: 'Sandbox Order: Simulate Payment',
	orderInvoiced: 'Order: Set as Invoiced',
	orderSent: 'Order: Set as Sent',
	orderDelivered: 'Order: Set as Delivered',
};

/** @throws Error for an operation of the contract that has none */
export function requestName(operation: string): string {
	const name = names[operation];
	if (name === undefined) throw new Error(`The panel has no name for ${operation}`);
	return name;
}
