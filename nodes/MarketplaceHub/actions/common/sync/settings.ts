import type { Guards } from '../../../api/sync/guards';
import { HubError } from '../../../api/errors';
import type { Parameters } from '../../parameters';
import { guardTitle, type MissingInList } from './properties';

/** What the node's parameters say about a sync; they hold for the whole run. */
export interface SyncSettings {
	dryRun: boolean;
	wholeList: boolean;
	missing: MissingInList;
	guards: Guards;
}

/** Limits of guards that are not set, in percent. */
const defaults: Readonly<Record<string, number>> = {
	priceChange: 50,
	lowestShare: 10,
	zeroShare: 20,
	tenfoldShare: 20,
	wholeShare: 50,
};

/**
 * Reads the settings from the first item.
 * @throws HubError of kind `invalid` for a guard that is no number
 */
export function readSyncSettings(parameters: Parameters): SyncSettings {
	const given = parameters.object('guards', 0);
	const limit = (name: string): number | undefined => {
		const value = given[name] ?? defaults[name] ?? 0;
		const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		if (typeof number !== 'number' || !Number.isFinite(number) || number < 0)
			throw new HubError(
				'invalid',
				`\`${guardTitle(name)}\` under Guards must be a number from 0, got ${JSON.stringify(value)}`,
				{ description: 'Enter a number such as 50. 0 switches the guard off.' },
			);
		return number === 0 ? undefined : number;
	};
	const lowestPrice = limit('lowestPrice');
	const wholeList = parameters.flag('wholeList', 0);
	return {
		dryRun: parameters.flag('dryRun', 0),
		wholeList,
		missing: wholeList ? missingIn(parameters.value('missingInList', 0)) : 'ignore',
		guards: {
			priceChange: limit('priceChange'),
			lowestShare: limit('lowestShare'),
			lowestPrice: lowestPrice === undefined ? undefined : Math.round(lowestPrice * 100),
			highestStock: limit('highestStock'),
			zeroShare: limit('zeroShare'),
			tenfoldShare: limit('tenfoldShare'),
			changeShare: limit('changeShare'),
			wholeShare: limit('wholeShare'),
		},
	};
}

const missingIn = (value: unknown): MissingInList =>
	value === 'report' || value === 'zero' ? value : 'ignore';
