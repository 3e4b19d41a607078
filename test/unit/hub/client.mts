import { Agent } from 'undici';
import { afterAll, beforeAll, expect } from 'vitest';
import { parsed } from '../../hub/exactJson.mts';
import { startHub, type Hub, type HubOptions } from '../../hub/index.mts';

export interface Answer {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	text: string;
	/** undefined when the body is not JSON */
	json: unknown;
}

export interface CallOptions {
	body?: unknown;
	/** sent as it is, in place of body */
	raw?: string;
	/** in place of the tokens' headers; undefined takes one away */
	headers?: Record<string, string | undefined>;
}

/** A client of a hub that carries tokens by itself. */
export class Client {
	token = '';
	private readonly agent = new Agent();

	constructor(readonly hub: Hub) {}

	async login(): Promise<void> {
		const { apiKey, secretKey } = this.hub;
		const answer = await this.call('POST', '/v1/logistic/auth', {
			body: { apiKey, secretKey },
			headers: { authorization: undefined },
		});
		expect(answer.status).toBe(201);
		this.token = (answer.json as { token: string }).token;
	}

	async call(
		method: string,
		path: string,
		{ body, raw, headers }: CallOptions = {},
	): Promise<Answer> {
		const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
		const all = {
			'app-token': this.hub.appToken,
			authorization: `Bearer ${this.token}`,
			...(payload !== undefined && { 'content-type': 'application/json' }),
			...headers,
		};
		const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
		const url = path.startsWith('/_hub') ? new URL(path, this.hub.url).href : this.hub.url + path;
		const { origin } = new URL(url);
		const answer = await this.agent.request({
			origin,
			path: url.slice(origin.length),
			method: method as 'GET',
			headers: sent as Record<string, string>,
			...(payload !== undefined && { body: payload }),
		});
		const text = await answer.body.text();
		return { status: answer.statusCode, headers: answer.headers, text, json: parsed(text) };
	}

	get = (path: string, options?: CallOptions): Promise<Answer> => this.call('GET', path, options);
	/** What a successful GET gives. */
	async read<Body>(path: string): Promise<Body> {
		const { status, json } = await this.get(path);
		expect(status).toBe(200);
		return json as Body;
	}

	post = (path: string, body?: unknown): Promise<Answer> => this.call('POST', path, { body });
	put = (path: string, body?: unknown): Promise<Answer> => this.call('PUT', path, { body });
	delete = (path: string): Promise<Answer> => this.call('DELETE', path);
	close = (): Promise<void> => this.agent.destroy();

	/** Closes the client and stops its hub. */
	async end(): Promise<void> {
		await this.close();
		await this.hub.stop();
	}
}

/** A started hub with a logged-in client; the caller stops both. */
export async function open(options: HubOptions = {}): Promise<Client> {
	const client = new Client(await startHub(options));
	if (!options.requireHttps && options.environment !== 'production') await client.login();
	return client;
}

/**
 * One hub for all tests of a file (or describe), stopped afterwards. Also asserts that no answer broke the contract.
 */
export function useHub(options: HubOptions = {}): { readonly client: Client; readonly hub: Hub } {
	const used = {} as { client: Client; hub: Hub };
	beforeAll(async () => {
		used.client = await open(options);
		used.hub = used.client.hub;
	});
	afterAll(async () => {
		await used.client.end();
		expect(used.hub.contractViolations).toEqual([]);
	});
	return used;
}

/** The error body of the part 'Errors'. */
export function expectRefusal(answer: Answer, status: number, detail?: string | RegExp): void {
	expect({ status: answer.status, body: answer.json }).toMatchObject({
		status,
		body: { error: expect.any(String) as string },
	});
	const details = (answer.json as { details?: string[] }).details;
	if (detail === undefined) return;
	expect(details?.join('\n')).toMatch(detail);
}
