import type { SeedOptions } from '../types.mts';

/** What a person finds in a hub started by hand: something of everything, some of it waiting in the queue. */
export const demoSeed: SeedOptions = {
	channels: 3,
	products: 20,
	orders: 24,
	queued: 5,
	fiscalDocuments: 12,
	securityStocks: 6,
	customizedPrices: 6,
};
