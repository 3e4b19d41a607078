/** The local hub in a process of its own: what it costs is not counted to those who ask it. */
import { startHub, type Hub, type HubOptions } from '../../hub/index.mts';
import { addSecurityStock } from '../../support/products.mts';
import { addPrices, addSimple, addVaried } from '../../support/sync.mts';
import { offer } from './start.mts';

/** What a credential needs to know. */
export type HubAddress = Pick<Hub, 'url' | 'environment' | 'appToken' | 'apiKey' | 'secretKey'> & {
	/** The one token of all who ask: each exchange would end the token of the others. */
	accessToken?: string;
};

/** Requests since `forget`, by endpoint. */
export interface Traffic {
	requests: Record<string, number>;
	/** Answers of 429. */
	refused: number;
}

let hub: Hub | undefined;
let started = 0;

function running(): Hub {
	if (hub === undefined) throw new Error('The hub was not started');
	return hub;
}

const functions = {
	/** A fresh hub with an account of its own. */
	async start(options: HubOptions): Promise<HubAddress> {
		await hub?.stop();
		const apiKey = `hub-api-key-not-a-secret-${process.pid}-${++started}`;
		hub = await startHub({ seed: { products: 0 }, ...options, apiKey });
		const { url, environment, appToken, secretKey } = hub;
		return { url, environment, appToken, apiKey, secretKey };
	},

	/** Every answer takes `latency` ms longer from now on. */
	delay(latency: number): void {
		running().faults.clear();
		if (latency > 0) running().faults.add({ kind: 'slow', delay: latency, times: Infinity });
	},

	/** IDs of its orders. */
	orders(count: number): number[] {
		return [...running().state.orders.keys()].slice(0, count);
	},

	/** A catalogue of products with stock 5; with variations five of them a product. Its SKUs. */
	catalogue(count: number, withVariations = false): string[] {
		return withVariations ? addVaried(running(), count / 5, 5) : addSimple(running(), count);
	},

	/** Products with a price of 110 each in channel 11; their SKUs. */
	channelPrices(count: number): string[] {
		addPrices(running(), count);
		return Array.from({ length: count }, (_, index) => `P${index}`);
	},

	/** Products with a security stock of 2 each in channel 11; their SKUs. */
	securityStocks(count: number): string[] {
		const skus = addSimple(running(), count);
		for (const sku of skus) addSecurityStock(running(), sku);
		return skus;
	},

	forget(): void {
		running().clearLog();
	},

	traffic(): Traffic {
		const { log } = running();
		const requests: Record<string, number> = {};
		for (const { endpoint = 'none' } of log) requests[endpoint] = (requests[endpoint] ?? 0) + 1;
		const refused = log.filter(({ status }) => status === 429).length;
		return { requests, refused };
	},

	/** Paths with queries of what was read since `forget`. */
	asked(): string[] {
		const reads = running().log.filter(({ method, status }) => method === 'GET' && status === 200);
		return reads.map(({ rawUrl }) => rawUrl);
	},

	/** When each request to an endpoint came, in hub ms. */
	times(endpoint: string): number[] {
		return running()
			.log.filter((request) => request.endpoint === endpoint)
			.map(({ at }) => at);
	},
};

export type HubFunctions = typeof functions;

offer(functions);
