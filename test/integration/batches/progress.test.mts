import { expect, onTestFinished, vi } from 'vitest';
import { engineLogger } from '../../engine/engine.mts';
import { stock, stocks } from '../../support/batches.mts';
import { passTime } from '../../support/passTime.mts';
import { addSkus } from '../../support/products.mts';
import { setup, test } from '../../support/setup.mts';

/** The lines of n8n's log, while each batch takes so many ms. */
function watchLog(msOfBatch: number): () => string[] {
	const log = vi.spyOn(engineLogger(), 'info').mockImplementation((message) => {
		if (message.startsWith('The hub took batch')) passTime(msOfBatch);
	});
	onTestFinished(() => log.mockRestore());
	return () => log.mock.calls.map(([message]) => message);
}

test('long work says each ten seconds in the log how far it is and what is left', async ({
	hub,
	n8n,
}) => {
	addSkus(hub, 250);
	const lines = watchLog(11_000);
	await n8n.done(stock, stocks(250));
	const told = lines().filter((line) => line.includes(' of 250 sent'));
	expect(told[0]).toMatch(/^100 of 250 sent, \d+ processed, some (1[6-9]|2\d) s of sending left$/);
	expect(told.at(-1)).toMatch(/^250 of 250 sent, \d+ processed, waiting for the hub$/);
	expect(told.length).toBeLessThanOrEqual(4);
});

test('short work says nothing about that', async () => {
	const { hub, n8n } = await setup({ timing: { progressLine: 10_000 } });
	addSkus(hub, 250);
	const lines = watchLog(0);
	await n8n.done(stock, stocks(250));
	expect(lines().filter((line) => line.includes(' of 250 sent'))).toEqual([]);
});
