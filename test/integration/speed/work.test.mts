import { createRequire } from 'node:module';
import type * as Crypto from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import type * as Zod from 'zod';
import { setup } from '../../support/setup.mts';
import { byId, op } from '../../support/items.mts';

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

/** What each further item of a run costs, whatever the run itself does. */
async function perItem(count: () => () => number): Promise<number> {
	const { hub, n8n } = await setup({ seed: { channels: 0, products: 0, orders: 60 } });
	const items = [...hub.state.orders.keys()].map((idPedido) => ({ idPedido }));
	const parameters = op('order get', { idPedido: byId('={{ $json.idPedido }}') });
	await n8n.run(parameters, items.slice(0, 1));
	const counted = count();
	await n8n.run(parameters, items.slice(0, 10));
	const ten = counted();
	expect(ten, 'nothing is counted').toBeGreaterThan(0);
	await n8n.run(parameters, items);
	return (counted() - ten - ten) / (items.length - 10);
}

test('a request runs four schemas at most', async () => {
	expect(await perItem(countSchemaRuns)).toBeLessThanOrEqual(4);
});

test('a request makes one hash at most', async () => {
	expect(await perItem(countHashes)).toBeLessThanOrEqual(1);
});

test('how secrets may be written is worked out once an account, not for each answer', async () => {
	const { hub, n8n } = await setup({ seed: { channels: 0, products: 0, orders: 60 } });
	const items = [...hub.state.orders.keys()].map((idPedido) => ({ idPedido }));
	const idPedido = byId('={{ $json.idPedido }}');
	const written = countWritings();
	await n8n.run(op('order get', { idPedido }), items.slice(0, 1));
	const first = written();
	expect(first, 'nothing is counted').toBeGreaterThan(0);
	await n8n.run(op('order get', { idPedido }), items);
	expect(written()).toBe(first);
});

test('nor for answers with escapes, or for what the hub says in a refusal', async () => {
	const { hub, n8n } = await setup({ seed: { channels: 0, products: 0, orders: 3 } });
	const run = async () => await n8n.run(op('order getMany'));
	const answer = (status: number, body: unknown) =>
		hub.faults.add({ endpoint: 'orderList', kind: 'status', status, body });
	await run();
	const written = countWritings();
	answer(400, { error: '100%', details: ['50% \\u0026', '%20'] });
	await run();
	answer(200, { pedidos: [], total: 0, nota: '100% \\u0026' });
	await run();
	expect(written()).toBe(0);
});
