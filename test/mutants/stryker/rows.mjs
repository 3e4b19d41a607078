import { settings } from './common.mjs';

/** What compares a list with the hub and holds it back. */
export default {
	...settings('rows'),
	mutate: [
		'nodes/MarketplaceHub/actions/write/sync/{applyGuards,compare,entryGuards,guardedPrices,runGuards,shares}.ts',
	],
};
