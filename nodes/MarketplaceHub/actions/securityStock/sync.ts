import { Channels } from '../../api/channels';
import { securityStockWrite } from '../../api/schemas/writes/stock';
import { comparedOf } from '../../api/comparison/comparable';
import { readSecurityStock } from '../../api/snapshot/read';
import { productEndpoints } from '../../api/snapshot/readSkus';
import { entryProperties } from '../form/entryProperties';
import { sendSingly } from '../write/sendSingly';
import { defineSync } from '../sync/defineSync';
import { noteOtherValues } from '../sync/apply';
import { writeSecurityStock } from './set';
import { stockInHub } from './stockInHub';

const identity = { sku: 'sku', idCanalIntegracao: 'idCanalIntegracao' };
const comparedFields = comparedOf(securityStockWrite.fields, Object.values(identity));

/** Compares security stock with the hub and sends the values that differ (reference: Security stock). */
export const syncSecurityStock = defineSync({
	action: 'Sync security stock',
	toolDescription:
		'Compare a list of security stock (pieces of a SKU that a channel must not sell) with the hub and send only what differs. With Dry Run it sends nothing. Not for the stock itself: that is Sync stock. Writes, unless Dry Run is on; a request for 100 records and one for each change, 40 pages a minute.',
	description:
		'Compare a list of SKUs and channels with what the hub holds and send only the differences',
	listKind: 'stock',
	properties: entryProperties('getSecurityStockSyncFields', {
		idCanalIntegracao: 1,
		sku: 'CAMISETA-AZUL',
		estoqueSeguranca: 2,
	}),
	endpoints: ['securityStockSet', 'securityStockList', 'channels', ...productEndpoints],
	identity,
	shape: securityStockWrite,
	comparedFields,
	createsNew: true,
	writes: 'all',
	output: { note: 'string' },
	channelsOf: (hub) => new Channels(hub),
	read: readSecurityStock,
	finderOf: stockInHub,
	ways: {
		update: {
			endpoint: 'securityStockSet',
			most: 1,
			send: async ({ hub, node }, sent) =>
				await sendSingly(node, sent, async (sending) => {
					noteOtherValues(sending, await writeSecurityStock(hub, sending.body), comparedFields);
				}),
		},
	},
});
