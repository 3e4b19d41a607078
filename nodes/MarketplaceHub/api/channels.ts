import type { IDataObject } from 'n8n-workflow';
import { stateOf } from './auth/account';
import type { Hub } from './hub';
import { rowsOf } from './schemas/answers';
import { channel } from './schemas/records';

/** The seller's channels (reference: Channel). */
export async function readChannels(hub: Hub<'channels'>): Promise<IDataObject[]> {
	return await hub.request('channels', {}, rowsOf('canais', channel));
}

/** How long a picker may show channels read before, in ms: only 10 reads a minute are allowed. */
const freshness = 60_000;

/** `readChannels` for pickers: the answer is shared for a minute, a failed read is not kept. */
export async function recentChannels(hub: Hub<'channels'>): Promise<IDataObject[]> {
	const { channels } = stateOf(await hub.account());
	const known = channels.get('all');
	if (known !== undefined) return await known;
	const reading = readChannels(hub);
	channels.set('all', reading, freshness);
	return await reading.catch((error: unknown) => {
		channels.delete('all', reading);
		throw error;
	});
}
