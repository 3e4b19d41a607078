import { createRequire } from 'node:module';
import type * as Crypto from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import type * as Zod from 'zod';
import { answer, op } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';
import { eachOrder } from '../../support/waits.mts';

// the very modules that the built package has
const require = createRequire(import.meta.url);
const crypto = require('crypto') as typeof Crypto;
const { z } = require('zod') as typeof Zod;

/** Counts from now on how often a schema is run, what it runs inside itself not counted. */
function countSchemaRuns(): () => number {
	const type = z.ZodType.prototype;
	const parse = type._parseSync;
	let depth = 0;
	let runs = 0;
	const spy = vi.spyOn(type, '_parseSync').mockImplementation(function (this: Zod.ZodType, input) {
		if (depth++ === 0) runs++;
		try {
			return parse.call(this, input);
		} finally {
			depth--;
		}
	} as typeof parse);
	onTestFinished(() => spy.mockRestore());
	return () => runs;
}

function countHashes(): () => number {
	const spy = vi.spyOn(crypto, 'createHash');
	onTestFinished(() => spy.mockRestore());
	return () => spy.mock.calls.filter(([algorithm]) => algorithm === 'sha256').length;
}

/** How often a text is written in base64, as the search for secrets in answers needs it. */
function countWritings(): () => number {
	const spy = vi.spyOn(Buffer.prototype, 'toString');
	onTestFinished(() => spy.mockRestore());
	return () => spy.mock.calls.filter(([encoding]) => encoding === 'base64').length;
}

const at = setupEach({ seed: { channels: 0, products: 0, orders: 60 } });

/** Reads so many orders, one an item. */
async function readOrders(count: number): Promise<void> {
	const ids = [...at.hub.state.orders.keys()].slice(0, count);
	await at.n8n.done(
		eachOrder,
		ids.map((id) => ({ id })),
	);
}

/** What each further item of a run costs, whatever the run itself does. */
async function perItem(count: () => () => number): Promise<number> {
	await readOrders(1);
	const counted = count();
	await readOrders(10);
	const ten = counted();
	expect(ten, 'nothing is counted').toBeGreaterThan(0);
	await readOrders(60);
	return (counted() - ten - ten) / 50;
}

test('a request runs four schemas at most', async () => {
	expect(await perItem(countSchemaRuns)).toBeLessThanOrEqual(4);
});

test('a request makes one hash at most', async () => {
	expect(await perItem(countHashes)).toBeLessThanOrEqual(1);
});

test('how secrets may be written is worked out once an account, not for each answer', async () => {
	const written = countWritings();
	await readOrders(1);
	const first = written();
	expect(first, 'nothing is counted').toBeGreaterThan(0);
	await readOrders(60);
	expect(written()).toBe(first);
});

test('nor for answers with escapes, or for what the hub says in a refusal', async () => {
	const run = async () => await at.n8n.run(op('order getMany'));
	await run();
	const written = countWritings();
	answer(at.hub, 'orderList', { error: '100%', details: ['50% \\u0026', '%20'] }, 400);
	await run();
	answer(at.hub, 'orderList', { pedidos: [], total: 0, nota: '100% \\u0026' });
	await run();
	expect(written()).toBe(0);
});
