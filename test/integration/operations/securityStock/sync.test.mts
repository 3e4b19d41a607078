import { expect, test } from 'vitest';
import { bodies, go } from '../../../support/items.mts';
import { setupEach } from '../../../support/setup.mts';
import { addSimple, securitySync, writes } from '../../../support/sync.mts';

const at = setupEach({ seed: { products: 0, channels: 3 } });
const row = (sku: string, estoqueSeguranca: number, idCanalIntegracao = 11) => ({
	idCanalIntegracao,
	sku,
	estoqueSeguranca,
});
const run = async (rows: Array<ReturnType<typeof row>>, more = {}) =>
	(await at.n8n.run({ ...securitySync, ...more }, rows, go)).json();

test('only values that differ from the channel are sent', async () => {
	addSimple(at.hub, 2);
	await run([row('P0', 2), row('P1', 3)]);
	at.hub.clearLog();
	expect(await run([row('P0', 2), row('P1', 4)])).toMatchObject([
		{ sku: 'P0', status: 'unchanged', before: { estoqueSeguranca: 2 } },
		{
			sku: 'P1',
			status: 'updated',
			before: { estoqueSeguranca: 3 },
			after: { estoqueSeguranca: 4 },
		},
	]);
	expect(bodies(at.hub, 'securityStockSet')).toEqual([row('P1', 4)]);
});

test('one SKU in two channels makes two entries', async () => {
	addSimple(at.hub, 1);
	expect(await run([row('P0', 2), row('P0', 3, 12)])).toMatchObject([
		{ idCanalIntegracao: 11, status: 'updated' },
		{ idCanalIntegracao: 12, status: 'updated' },
	]);
});

test('an unknown product is reported, and the others are set', async () => {
	addSimple(at.hub, 1);
	expect(await run([row('GONE', 1), row('P0', 2)])).toMatchObject([
		{ sku: 'GONE', status: 'refused', error: expect.stringContaining('não encontrado') as string },
		{ sku: 'P0', status: 'updated' },
	]);
});

test('a dry run says what would be sent and sends nothing', async () => {
	addSimple(at.hub, 1);
	expect(await run([row('P0', 2)], { dryRun: true })).toMatchObject([{ status: 'wouldUpdate' }]);
	expect(writes(at.hub)).toEqual([]);
});
