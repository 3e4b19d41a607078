import { largestRequest, sendBatches } from '../../api/send/sendBatches';
import type { EndpointName } from '../../api/endpoints';
import { comparedOf } from '../../api/comparison/comparable';
import { readSkuValues } from '../../api/snapshot/read';
import { productEndpoints } from '../../api/snapshot/readSkus';
import type { ListRow, Snapshot } from '../../api/snapshot/snapshot';
import { timeLimitProperty } from '../form/timeLimit';
import { entryProperties } from '../form/entryProperties';
import type { OperationContext } from '../operation';
import type { BatchWrite } from '../write/defineBatch';
import { batchFollowing } from '../write/batchFollowing';
import type { Found, Sending } from './kind';

/** The hub's values for a row about a SKU. A row whose SKU cannot be read is not sent. */
export function skuInHub({ key }: ListRow, snapshot: Snapshot): Found {
	const before = snapshot.values.get(key);
	return { before, obstacle: before === undefined ? snapshot.failureOf(key) : undefined };
}

/** A sync of values that SKUs have in all channels, and that it sends in such batches. */
export const syncOfSkus = <Name extends EndpointName>(kind: BatchWrite<Name>) => ({
	shape: kind.shape,
	identity: kind.identity,
	comparedFields: comparedOf(kind.shape.fields, Object.values(kind.identity)),
	properties: entryProperties(kind.columns, kind.example),
	sendingOptions: [timeLimitProperty],
	endpoints: [kind.endpoint, 'batchGet', ...productEndpoints] as const,
	createsNew: false,
	writes: 'all' as const,
	output: { batchId: 'number' } as const,
	read: readSkuValues,
	finderOf: (_rows: unknown, snapshot: Snapshot) => (row: ListRow) => skuInHub(row, snapshot),
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
