import type { Hub } from '../../hub/index.mts';
import { mapped } from '../../support/items.mts';
import { byId } from '../../support/locators.mts';
import { stopwatch } from '../../support/stopwatch.mts';

/** Parameters and readings that the tests of bounded waits share. */
export const go = { onError: 'continueRegularOutput' as const };
export const longestWait = (minutes: number) => ({ options: { longestWait: minutes } });
export const eachOrder = {
	resource: 'order',
	operation: 'get',
	idPedido: byId('={{ $json.id }}'),
};
export const ping = { resource: 'connection', operation: 'ping' };
export const stock = { resource: 'stock', operation: 'updateBatch', ...mapped };
export const numbers = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

/** Every request but the exchange of a token. */
export const everything = /^\/v1\/(?!logistic\/auth)/;
export const answerAlways = (hub: Hub, status: number, headers: Record<string, string> = {}) =>
	hub.faults.add({ kind: 'status', status, path: everything, times: Infinity, headers });

/** What `work` resolves with, and how many ms it waited, however busy the machine is. */
export async function timed<Value>(work: Promise<Value>): Promise<{ result: Value; took: number }> {
	const passed = stopwatch();
	const result = await work;
	return { result, took: passed() };
}

/** Hub times at which an endpoint was called. */
export const times = (hub: Hub, endpoint: string) =>
	hub.log.filter((request) => request.endpoint === endpoint).map(({ at }) => at);
