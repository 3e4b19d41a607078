import type { Bench } from './bench.mts';

/** Hub and node live so many times faster: a minute of the documented limits takes three seconds. */
export const timeScale = 20;

/** Least time in s that `requests` take with a limit a minute, all of which may be used at once. */
export const pacingMinimum = (requests: number, perMinute: number) =>
	(Math.ceil(requests / perMinute) - 1) * 60;

/** Requests to an endpoint since `forget`. @throws when the hub refused one for its limit */
export async function requestsFor({ hub }: Bench, endpoint: string): Promise<number> {
	const { requests, refused } = await hub.traffic();
	if (refused > 0) throw new Error(`The hub refused ${refused} requests`);
	return requests[endpoint] ?? 0;
}
