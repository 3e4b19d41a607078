/**
 * A process of its own that updates stock for the hub of another process, as one of several n8n
 * workers would. Its one argument is JSON; it prints how many batches the hub took.
 */
import { startN8n } from '../engine/nodes.mts';
import type { Hub } from '../hub/types.mts';
import { scaleTime } from './clock.mts';
import { mapped } from './items.mts';

export interface StockJob {
	hub: Pick<Hub, 'url' | 'environment' | 'appToken' | 'apiKey' | 'secretKey'>;
	/** A token that is valid for the whole job: processes of this kind share no stored credential. */
	accessToken: string;
	timeScale: number;
	/** Batches of a hundred. */
	batches: number;
}

const { hub, accessToken, timeScale, batches } = JSON.parse(process.argv[2]!) as StockJob;
scaleTime(timeScale);
const n8n = await startN8n(hub as Hub, { accessToken, accessTokenIssuedAt: Date.now() });
const result = await n8n.run(
	{ resource: 'stock', operation: 'updateBatch', ...mapped, waitForResult: false },
	Array.from({ length: batches * 100 }, (_, index) => ({ sku: `S${index}`, estoque: 1 })),
);
if (result.nodeError !== undefined) throw result.nodeError;
console.log(result.json().filter(({ batchId }) => batchId !== undefined).length);
process.exit(0);
