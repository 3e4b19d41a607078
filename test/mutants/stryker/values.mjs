import { settings } from './common.mjs';

/** Pure functions, held by unit tests of the sources. */
export default {
	...settings('values'),
	mutate: ['nodes/MarketplaceHub/api/values/*.ts', 'nodes/MarketplaceHub/api/http/retry.ts'],
};
