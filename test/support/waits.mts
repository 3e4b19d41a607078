import type { Hub } from '../hub/index.mts';
import { byId, op, requests } from './items.mts';
import { timing } from './clock.mts';
import { setup } from './setup.mts';
import { stopwatch } from './stopwatch.mts';

/** Parameters and readings that the tests of waits and of lasting trouble share. */
export const longestWait = (minutes: number) => ({ options: { longestWait: minutes } });
export const ping = op('connection ping');
/** Reads the order of each item; and says of it that it was sent. */
export const eachOrder = op('order get', { idPedido: byId('={{ $json.id }}') });
export const eachSent = op('order setAsSent', { idPedido: byId('={{ $json.id }}') });
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

export const pass = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));
export async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await pass(2);
}

/** How often the keys were exchanged. */
export const logins = (hub: Hub) => hub.count({ endpoint: 'auth' });
/** Waits until a pause of this many minutes of hub time is over. */
export const passMinutes = async (minutes: number) => await pass(timing.minute * minutes * 1.1);
/** A hub whose minutes are as long as real ones: none passes in a test. */
export const quiet = async () => await setup({ timing: { minute: 60_000 } });

/** Hub times at which an endpoint was called. */
export const times = (hub: Hub, endpoint = 'stockBatch') =>
	requests(hub, endpoint).map(({ at }) => at);

/** The most requests within any 60 s of hub time. */
export const busiestMinute = (at: number[]) =>
	Math.max(...at.map((from) => at.filter((time) => time >= from && time < from + 60_000).length));
