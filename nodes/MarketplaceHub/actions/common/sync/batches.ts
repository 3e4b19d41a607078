import { resultsOf } from '../../../api/batches/results';
import { sendBatches } from '../../../api/batches/send';
import type { EndpointName } from '../../../api/endpoints';
import type { Entry, EntryResult } from '../../../api/entries';
import { cancelSignal } from '../../../api/http/send';
import type { OperationContext } from '../../operation';
import { batchLog } from '../batch';

const minute = 60_000;

/** Sends entries in batches and waits for what the hub makes of each. */
export async function sendAndWait<Name extends EndpointName>(
	{ hub, node, parameters }: OperationContext<Name | 'batchGet'>,
	entries: Entry[],
	{ endpoint, list }: { endpoint: Name; list: string },
): Promise<EntryResult[]> {
	const sent = await sendBatches(hub, entries, {
		endpoint,
		list,
		timeLimit: parameters.number('timeLimit', 0) * minute,
		signal: cancelSignal(node),
		taken: batchLog(node),
	});
	return sent.flatMap(resultsOf);
}

/** How an entry of a batch is found: by its SKU. */
export const bySku = {
	identity: { sku: 'sku' },
	keyOf: ({ sku }: { sku?: unknown }) => String(sku),
	identityIn: (sku: string) => ({ sku }),
};
