import type { IDataObject } from 'n8n-workflow';
import { HubError, toFailure } from './errors';
import type { Hub } from './hub';
import { recentChannels } from './reads';
import { plainWord } from './values/words';
import { addTo } from './values/lists';
import { isDamaged, isWordForNothing } from './values/spreadsheet';
import { channelRule, whichChannels } from './values/ids';
import { listed } from './values/text';

/** Whether a row gives its channel by name: digits are always an ID. */
const isName = (channel: unknown): boolean =>
	typeof channel === 'string' &&
	/\p{L}/u.test(channel) &&
	!isDamaged(channel) &&
	!isWordForNothing(channel);

/** The seller's channels in one run: read once, when something first needs them. */
export class Channels {
	private reading?: Promise<IDataObject[] | HubError>;
	private idsByName?: ReadonlyMap<string, string[]> | HubError;

	constructor(private readonly hub: Hub<'channels'>) {}

	/**
	 * All of them, inactive ones too, or why the hub does not give them.
	 * @throws HubError where it gives no answer
	 */
	async all(): Promise<IDataObject[] | HubError> {
		return await (this.reading ??= recentChannels(this.hub).catch((error: unknown) => {
			const failure = toFailure(error);
			if (failure.kind !== 'refused') throw failure;
			return failure;
		}));
	}

	/** Reads the channels if `channel` is a name, so that `idOf` knows it. */
	async lookUp(channel: unknown): Promise<void> {
		if (!isName(channel) || this.idsByName !== undefined) return;
		const all = await this.all();
		this.idsByName = all instanceof HubError ? all : idsByName(all);
	}

	/**
	 * The ID of the one channel that has this name, whatever its case and accents; what is no name comes
	 * back as it is.
	 * @throws HubError where no channel has the name, or several have it
	 */
	idOf(channel: unknown): unknown {
		if (!isName(channel)) return channel;
		const got = `got ${JSON.stringify(channel)}`;
		if (this.idsByName instanceof HubError)
			throw new HubError(
				'invalid',
				`Channel (\`idCanalIntegracao\`) must be an ID, because the hub does not give the names of its channels (${this.idsByName.message}), ${got}`,
				{ description: 'Enter the ID of the channel, or run again later.' },
			);
		const ids = this.idsByName?.get(plainWord(channel)) ?? [];
		if (ids.length === 1) return ids[0];
		if (ids.length === 0)
			throw new HubError(
				'invalid',
				`Channel (\`idCanalIntegracao\`) must be ${channelRule}, ${got}`,
				{
					description:
						'No channel has this name. Choose the channel from the list in the form, or enter its ID.',
				},
			);
		throw new HubError(
			'invalid',
			`Channel (\`idCanalIntegracao\`) must be an ID (${whichChannels}), because ${ids.length} channels have this name (${listed(ids)}), ${got}`,
			{
				description: 'Enter the ID of the one that you mean.',
			},
		);
	}
}

function idsByName(channels: readonly IDataObject[]): ReadonlyMap<string, string[]> {
	const ids = new Map<string, string[]>();
	for (const { id, nome } of channels) addTo(ids, plainWord(nome), String(id));
	return ids;
}
