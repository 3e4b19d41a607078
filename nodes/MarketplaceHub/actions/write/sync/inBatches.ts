import { largestRequest } from '../../../api/batches/sendBatches';
import type { EndpointName } from '../../../api/endpoints';
import { comparedOf } from '../../../api/comparable';
import { productEndpoints } from '../../../api/reading/catalogue';
import { readSkus } from '../../../api/reading/skus';
import { timeLimitProperty } from '../../common/timeLimit';
import { entryProperties } from '../../entries/entryProperties';
import type { OperationContext } from '../../operation';
import type { BatchWrite } from '../defineBatch';
import { sendAndWait } from '../sendInBatches';
import type { SyncRow } from './syncRow';

/** A sync of SKUs that sends its changes in such batches. */
export const inBatches = <Name extends EndpointName>(kind: BatchWrite<Name>) => ({
	shape: kind.shape,
	identity: kind.identity,
	comparedFields: comparedOf(kind.shape.fields, Object.values(kind.identity)),
	properties: entryProperties(kind.columns, kind.example),
	sendingProperties: [timeLimitProperty],
	endpoints: [kind.endpoint, 'batchGet', ...productEndpoints] as const,
	createsMissing: false,
	writes: 'whole' as const,
	output: { batchId: 'number' } as const,
	read: readSkus,
	ways: {
		update: {
			endpoint: kind.endpoint,
			most: largestRequest,
			send: async (context: OperationContext<Name | 'batchGet'>, rows: SyncRow[]) =>
				await sendAndWait(context, rows, kind),
		},
	},
});
