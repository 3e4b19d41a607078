import type { Guards } from '../../../api/sync/guards';
import { isBlank } from '../../../api/values/checks';
import { typedNumber, type NumberKind } from '../../../api/values/numbers';
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

const advice = 'It is set under Guards. Enter a number such as 50; 0 switches the guard off.';

/**
 * Reads the settings from the first item.
 * @throws HubError of kind `invalid` for a guard that is no number
 */
export function readSyncSettings(parameters: Parameters): SyncSettings {
	const given = parameters.object('guards', 0);
	const limit = (name: string, counts?: NumberKind): number | undefined => {
		const value = isBlank(given[name]) ? (defaults[name] ?? 0) : given[name];
		const number = typedNumber(guardTitle(name), value, { least: 0, counts, advice });
		return number === 0 ? undefined : number;
	};
	const lowestPrice = limit('lowestPrice', 'money');
	const wholeList = parameters.flag('wholeList', 0);
	return {
		dryRun: parameters.flag('dryRun', 0),
		wholeList,
		missing: wholeList ? missingIn(parameters.value('missingInList', 0)) : 'ignore',
		guards: {
			priceChange: limit('priceChange'),
			lowestShare: limit('lowestShare'),
			lowestPrice: lowestPrice === undefined ? undefined : Math.round(lowestPrice * 100),
			highestStock: limit('highestStock', 'pieces'),
			zeroShare: limit('zeroShare'),
			tenfoldShare: limit('tenfoldShare'),
			changeShare: limit('changeShare'),
			wholeShare: limit('wholeShare'),
		},
	};
}

const missingIn = (value: unknown): MissingInList =>
	value === 'report' || value === 'zero' ? value : 'ignore';
