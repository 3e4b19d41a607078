/**
 * `npm run bench`: everything, and test/bench/README.md written anew. `-- --quick` with small
 * amounts, `-- --only listing,webhook` some parts; both only print.
 */
import { parseArgs } from 'node:util';
import { withBench, type Part } from './bench.mts';
import { shown, writeReport, type Goal, type Section } from './report.mts';
import { customizedPrices } from './rows/customizedPrices.mts';
import { listing } from './rows/listing.mts';
import { labels, reads } from './rows/single.mts';
import { startUp } from './rows/startUp.mts';
import { stock } from './rows/stock.mts';
import { sync } from './rows/sync.mts';
import { notifications } from './rows/webhook.mts';

const parts: Record<string, Part> = {
	listing,
	reads,
	stock,
	sync,
	customizedPrices,
	notifications,
	labels,
	startUp,
};

const { values } = parseArgs({
	options: {
		quick: { type: 'boolean', default: false },
		only: { type: 'string' },
		/** Said in the report, e.g. that the machine did other work too. */
		note: { type: 'string', default: '' },
	},
});

const wanted = values.only?.split(',') ?? Object.keys(parts);
const goals: Goal[] = [];
const sections: Section[] = [];
const began = performance.now();

await withBench(values.quick, goals, async (bench) => {
	for (const name of wanted) {
		const part = parts[name];
		if (part === undefined) throw new Error(`There is no part ${name}`);
		const started = performance.now();
		const section = await part(bench);
		sections.push(section);
		console.log(shown(section));
		console.log(`(${name}: ${Math.round((performance.now() - started) / 1_000)} s)\n`);
	}
});
const minutes = ((performance.now() - began) / 60_000).toFixed(1);
if (!values.quick && values.only === undefined) {
	const about = [values.note, `The run took ${minutes} minutes.`].filter(Boolean);
	await writeReport(sections, goals, about);
}
console.log(
	goals
		.map(({ goal, measured, met }) => `${met ? 'met' : 'NOT MET'}: ${goal}: ${measured}`)
		.join('\n'),
);
console.log(`${minutes} minutes`);
