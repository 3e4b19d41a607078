/**
 * `npm run bench`: everything, and a page of each part written to test/bench/results. `-- --only
 * listing,sync` measures some parts; `-- --quick` looks at the goals with small amounts and only
 * prints, unless told to `--write`. `-- --beside <folder>` measures the syncs of this build beside those of
 * another checkout that is built, with lists of `--size` rows, and only prints; so do the parts of lists and single
 * reads with `--only`.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { withBench, type Part } from './bench.mts';
import { aboutRun, pageOf, writePage, type Goal } from './report.mts';
import { beside } from './rows/beside.mts';
import { changes } from './rows/changes.mts';
import { growth } from './rows/growth.mts';
import { limits } from './rows/limits.mts';
import { listing } from './rows/listing.mts';
import { listingCost } from './rows/listingCost.mts';
import { reads } from './rows/reads.mts';
import { startUp } from './rows/startUp.mts';
import { stock } from './rows/stock.mts';
import { sync } from './rows/sync.mts';
import { notifications } from './rows/webhook.mts';

const parts: Record<string, Part> = {
	listing,
	listingCost,
	reads,
	stock,
	sync,
	growth,
	changes,
	limits,
	notifications,
	startUp,
};

const { values } = parseArgs({
	options: {
		quick: { type: 'boolean', default: false },
		only: { type: 'string' },
		beside: { type: 'string' },
		size: { type: 'string' },
		write: { type: 'boolean', default: false },
		/** Said in the report, e.g. that the machine did other work too. */
		note: { type: 'string', default: '' },
	},
});

/** Two builds are compared on one day: no page is kept of it. */
const besides: Record<string, Part> = { beside, listing, listingCost, reads };
const all = values.beside === undefined ? parts : besides;
const byDefault = values.beside === undefined ? Object.keys(parts) : ['beside'];
const wanted = values.only?.split(',') ?? byDefault;
const settings = {
	quick: values.quick,
	size: values.size === undefined ? undefined : Number(values.size),
	beside: values.beside && resolve(values.beside),
};
const began = performance.now();
const secondsSince = (start: number) => (performance.now() - start) / 1_000;

await withBench(settings, async (bench) => {
	for (const name of wanted) {
		const part = all[name];
		if (part === undefined)
			throw new Error(`There is no part ${name}: ${Object.keys(all).join(', ')}`);
		const started = performance.now();
		const goals: Goal[] = [];
		const section = await part({ ...bench, goal: (goal) => goals.push(goal) });
		const about = aboutRun(secondsSince(started), values.quick, values.note);
		const page = pageOf(section, goals, about);
		console.log(`${page}\n`);
		const isKept = values.beside === undefined && !values.quick;
		if (isKept || values.write) await writePage(name, page);
	}
});
console.log(`${(secondsSince(began) / 60).toFixed(1)} minutes`);
