import { describe, expect } from 'vitest';
import type { Fault } from '../../hub/index.mts';
import { timing } from '../../support/clock.mts';
import { byId, go, op, respond } from '../../support/items.mts';
import { setup, test } from '../../support/setup.mts';
import {
	answerAlways,
	eachOrder,
	eachSent,
	everything,
	longestWait,
	numbers,
	ping,
	timed,
	times,
} from '../../support/waits.mts';

type Trouble = Partial<Fault> & Pick<Fault, 'kind'>;
const status = (code: number, after?: string): Trouble => ({
	...{ kind: 'status', status: code, path: everything },
	...(after !== undefined && { headers: { 'Retry-After': after } }),
});
const silence: Trouble = { kind: 'slow', delay: 60_000, path: everything };

describe('40 items for a hub in lasting trouble', () => {
	test.each<[string, typeof eachOrder, minutes: number, Trouble, seconds: number, said: RegExp]>([
		['429 to reads', eachOrder, 0.02, status(429, '0'), 4, /429/],
		['429 to writes', eachSent, 0.02, status(429, '0'), 4, /429/],
		['500', eachOrder, 0.01, status(500), 4, /500/],
		['503', eachOrder, 0.01, status(503), 4, /503/],
		['silence', eachOrder, 0.02, silence, 6, /./],
		// 40 items with 1.2 s each would take 48
		[
			'429 to the token exchange',
			eachOrder,
			0.02,
			{ ...status(429, '0'), path: undefined, endpoint: 'auth' },
			20,
			/429/,
		],
	])(
		'%s: the run ends within Longest Wait, and the message names it',
		async (_what, parameters, minutes, fault, seconds, said) => {
			// only silence lets a try use up its time: a busy machine would do so as well
			const { hub, n8n } = await setup({ timing: fault === silence ? { shortestTry: 100 } : {} });
			if (fault.endpoint !== 'auth') await n8n.run(ping);
			hub.clearLog();
			hub.faults.add({ ...fault, times: Infinity });
			const run = n8n.run({ ...parameters, ...longestWait(minutes) }, numbers(40), go);
			const { result, took } = await timed(run);
			expect(result.json()).toHaveLength(40);
			expect(took).toBeLessThan(seconds * 1_000);
			const texts = result.json().map(({ error, description }) => `${error} ${description}`);
			expect(texts[39]).toMatch(said);
			expect(texts[39]).toContain('Longest Wait');
			if (fault.status !== 429) return;
			for (const text of texts) expect(text).toMatch(/429.*Longest Wait/s);
			expect(hub.log.length).toBeLessThan(fault.endpoint === 'auth' ? 20 : 100);
		},
	);

	test.each(['999999', 'Fri, 31 Dec 2100 23:59:59 GMT', '99999999999999'])(
		'429 with Retry-After: %s, longer than any run waits: the run fails at once',
		async (after) => {
			const { hub, n8n } = await setup();
			answerAlways(hub, 429, { 'Retry-After': after });
			const { result, took } = await timed(n8n.run(eachOrder, numbers(40), go));
			expect(result.json()).toHaveLength(40);
			expect(took).toBeLessThan(2 * timing.minute);
			expect(JSON.stringify(result.json()[0])).toMatch(/Longest Wait/);
			expect(hub.count({ endpoint: 'orderGet' })).toBeLessThanOrEqual(10);
		},
	);

	test('the whole run ends within minutes, without a setting', async () => {
		// five minutes of the hub's time
		const { hub, n8n } = await setup({ timing: { longestWait: 3_000 } });
		answerAlways(hub, 429);
		const { result, took } = await timed(n8n.run(eachOrder, numbers(40), go));
		expect(result.json()).toHaveLength(40);
		expect(took).toBeLessThan(11 * timing.minute);
		expect(JSON.stringify(result.json()[39])).toMatch(/Longest Wait/);
	});
});
describe('Retry-After', () => {
	test.each(['0', '-5', 'Sun, 01 Mar 2020 12:00:00 GMT'])(
		'%s still leaves a shortest pause, and the pauses grow',
		async (after) => {
			const { hub, n8n } = await setup();
			respond(hub, 'ping', 429, { times: 4, headers: { 'Retry-After': after } });
			await n8n.done(ping);
			const at = times(hub, 'ping');
			expect(at).toHaveLength(5);
			expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(900);
			expect(at[4]! - at[3]!).toBeGreaterThan(2 * (at[1]! - at[0]!) * 0.5);
			expect(at[4]! - at[0]!).toBeGreaterThanOrEqual(10_000);
		},
	);

	test('given as a date is compared with the Date of the same answer', async ({ hub, n8n }) => {
		// in seconds of real time, here: 100 s of the hub's
		const [Date, after] = ['Sun, 01 Mar 2020 12:00:00 GMT', 'Sun, 01 Mar 2020 12:00:01 GMT'];
		respond(hub, 'ping', 429, { headers: { Date, 'Retry-After': after } });
		const { result, took } = await timed(n8n.run({ ...ping, ...longestWait(1) }));
		expect(result.status).toBe('success');
		const [first, second] = times(hub, 'ping');
		expect(second! - first!).toBeGreaterThanOrEqual(99_000);
		expect(took).toBeLessThan(6 * timing.minute);
	});
});

describe('trouble that passes', () => {
	const eachAcknowledged = op('orderQueue acknowledge', {
		...{ idPedido: byId('={{ $json.id }}'), idInterno: '1', status: 'pago' },
	});

	test.each<[number, typeof eachSent, string, object, count: number]>([
		[429, eachSent, 'orderSent', { headers: { 'Retry-After': '0.3' } }, 16],
		[503, eachAcknowledged, 'acknowledge', {}, 16],
	])(
		'every second request is answered %i: pauses of items that succeed do not use up Longest Wait',
		async (code, parameters, endpoint, more, count) => {
			const { hub, n8n } = await setup({ timing: { backoff: 250 } });
			const items = Array.from({ length: count }, () => hub.createOrder({ status: 'pago' })).map(
				({ idPedido }) => ({ id: idPedido }),
			);
			// pauses of some 300 ms, of a longest wait of 3 s
			for (let after = 1; after <= count; after++) respond(hub, endpoint, code, { after, ...more });
			const result = await n8n.run({ ...parameters, ...longestWait(0.05) }, items, go);
			expect(result.json().filter(({ error }) => error !== undefined)).toEqual([]);
			expect(hub.count({ endpoint, status: code })).toBeGreaterThan(count - 2);
		},
	);

	test('items that give up at the same time use up Longest Wait once', async () => {
		const { hub, n8n } = await setup({ timing: { backoff: 120 } });
		answerAlways(hub, 503);
		const result = await n8n.run({ ...eachOrder, ...longestWait(0.083) }, numbers(5), go);
		expect(result.json()).toHaveLength(5);
		for (const { error } of result.json()) {
			expect(error).toMatch(/503/);
			expect(error).not.toMatch(/longest wait/);
		}
	});

	test('status changes without an answer are not repeated, and those after Longest Wait are not sent', async () => {
		const { hub, n8n } = await setup({ timing: { shortestTry: 100 } });
		await n8n.run(ping);
		const { idPedido: id } = hub.createOrder({ status: 'pago' });
		const lasting = { ...silence, path: undefined, times: Infinity };
		hub.faults.add({ ...lasting, endpoint: 'orderSent' });
		hub.faults.add({ ...lasting, endpoint: 'orderGet', after: 1 });
		const items = Array.from({ length: 20 }, () => ({ id }));
		const run = n8n.run({ ...eachSent, ...longestWait(0.01) }, items, go);
		const { result, took } = await timed(run);
		expect(took).toBeLessThan(3_000);
		const errors = result.json().map(({ error }) => String(error));
		expect(errors[0]).toMatch(/unknown/);
		expect(errors[19]).toMatch(/[Nn]ot sent/);
		expect(hub.count({ endpoint: 'orderSent' })).toBeLessThanOrEqual(5);
	});
});
