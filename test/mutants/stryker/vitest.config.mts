import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

/** The tests of `npm run mutants`: Stryker runs them in threads, one after another. */
export default defineConfig({
	resolve: {
		alias: [{ find: /^n8n-workflow$/, replacement: require.resolve('n8n-workflow') }],
	},
	test: {
		// below `test/unit`
		include: [
			'{accessKey,exactJson,fieldChecks,html,invisible,numbers,redact,retry,roundTrip}.test.mts',
			'values/*.test.mts',
			'sync/*.test.mts',
		],
		isolate: false,
		poolOptions: { threads: { isolate: false, singleThread: true } },
		testTimeout: 30_000,
	},
});
