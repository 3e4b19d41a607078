import type { IDataObject } from 'n8n-workflow';
import { stateOf } from './auth/account';
import type { Hub } from './hub';
import { rowsOf } from './schemas/answers';
import { channel } from './schemas/records';
import { timing } from './timing';

/** The seller's channels (reference: Channel). */
export async function readChannels(hub: Hub<'channels'>): Promise<IDataObject[]> {
	return await hub.request('channels', {}, rowsOf('canais', channel));
}

/** `readChannels` for pickers: the answer is shared for a minute, a failed read is not kept. */
export async function recentChannels(hub: Hub<'channels'>): Promise<IDataObject[]> {
	const { channels } = stateOf(await hub.account());
	const known = channels.get('all');
	if (known !== undefined) return await known;
	const reading = readChannels(hub);
	channels.set('all', reading, timing.channelFreshness);
	return await reading.catch((error: unknown) => {
		channels.delete('all', reading);
		throw error;
	});
}
