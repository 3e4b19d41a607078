import { describe, expect, test } from 'vitest';
import { timing } from '../../support/clock.mts';
import { asJson, shown } from '../../support/items.mts';
import { byId } from '../../support/locators.mts';
import { setup } from '../../support/setup.mts';
import {
	answerAlways,
	eachOrder,
	everything,
	go,
	longestWait,
	numbers,
	ping,
	stock,
	timed,
	times,
} from './waits.mts';

/** 0.01 minutes are 600 ms: a minute of the hub's time. */
const aMinute = longestWait(0.01);
const eachSent = { resource: 'order', operation: 'setAsSent', idPedido: byId('={{ $json.id }}') };
const oneStock = { ...stock, ...asJson({ sku: 'S0', estoque: 1 }), waitForResult: false };

describe('a hub that keeps answering 429', () => {
	test.each([
		['reads', eachOrder],
		['writes', eachSent],
	])(
		'40 %s: the run ends within the time set, and the message names it',
		async (_kind, parameters) => {
			const { hub, n8n } = await setup();
			answerAlways(hub, 429, { 'Retry-After': '0' });
			const { result, took } = await timed(
				n8n.run({ ...parameters, ...longestWait(0.02) }, numbers(40), go),
			);
			expect(result.json()).toHaveLength(40);
			expect(took).toBeLessThan(4_000);
			const texts = result.json().map(({ error, description }) => `${error} ${description}`);
			for (const text of texts) expect(text).toContain('429');
			for (const text of texts) expect(text).toMatch(/Longest Wait/);
			expect(hub.count({ status: 429 })).toBeLessThan(100);
		},
	);

	test('without a setting: 40 items within minutes, for the whole run', async () => {
		// five minutes of the hub's time
		const { hub, n8n } = await setup({ timing: { longestWait: 3_000 } });
		answerAlways(hub, 429);
		const { result, took } = await timed(n8n.run(eachOrder, numbers(40), go));
		expect(result.json()).toHaveLength(40);
		expect(took).toBeLessThan(11 * timing.minute);
		expect(JSON.stringify(result.json()[39])).toMatch(/Longest Wait/);
	});

	test.each(['999999', 'Fri, 31 Dec 2100 23:59:59 GMT', '99999999999999'])(
		'Retry-After: %s is longer than any run waits: told at once, with the time asked for',
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

	test('price writes, batches and lists end as well', async () => {
		for (const parameters of [
			oneStock,
			{ ...stock, ...asJson([{ sku: 'S0', estoque: 1 }]) },
			{ resource: 'order', operation: 'getMany', returnAll: true },
			{ resource: 'orderQueue', operation: 'getMany' },
			{ resource: 'securityStock', operation: 'getMany', returnAll: true },
			{
				resource: 'customizedPrice',
				operation: 'set',
				...asJson({ idCanalIntegracao: 11, skuProduto: 'S0', precoDe: 2, precoPor: 1 }),
			},
		]) {
			const { hub, n8n } = await setup();
			answerAlways(hub, 429, { 'Retry-After': '0' });
			const { result, took } = await timed(n8n.run({ ...parameters, ...aMinute }));
			expect(shown(result.nodeError)).toMatch(/429[\s\S]*Longest Wait/);
			expect(took).toBeLessThan(3_000);
		}
	});

	test('a floor under Retry-After: 0 and past dates: the pauses grow', async () => {
		for (const after of ['0', '-5', 'Sun, 01 Mar 2020 12:00:00 GMT']) {
			const { hub, n8n } = await setup();
			hub.faults.add({
				kind: 'status',
				status: 429,
				endpoint: 'ping',
				times: 4,
				headers: { 'Retry-After': after },
			});
			expect((await n8n.run(ping)).status).toBe('success');
			const at = times(hub, 'ping');
			expect(at).toHaveLength(5);
			expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(900);
			expect(at[4]! - at[3]!).toBeGreaterThan(2 * (at[1]! - at[0]!) * 0.5);
			expect(at[4]! - at[0]!).toBeGreaterThanOrEqual(10_000);
		}
	});

	test('a date is read against the Date of the same answer', async () => {
		const { hub, n8n } = await setup();
		hub.faults.add({
			kind: 'status',
			status: 429,
			endpoint: 'ping',
			headers: {
				Date: 'Sun, 01 Mar 2020 12:00:00 GMT',
				// in seconds of real time, here: 100 s of the hub's
				'Retry-After': 'Sun, 01 Mar 2020 12:00:01 GMT',
			},
		});
		const { result, took } = await timed(n8n.run({ ...ping, ...longestWait(1) }));
		expect(result.status).toBe('success');
		const [first, second] = times(hub, 'ping');
		expect(second! - first!).toBeGreaterThanOrEqual(99_000);
		expect(took).toBeLessThan(6 * timing.minute);
	});

	test('progress is not trouble: items that get through after a pause do not use up the time', async () => {
		const { hub, n8n } = await setup();
		const ids = Array.from({ length: 12 }, () => hub.createOrder({ status: 'faturado' }).idPedido);
		// every second request is answered 429: 12 pauses of 300 ms, of a longest wait of 1.5 s
		for (let count = 1; count <= ids.length; count++)
			hub.faults.add({
				kind: 'status',
				status: 429,
				endpoint: 'orderSent',
				after: count,
				headers: { 'Retry-After': '0.3' },
			});
		const items = ids.map((id) => ({ id }));
		const result = await n8n.run({ ...eachSent, ...longestWait(0.025) }, items, go);
		expect(result.json().filter(({ error }) => error !== undefined)).toEqual([]);
		expect(hub.count({ endpoint: 'orderSent', status: 429 })).toBeGreaterThan(10);
	});
});

describe('a hub that keeps answering 500 or 503', () => {
	test.each([500, 503])('%d to 40 items: within the time set', async (status) => {
		const { hub, n8n } = await setup();
		answerAlways(hub, status);
		const { result, took } = await timed(n8n.run({ ...eachOrder, ...aMinute }, numbers(40), go));
		expect(result.json()).toHaveLength(40);
		expect(took).toBeLessThan(4_000);
		const last = result.json()[39]!;
		expect(`${last.error} ${last.description}`).toMatch(
			new RegExp(`${status}[\\s\\S]*Longest Wait`),
		);
	});

	test('progress is not trouble: items that get through after a pause do not use up the time', async () => {
		const { hub, n8n } = await setup({ timing: { backoff: 250 } });
		const items = Array.from({ length: 10 }, () => hub.createOrder({ status: 'pago' })).map(
			({ idPedido }) => ({ id: idPedido }),
		);
		// every second request is answered 503: 10 pauses of some 250 ms, of a longest wait of 1.5 s
		for (let count = 1; count <= items.length; count++)
			hub.faults.add({ kind: 'status', status: 503, endpoint: 'acknowledge', after: count });
		const acknowledgeEach = {
			resource: 'orderQueue',
			operation: 'acknowledge',
			idPedido: byId('={{ $json.id }}'),
			idInterno: '1',
			status: 'pago',
		};
		const result = await n8n.run({ ...acknowledgeEach, ...longestWait(0.025) }, items, go);
		expect(result.json().filter(({ error }) => error !== undefined)).toEqual([]);
		expect(hub.count({ endpoint: 'acknowledge', status: 503 })).toBeGreaterThan(8);
	});

	test('items that are given up side by side use up the time once', async () => {
		const { hub, n8n } = await setup({ timing: { backoff: 120 } });
		answerAlways(hub, 503);
		const result = await n8n.run({ ...eachOrder, ...longestWait(0.083) }, numbers(5), go);
		expect(result.json()).toHaveLength(5);
		for (const { error } of result.json()) {
			expect(error).toMatch(/503/);
			expect(error).not.toMatch(/longest wait/);
		}
	});

	test('Retry-After: 999999 at a 503 does not make it wait that long', async () => {
		const { hub, n8n } = await setup();
		answerAlways(hub, 503, { 'Retry-After': '999999' });
		const { result, took } = await timed(n8n.run(eachOrder, numbers(40), go));
		expect(took).toBeLessThan(2 * timing.minute);
		expect(JSON.stringify(result.json()[39])).toMatch(/503.*Longest Wait/);
	});
});

describe('a hub that is silent', () => {
	test('40 items: within the time set', async () => {
		const { hub, n8n } = await setup({ timing: { shortestTry: 100 } });
		await n8n.run(ping);
		hub.faults.add({ kind: 'slow', delay: 60_000, path: everything, times: Infinity });
		const { result, took } = await timed(
			n8n.run({ ...eachOrder, ...longestWait(0.02) }, numbers(40), go),
		);
		expect(result.json()).toHaveLength(40);
		expect(took).toBeLessThan(6_000);
		const last = result.json()[39]!;
		expect(`${last.error} ${last.description}`).toMatch(/Longest Wait/);
	});

	test('status changes are not repeated, and those after the time are not sent', async () => {
		const { hub, n8n } = await setup({ timing: { shortestTry: 100 } });
		await n8n.run(ping);
		hub.faults.add({ kind: 'slow', delay: 60_000, endpoint: 'orderSent', times: Infinity });
		const { result, took } = await timed(n8n.run({ ...eachSent, ...aMinute }, numbers(20), go));
		expect(took).toBeLessThan(3_000);
		const errors = result.json().map(({ error }) => String(error));
		expect(errors[0]).toMatch(/unknown/);
		expect(errors[19]).toMatch(/[Nn]ot sent/);
		expect(hub.count({ endpoint: 'orderSent' })).toBeLessThanOrEqual(5);
	});
});
