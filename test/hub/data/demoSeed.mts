import type { SeedOptions } from '../types.mts';

/** The data of a hub started by hand: records of every kind, some orders waiting in the queue. */
export const demoSeed: SeedOptions = {
	channels: 3,
	products: 20,
	orders: 24,
	queued: 5,
	fiscalDocuments: 12,
	securityStocks: 6,
	customizedPrices: 6,
};
