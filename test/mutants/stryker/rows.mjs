import { settings } from './common.mjs';

/** What compares a list with the hub and holds it back. */
export default {
	...settings('rows'),
	mutate: [
		'nodes/MarketplaceHub/actions/sync/{guards/{askGuards,entryGuards,guardedPrices,runGuards,shares},plan,removal}.ts',
	],
};
