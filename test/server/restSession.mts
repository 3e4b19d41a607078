import { Agent, fetch } from 'undici';
import { waitFor } from './wait.mts';

/** A request that n8n refused. */
export class RestError extends Error {
	constructor(
		request: string,
		readonly status: number,
		readonly body: string,
	) {
		super(`${request} answered ${status}: ${body.slice(0, 500)}`);
	}

	get isDatabaseNotReady(): boolean {
		return this.status === 503 && this.body.includes('Database is not ready');
	}
}

/** A connection for each request: n8n closes one that rests while the tests' process is busy. */
const dispatcher = new Agent({ pipelining: 0 });

/** Requests to n8n's internal REST interface, with the cookie of who signed in by one of them. */
export class RestSession {
	#cookie = '';

	constructor(readonly url: string) {}

	/** `name=value` of who signed in, for a browser that is signed in as the same person. */
	get cookie(): string {
		return this.#cookie;
	}

	/** Any request of n8n's internal REST interface; returns the reply's `data`. */
	async request<T>(method: string, path: string, body?: object): Promise<T> {
		const text = await this.text(method, path, body);
		const reply = (text ? JSON.parse(text) : undefined) as T | { data: T };
		return reply && typeof reply === 'object' && 'data' in reply ? reply.data : reply;
	}

	/**
	 * The same, returning the whole reply. For some seconds n8n refuses every request when its
	 * database did not answer a ping in time; those are sent again.
	 */
	async text(method: string, path: string, body?: object): Promise<string> {
		const attempt = async () =>
			await this.#send(method, path, body).then(
				(text) => ({ text }),
				(error: unknown) => {
					if (error instanceof RestError && error.isDatabaseNotReady) return undefined;
					throw error;
				},
			);
		const what = `n8n's database to be ready for ${method} ${path}`;
		return (await waitFor(attempt, { what, every: 250 })).text;
	}

	async #send(method: string, path: string, body?: object): Promise<string> {
		const response = await fetch(this.url + path, {
			dispatcher,
			method,
			headers: { 'content-type': 'application/json', cookie: this.#cookie },
			body: body && JSON.stringify(body),
		});
		const session = response.headers
			.getSetCookie()
			.find((cookie) => cookie.startsWith('n8n-auth='));
		if (session) this.#cookie = session.split(';')[0]!;
		const text = await response.text();
		if (!response.ok) throw new RestError(`${method} ${path}`, response.status, text);
		return text;
	}
}
