import pick from 'lodash/pick';
import { largestRequest, sendBatches } from '../../api/send/sendBatches';
import type { EndpointName } from '../../api/endpoints';
import { comparedOf } from '../../api/comparison/comparable';
import { readSkuValues } from '../../api/snapshot/read';
import { productEndpoints } from '../../api/snapshot/readSkus';
import { mediaPrices, pricesBeside } from '../../api/schemas/writes/prices';
import { variationsHaveStock } from '../../api/schemas/writes/stock';
import { timeLimitProperty } from '../form/timeLimit';
import { entryProperties } from '../form/entryProperties';
import type { OperationContext } from '../operation';
import type { BatchWrite } from '../write/defineBatch';
import { batchFollowing } from '../write/batchFollowing';
import type { Sending, SyncKind } from './kind';

/**
 * The hub's values for a SKU. A row whose SKU cannot be read is not sent, nor stock of a product beside stock
 * of its variations. No page tells whether a product without rows of variations has any: the hub decides.
 */
const skuFound =
	(isOfStock: boolean): SyncKind['found'] =>
	(rows, snapshot) =>
	({ key }) => {
		const before = snapshot.values.get(key);
		if (before === undefined) return { before, obstacle: snapshot.failureOf(key) };
		if (!isOfStock) return { before };
		const variations = snapshot.variationsOf(key);
		const isBesideThem =
			!variations.includes(key) && variations.some((variation) => rows.has(variation));
		return { before, obstacle: isBesideThem ? variationsHaveStock() : undefined };
	};

/** A sync of SKUs' stock or prices that sends its changes in such batches. */
export const inBatches = <Name extends EndpointName>(
	listKind: 'stock' | 'prices',
	kind: BatchWrite<Name>,
) => ({
	listKind,
	shape: kind.shape,
	identity: kind.identity,
	comparedFields: comparedOf(kind.shape.fields, Object.values(kind.identity)),
	// each row of prices has both usual ones
	keptWith: listKind === 'prices' ? pick(pricesBeside, Object.keys(mediaPrices)) : undefined,
	properties: entryProperties(kind.columns, kind.example),
	sendingOptions: [timeLimitProperty],
	endpoints: [kind.endpoint, 'batchGet', ...productEndpoints] as const,
	createsNew: false,
	writes: 'all' as const,
	output: { batchId: 'number' } as const,
	read: readSkuValues,
	found: skuFound(listKind === 'stock'),
	ways: {
		update: {
			endpoint: kind.endpoint,
			most: largestRequest,
			send: async (context: OperationContext<Name | 'batchGet'>, sent: Sending[]) =>
				await sendBatches(context.hub, sent, {
					...kind,
					...batchFollowing(context, sent.length),
				}),
		},
	},
});
