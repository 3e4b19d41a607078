import { createDeferredPromise } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { mapConcurrently } from '../../nodes/MarketplaceHub/api/async.ts';

/** Works that end when the test says so. */
function controlled(count: number) {
	const works = Array.from({ length: count }, () => createDeferredPromise<string>());
	const started: number[] = [];
	const run = mapConcurrently(works, 3, async (work, index) => {
		started.push(index);
		return await work.promise;
	});
	return { works, started, run };
}

test('the rejection of the first input wins, and no new work starts', async () => {
	const { works, started, run } = controlled(6);
	works[2]!.reject(new Error('third'));
	works[1]!.resolve('b');
	works[0]!.reject(new Error('first'));
	await expect(run).rejects.toThrow('first');
	expect(started.length).toBeLessThan(6);
});
