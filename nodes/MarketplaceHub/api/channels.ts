import uniqBy from 'lodash/uniqBy';
import type { IDataObject } from 'n8n-workflow';
import { HubError, toFailure } from './errors';
import type { Hub } from './hub';
import { readChannels } from './reads';
import { isBlank } from './values/blanks';
import { plainWord } from './values/words';
import { addTo } from './values/lists';
import { isDamaged, isWordForNothing, withoutFormula } from './values/spreadsheet';
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
	private byName?: Promise<ReadonlyMap<string, string[]> | HubError>;

	constructor(private readonly hub: Hub<'channels'>) {}

	/**
	 * All of them, inactive ones too, or why the hub does not give them.
	 * @throws HubError of a credential that has to be changed
	 */
	async all(): Promise<IDataObject[] | HubError> {
		return await (this.reading ??= readChannels(this.hub).catch((error: unknown) => {
			const failure = toFailure(error);
			if (failure.kind === 'credential') throw failure;
			return failure;
		}));
	}

	/**
	 * The ID of the one channel that has this name, whatever its case and accents, or the reason why there is
	 * none; a value that is no name comes back as it is.
	 * @throws HubError of a credential that has to be changed
	 */
	async idOf(given: unknown): Promise<unknown> {
		const channel = withoutFormula(given);
		if (!isName(channel)) return given;
		this.byName ??= this.all().then((all) => (all instanceof HubError ? all : idsByName(all)));
		const byName = await this.byName;
		const got = `got ${JSON.stringify(channel)}`;
		if (byName instanceof HubError)
			return unfitChannel(
				`must be an ID, because the hub does not give the names of its channels (${byName.message}), ${got}`,
				'Enter the ID of the channel, or run again later.',
			);
		const ids = byName.get(plainWord(channel)) ?? [];
		if (ids.length === 1) return ids[0];
		if (ids.length === 0)
			return unfitChannel(
				`must be ${channelRule}, ${got}`,
				'No channel has this name. Choose the channel from the list in the form, or enter its ID.',
			);
		return unfitChannel(
			`must be an ID (${whichChannels}), because ${ids.length} channels have this name (${listed(ids)}), ${got}`,
			'Enter the ID of the one that you mean.',
		);
	}
}

const unfitChannel = (rule: string, description: string) =>
	new HubError('invalid', `Channel (\`idCanalIntegracao\`) ${rule}`, { rule, description });

function idsByName(channels: readonly IDataObject[]): ReadonlyMap<string, string[]> {
	const ids = new Map<string, string[]>();
	const own = uniqBy(channels, ({ id }) => String(id)).filter(({ id }) => !isBlank(id));
	for (const { id, nome } of own) addTo(ids, plainWord(nome), String(id));
	return ids;
}
