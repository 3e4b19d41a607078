/** Bare undici: the limit of what a client of the hub can do here. */
import pMap from 'p-map';
import { Pool } from 'undici';
import { gauge, type Sample } from './gauge.mts';
import type { HubAddress } from './hub.mts';
import { offer } from './start.mts';

let pool: Pool | undefined;
let base = '';
let headers: Record<string, string> = {};

async function read(path: string): Promise<string> {
	const { statusCode, body } = await pool!.request({ method: 'GET', path: base + path, headers });
	const text = await body.text();
	if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text.slice(0, 200)}`);
	return text;
}

const pageAt = (offset: number) => `/v1/orders?offset=${offset}&limit=100`;
const offsets = (records: number) =>
	Array.from({ length: Math.ceil(records / 100) }, (_, index) => index * 100);

const functions = {
	/** The token that it got. */
	async connect(hub: HubAddress): Promise<string> {
		await pool?.close();
		const { origin, pathname } = new URL(hub.url);
		base = pathname === '/' ? '' : pathname;
		pool = new Pool(origin, { connections: 12 });
		const { body } = await pool.request({
			method: 'POST',
			path: `${base}/v1/logistic/auth`,
			headers: { 'content-type': 'application/json', 'App-Token': hub.appToken },
			body: JSON.stringify({ apiKey: hub.apiKey, secretKey: hub.secretKey }),
		});
		const { token } = (await body.json()) as { token: string };
		headers = {
			'App-Token': hub.appToken,
			Authorization: `Bearer ${token}`,
			'User-Agent': 'bench/1.0',
		};
		return token;
	},

	/** All pages of the order list, `atOnce` at a time, with `JSON.parse`. */
	async list(records: number, atOnce: number): Promise<Sample> {
		return await gauge(
			async () =>
				(
					await pMap(
						offsets(records),
						async (offset) =>
							(JSON.parse(await read(pageAt(offset))) as { pedidos: unknown[] }).pedidos,
						{ concurrency: atOnce },
					)
				).flat(),
			({ length }) => length,
		);
	},

	/** The texts of all pages of the order list. */
	async pages(records: number): Promise<string[]> {
		return await pMap(offsets(records), async (offset) => await read(pageAt(offset)), {
			concurrency: 5,
		});
	},

	/** The order of each ID. */
	async orders(ids: number[], atOnce: number): Promise<Sample> {
		return await gauge(
			async () =>
				await pMap(ids, async (id) => JSON.parse(await read(`/v1/orders/${id}`)) as unknown, {
					concurrency: atOnce,
				}),
			({ length }) => length,
		);
	},
};

export type ClientFunctions = typeof functions;

offer(functions);
