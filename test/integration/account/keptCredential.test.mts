import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { waitFor } from '../../server/wait.mts';
import { exchangeElsewhere } from '../../support/exchange.mts';
import { setup } from '../../support/setup.mts';
import { eachOrder, ping } from '../../support/waits.mts';

const minute = 60_000;
/** Ten under way at once, and as many more three times. */
const count = 40;

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
	vi.useRealTimers();
});

/** A run of single reads with a token that another process has stored, at that age of it. */
async function startReads(age: number) {
	const { hub, n8n } = await setup({
		timeScale: 1,
		clock: 'manual',
		timing: { credentialFreshness: 5_000 },
	});
	const token = await exchangeElsewhere(hub);
	Object.assign(n8n.stored(), token);
	await n8n.done(ping);
	vi.setSystemTime(token.accessTokenIssuedAt + age);
	const { idPedido } = hub.createOrder({});
	const credentialReads = vi.spyOn(n8n.credentials, 'getDecrypted');
	hub.clearLog();
	hub.faults.add({ endpoint: 'orderGet', kind: 'slow', delay: 200, times: 10 });
	const items = Array.from({ length: count }, () => ({ id: idPedido }));
	const running = n8n.done(eachOrder, items);
	await waitFor(() => hub.count({ endpoint: 'orderGet' }) === 10, { what: 'ten reads', every: 5 });
	return { hub, n8n, running, reads: () => credentialReads.mock.calls.length };
}

/** The reads that find out whether the credential depends on the item: of each, and of one that does not exist. */
const firstReads = count + 1;

describe('the credential of a run', () => {
	test('is read for the first requests alone while its token is young', async () => {
		const { running, reads } = await startReads(10 * minute);
		await running;
		expect(reads()).toBeLessThanOrEqual(firstReads + 10);
	});

	test.each([
		['shortly before its token is renewed', 28 * minute - 4_000],
		['after that', 28.4 * minute],
	])('is read for each request %s', async (_when, age) => {
		const { running, reads } = await startReads(age);
		await running;
		expect(reads()).toBeGreaterThanOrEqual(firstReads + count);
	});

	test('shows the token of another process that renews it, so that no request gets a 401', async () => {
		const { hub, n8n, running } = await startReads(28 * minute + 1);
		Object.assign(n8n.stored(), await exchangeElsewhere(hub));
		expect((await running).json()).toHaveLength(count);
		expect(hub.count({ status: 401 })).toBe(0);
	});

	test('is read again for each request once its token is refused, until one works', async () => {
		const { hub, n8n, running } = await startReads(10 * minute);
		Object.assign(n8n.stored(), await exchangeElsewhere(hub));
		expect((await running).json()).toHaveLength(count);
		// the ten that go out with the refused token, at most
		expect(hub.count({ status: 401 })).toBeLessThanOrEqual(10);
		expect(hub.count({ endpoint: 'auth' })).toBe(1);
	});
});
