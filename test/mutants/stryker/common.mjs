/** Stryker with settings that `values.mjs` and `rows.mjs` share. */
export const settings = (name) => ({
	testRunner: 'vitest',
	plugins: ['@stryker-mutator/vitest-runner'],
	vitest: {
		configFile: 'test/mutants/stryker/vitest.config.mts',
		dir: 'test/unit',
		related: false,
	},
	ignorePatterns: [
		'dist',
		'docs',
		'examples',
		'.github',
		'test/{bench,browser,n8n,pictures,queue,server}',
	],
	// what runs once when a file is loaded would need new processes for each change
	ignoreStatic: true,
	incremental: true,
	incrementalFile: `node_modules/.stryker/${name}.json`,
	tempDirName: `node_modules/.stryker/${name}`,
	reporters: ['clear-text', 'progress-append-only', 'json'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	jsonReporter: { fileName: `node_modules/.stryker/${name}.report.json` },
	concurrency: 2,
	timeoutMS: 20_000,
	thresholds: { high: 95, low: 90, break: 90 },
});
