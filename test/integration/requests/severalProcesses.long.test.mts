import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { addSkus } from '../../support/products.mts';
import { exchangeElsewhere } from '../../support/exchange.mts';
import { setup } from '../../support/setup.mts';
import type { StockJob } from '../../support/stockProcess.mts';
import { requests } from '../../support/items.mts';

const execute = promisify(execFile);
const program = fileURLToPath(new URL('../../support/stockProcess.mts', import.meta.url));

/** Fast enough for a test, slow enough for a busy machine: a minute is three seconds. */
const timeScale = 20;
const BATCHES = 30;

test('two processes with a long job: the hub takes all, and refuses few after the first two minutes', async () => {
	const { hub } = await setup({ timeScale });
	addSkus(hub, 100 * BATCHES);
	const { url, environment, appToken, apiKey, secretKey } = hub;
	const { accessToken } = await exchangeElsewhere(hub);
	const job: StockJob = {
		hub: { url, environment, appToken, apiKey, secretKey },
		accessToken,
		timeScale,
		batches: BATCHES,
	};
	const run = async () =>
		await execute(process.execPath, ['--import', 'tsx', program, JSON.stringify(job)]);
	const ended = await Promise.all([run(), run()]);
	expect(ended.map(({ stdout }) => Number(stdout.trim().split('\n').at(-1)))).toEqual([
		BATCHES,
		BATCHES,
	]);
	const sent = requests(hub, 'stockBatch');
	const late = sent.filter(({ at }) => at > sent[0]!.at + 2 * 60_000);
	const refused = late.filter(({ status }) => status === 429);
	// the bound of a job of half an hour is in sharedLimit.long.test.mts: this one is short
	expect(refused.length / late.length).toBeLessThan(0.2);
	expect(hub.tokens.issued).toBe(1);
}, 180_000);
