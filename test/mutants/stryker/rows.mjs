import { settings } from './common.mjs';

/** What compares a list with the hub and holds it back, held by integration tests of the built nodes. */
export default {
	...settings('rows', 'test/integration'),
	mutate: [
		'nodes/MarketplaceHub/actions/write/sync/{applyGuards,compare,guards,guardedPrices,shares}.ts',
	],
	buildCommand: 'npm run build --silent',
};
