import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

const build = 'test/support/build.mts';
const quick = { testTimeout: 60_000 };
/** Tests of n8n's editor share a server and a browser. */
const inEditor = {
	globalSetup: [build, 'test/n8n/sharedServer.mts'],
	poolOptions: { forks: { singleFork: true } },
	testTimeout: 300_000,
	hookTimeout: 300_000,
};
/** Long tests are left out where queue mode is not installed, nightly ones of all but their own command: test/run.mjs. */
const leftOut = [
	...(process.env.LONG_TESTS === 'left out' ? ['**/*.long.test.mts'] : []),
	...(process.env.NIGHTLY_TESTS === 'run' ? [] : ['**/*.nightly.test.mts']),
];

export default defineConfig({
	resolve: {
		// nodes/*.ts imported by a test must get the same n8n-workflow as n8n-core: its CommonJS build
		alias: [{ find: /^n8n-workflow$/, replacement: require.resolve('n8n-workflow') }],
	},
	test: {
		exclude: leftOut,
		pool: 'forks',
		// n8n-core takes seconds to load: once a process; each test has an account of its own
		// more room for young objects: a tenth of the time less for garbage
		poolOptions: { forks: { isolate: false, execArgv: ['--max-semi-space-size=64'] } },
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
					exclude: [...leftOut, 'test/n8n/starts/**'],
					globalSetup: [build, 'test/n8n/sharedServer.mts'],
					poolOptions: { forks: { singleFork: true, isolate: true } },
					testTimeout: 300_000,
					hookTimeout: 300_000,
				},
			},
			{
				extends: true,
				test: {
					// each starts an n8n of its own
					name: 'starts',
					include: ['test/n8n/starts/**/*.test.mts'],
					globalSetup: [build],
					poolOptions: { forks: { singleFork: true, isolate: true } },
					testTimeout: 300_000,
					hookTimeout: 300_000,
				},
			},
			{
				extends: true,
				test: {
					name: 'editor',
					include: ['test/editor/**/*.test.mts'],
					exclude: [...leftOut, 'test/editor/forms/**'],
					...inEditor,
				},
			},
			{
				extends: true,
				test: {
					// every form, which takes minutes: before a release
					name: 'forms',
					include: ['test/editor/forms/**/*.test.mts'],
					...inEditor,
				},
			},
			{
				extends: true,
				test: {
					name: 'queue',
					include: ['test/queue/**/*.test.mts'],
					globalSetup: [build, 'test/queue/folder.mts'],
					// they share an n8n: beside another one its processes are too slow for the trigger to read each order in time
					poolOptions: { forks: { singleFork: true } },
					testTimeout: 300_000,
					hookTimeout: 300_000,
				},
			},
			{
				extends: true,
				test: {
					name: 'agencyDay',
					include: ['test/agencyDay/**/*.test.mts'],
					globalSetup: [build, 'test/n8n/sharedServer.mts'],
					testTimeout: 60 * 60_000,
					hookTimeout: 300_000,
				},
			},
			{
				extends: true,
				test: {
					name: 'soak',
					include: ['test/soak/**/*.test.mts'],
					globalSetup: [build, 'test/queue/folder.mts'],
					testTimeout: 24 * 60 * 60_000,
					hookTimeout: 300_000,
				},
			},
		],
	},
});
