import type { IDataObject } from 'n8n-workflow';
import type { Hub } from './hub';
import { channels } from './schemas/answers';

/** The seller's channels (reference: Channel). */
export async function readChannels(hub: Hub<'channels'>): Promise<IDataObject[]> {
	return await hub.request('channels', {}, channels);
}

/** How long a picker may show channels read before, in ms: only 10 reads a minute are allowed. */
const freshness = 60_000;

const remembered = new Map<string, { until: number; channels: Promise<IDataObject[]> }>();

/** `readChannels` for pickers: the answer is shared for a minute, an unsuccessful read is not kept. */
export async function recentChannels(hub: Hub<'channels'>): Promise<IDataObject[]> {
	const { key } = await hub.account();
	const known = remembered.get(key);
	if (known !== undefined && known.until > Date.now()) return await known.channels;
	const reading = readChannels(hub);
	remembered.set(key, { until: Date.now() + freshness, channels: reading });
	return await reading.catch((error: unknown) => {
		remembered.delete(key);
		throw error;
	});
}
