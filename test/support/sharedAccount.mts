import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { vi } from 'vitest';
import { z } from 'zod';
import {
	endpoints,
	type Endpoint,
	type EndpointName,
} from '../../nodes/MarketplaceHub/api/endpoints.ts';
import type { HubContext } from '../../nodes/MarketplaceHub/api/context.ts';
import { connectHub } from '../../nodes/MarketplaceHub/api/hub.ts';
import { RateWindows } from '../hub/limits.mts';

/** Numbers from 0 to 1, the same in every run. */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

/** A request as the hub saw it. */
export interface SeenRequest {
	process: number;
	/** Ms since the start. */
	at: number;
	accepted: boolean;
}

/** Endpoints whose limit is documented: with 10, 40 and 60 requests a minute. */
type Limited = Extract<EndpointName, 'stockBatch' | 'securityStockList' | 'sandboxOrderCreate'>;

const tenMinutes = 600_000;

let accounts = 0;

/**
 * The local hub's limiter, and processes that share nothing but the account: each has its own state,
 * as if it ran elsewhere. Time is vitest's; network and chance are the same in every run.
 */
export class SharedAccount {
	readonly seen: SeenRequest[] = [];
	/** What jobs ended with. */
	readonly failures: unknown[] = [];
	private readonly limiter = new RateWindows(true);
	private readonly began = Date.now();
	private readonly endpoint: Endpoint;
	private readonly random: () => number;

	constructor(
		readonly name: Limited,
		seed: number,
	) {
		this.endpoint = endpoints[name];
		this.random = randomFrom(seed);
		vi.spyOn(Math, 'random').mockImplementation(this.random);
	}

	/** Others use up the limit, and go on doing so. */
	fill(): void {
		vi.spyOn(this.limiter, 'take').mockReturnValue({ allowed: false, limit: 10, remaining: 0 });
	}

	/** A job of so many requests, `concurrency` at a time; begins somewhere within two seconds. */
	async job(process: number, requests: number, concurrency = 1): Promise<void> {
		await this.pause(2_000);
		const hub = connectHub(this.context(process));
		let left = requests;
		const work = async () => {
			while (left-- > 0) {
				const path = { id: '1', sku: 'A' };
				await hub.request(this.name, { path, body: {} }, z.unknown());
			}
		};
		await Promise.all(Array.from({ length: concurrency }, work)).catch((error: unknown) => {
			this.failures.push(error);
		});
	}

	private async pause(longest: number): Promise<void> {
		await new Promise((resolve) => setTimeout(resolve, longest * this.random()));
	}

	private context(process: number): HubContext {
		const apiKey = `process ${process} of account ${++accounts}`;
		// another process exchanges the keys every ten minutes and stores the token
		const credential = (): ICredentialDataDecryptedObject => {
			const issuedAt = Math.floor(Date.now() / tenMinutes) * tenMinutes + 1;
			return {
				environment: 'sandbox',
				baseUrl: 'https://hub.example.com',
				apiKey,
				secretKey: 'secret',
				accessToken: `token of ${issuedAt}`,
				accessTokenIssuedAt: issuedAt,
			};
		};
		const context = {
			getCredentials: async () => credential(),
			getNode: () => ({ credentials: {} }),
			getMode: () => 'manual',
			helpers: {
				httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) => {
					await this.pause(150);
					const answer = this.answer(process, options);
					await this.pause(150);
					return answer;
				},
			},
		};
		return context as unknown as HubContext;
	}

	/** As the reference says: the headers come with everything but GET. */
	private answer(process: number, { method }: IHttpRequestOptions) {
		const now = Date.now();
		const allowance = this.limiter.take(this.name, this.endpoint.perMinute, now);
		const { allowed, limit, remaining } = allowance;
		this.seen.push({ process, at: now - this.began, accepted: allowed });
		const headers = { 'X-RateLimit-Limit': `${limit}`, 'X-RateLimit-Remaining': `${remaining}` };
		return {
			statusCode: allowed ? 200 : 429,
			headers: method === 'GET' ? {} : headers,
			body: '{}',
		};
	}
}
