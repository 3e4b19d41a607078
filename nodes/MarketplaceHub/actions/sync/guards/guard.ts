import type { NumberKind } from '../../../api/values/numbers';

/** The lists that have guards of their own. */
export type GuardedList = 'stock' | 'prices' | 'channelPrices' | 'products';

/** A limit beyond which something is not sent. */
export interface GuardBase {
	name: string;
	displayName: string;
	description: string;
	/** The limit unless one is set; 0: off. */
	default: number;
	/** Unit of a limit that is no share. */
	counts?: NumberKind;
	/** The lists that it is for; all when left out. */
	only?: readonly GuardedList[];
	/** Whether a right first run is beyond the limit, too, so that it is switched off for one run alone. */
	isOfFirstRun?: true;
	/** Whether the guard holds values below the limit: a person who is right lowers such a limit. */
	turn?: 'lower';
}
