import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

const build = 'test/support/build.mts';
const quick = { testTimeout: 30_000 };

/** Left out by `npm test` on a machine without the servers of the wider suites, see test/run.mjs. */
const longTests = [
	'test/integration/edges/boundedWaits.test.mts',
	'test/integration/edges/echoes.test.mts',
	'test/integration/edges/faultTable.test.mts',
	'test/integration/edges/lastIntentWins.test.mts',
	'test/integration/edges/lastingTrouble.test.mts',
	'test/integration/edges/limitsAndClock.test.mts',
	'test/integration/edges/randomBatches.test.mts',
	'test/integration/edges/randomReads.test.mts',
	'test/integration/edges/randomRegistrations.test.mts',
	'test/integration/lists/fiftyThousand.test.mts',
	'test/integration/requests/severalProcesses.test.mts',
	'test/integration/speed/adapting.test.mts',
	'test/integration/sync/agreement.test.mts',
	'test/integration/sync/fullSize.test.mts',
	'test/integration/sync/memory.test.mts',
	'test/n8n/restart.test.mts',
	'test/n8n/syncKill.test.mts',
	'test/n8n/triggersFlood.test.mts',
	'test/n8n/triggersKill.test.mts',
	'test/n8n/triggersQueue.test.mts',
	'test/n8n/whatHappened.test.mts',
	'test/unit/sharedLimit.test.mts',
];
const exclude = process.env.LONG_TESTS === 'left out' ? longTests : [];

export default defineConfig({
	resolve: {
		// nodes/*.ts imported by a test must get the same n8n-workflow as n8n-core: its CommonJS build
		alias: [{ find: /^n8n-workflow$/, replacement: require.resolve('n8n-workflow') }],
	},
	test: {
		exclude,
		pool: 'forks',
		// n8n-core takes seconds to load: once a process; each test has an account of its own
		poolOptions: { forks: { isolate: false } },
		maxWorkers: availableParallelism(),
		projects: [
			{ extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.mts'], ...quick } },
			{
				extends: true,
				test: {
					name: 'integration',
					include: ['test/integration/**/*.test.mts'],
					globalSetup: [build, 'test/engine/homes.mts'],
					...quick,
				},
			},
			{
				extends: true,
				test: {
					name: 'browser',
					include: ['test/browser/**/*.test.mts'],
					poolOptions: { forks: { singleFork: true } },
					testTimeout: 60_000,
					hookTimeout: 60_000,
				},
			},
			{
				extends: true,
				test: {
					name: 'n8n',
					include: ['test/n8n/**/*.test.mts'],
					globalSetup: [build, 'test/n8n/sharedServer.mts'],
					poolOptions: { forks: { singleFork: true, isolate: true } },
					testTimeout: 120_000,
					hookTimeout: 180_000,
				},
			},
			{
				extends: true,
				test: {
					name: 'editor',
					include: ['test/editor/**/*.test.mts'],
					globalSetup: [build, 'test/n8n/sharedServer.mts'],
					poolOptions: { forks: { singleFork: true } },
					testTimeout: 180_000,
					hookTimeout: 180_000,
				},
			},
			{
				extends: true,
				test: {
					name: 'queue',
					include: ['test/queue/**/*.test.mts'],
					globalSetup: [build, 'test/queue/folder.mts'],
					poolOptions: { forks: { singleFork: true } },
					testTimeout: 120_000,
					hookTimeout: 180_000,
				},
			},
			{
				extends: true,
				test: {
					name: 'soak',
					include: ['test/soak/**/*.test.mts'],
					globalSetup: [build, 'test/queue/folder.mts'],
					testTimeout: 24 * 60 * 60_000,
					hookTimeout: 180_000,
				},
			},
		],
	},
});
