import { createDeferredPromise } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { Limiter, SharedWork } from '../../nodes/MarketplaceHub/api/async.ts';

test('callers who come before work begins share that of the newest one; a later one waits for the next time', async () => {
	const turns = new Limiter();
	const leave = await turns.enter();
	const shared = new SharedWork<string>(0, turns);
	const ended = createDeferredPromise();
	const begun: string[] = [];
	const call = async (name: string) =>
		await shared.run(async () => {
			begun.push(name);
			await ended.promise;
			return name;
		});
	const early = [call('first'), call('second'), call('third')];
	leave();
	await expect.poll(() => begun).toEqual(['third']);
	const late = call('fourth');
	ended.resolve(undefined);
	expect(await Promise.all(early)).toEqual(['third', 'third', 'third']);
	expect(await late).toBe('fourth');
	expect(begun).toEqual(['third', 'fourth']);
});
