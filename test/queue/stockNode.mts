import type { INode } from 'n8n-workflow';
import { hubNode } from '../n8n/session.mts';
import type { Credential } from '../server/rest.mts';
import { asJson, op } from '../support/items.mts';

/** A node that sets the stock of the products that `addSimple` makes. */
export const stockNode = (products: number, credential: Credential): INode => {
	const list = Array.from({ length: products }, (_, i) => ({ sku: `P${i}`, estoque: 6 }));
	return hubNode('marketplaceHub', op('stock updateBatch', asJson(list)), credential);
};
