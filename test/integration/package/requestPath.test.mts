import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completeSeed, parametersOf } from '../../support/everyOperation.mts';
import { setup } from '../../support/setup.mts';

/** What a reader need not open: what it does is in the name, and it knows nothing of requests. */
const tools = /^api\/(async|values)\/|^api\/(state|errors)\./;
const built = join('dist', 'nodes', 'MarketplaceHub') + '/';

/** The files of the nodes of which code runs, besides loading. */
async function filesRunBy(work: () => Promise<unknown>): Promise<string[]> {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	await work();
	const { result } = await session.post('Profiler.takePreciseCoverage');
	session.disconnect();
	return result.flatMap(({ url, functions }) => {
		const [, file] = url.split(built);
		const ran = functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
		return file !== undefined && ran && !tools.test(file) ? [file] : [];
	});
}

test.each([
	['order getMany', {}, 16],
	['stock updateBatch', { waitForResult: true }, 20],
])('from parameter to output item, %s is read in few files', async (name, changes, most) => {
	const { hub, n8n } = await setup({ seed: completeSeed });
	const parameters = parametersOf(name, hub, changes);
	// what is loaded or cached at the first run is no part of the path
	expect((await n8n.run(parameters)).json()).not.toEqual([]);
	const files = await filesRunBy(async () => await n8n.run(parameters));
	expect(files).toContain('api/hub.js');
	expect(files.length, files.sort().join('\n')).toBeLessThanOrEqual(most);
});
