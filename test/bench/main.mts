/**
 * `npm run bench`: everything, and a page of each part written to test/bench/results. `-- --only
 * listing,sync` measures some parts; `-- --quick` looks at the goals with small amounts and only
 * prints, unless told to `--write`.
 */
import { parseArgs } from 'node:util';
import { withBench, type Part } from './bench.mts';
import { aboutRun, pageOf, writePage, type Goal } from './report.mts';
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
		write: { type: 'boolean', default: false },
		/** Said in the report, e.g. that the machine did other work too. */
		note: { type: 'string', default: '' },
	},
});

const wanted = values.only?.split(',') ?? Object.keys(parts);
const began = performance.now();
const secondsSince = (start: number) => (performance.now() - start) / 1_000;

await withBench(values.quick, async (bench) => {
	for (const name of wanted) {
		const part = parts[name];
		if (part === undefined)
			throw new Error(`There is no part ${name}: ${Object.keys(parts).join(', ')}`);
		const started = performance.now();
		const goals: Goal[] = [];
		const section = await part({ ...bench, goal: (goal) => goals.push(goal) });
		const about = aboutRun(secondsSince(started), values.quick, values.note);
		const page = pageOf(section, goals, about);
		console.log(`${page}\n`);
		if (!values.quick || values.write) await writePage(name, page);
	}
});
console.log(`${(secondsSince(began) / 60).toFixed(1)} minutes`);
