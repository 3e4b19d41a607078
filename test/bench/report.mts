import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { draw, type Chart } from './chart.mts';

export type { Chart };

export interface Table {
	head: string[];
	rows: string[][];
}

/** One part of the report. */
export interface Section {
	title: string;
	/** What was compared and what was scaled; what the figures say. */
	text: string[];
	tables: Table[];
	charts?: Chart[];
}

/** How a goal was met. */
export interface Goal {
	goal: string;
	measured: string;
	met: boolean;
	/** Why not. */
	reason?: string;
}

const table = ({ head, rows }: Table) =>
	[head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');

const fileOf = ({ title }: Chart) => `${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.svg`;

function markdownOf({ title, text, tables, charts = [] }: Section): string {
	return [
		`## ${title}`,
		...text,
		...tables.map(table),
		...charts.map((chart) => `![${chart.title}](charts/${fileOf(chart)})`),
	].join('\n\n');
}

function goalsOf(goals: Goal[]): Section {
	const rows = goals.map(({ goal, measured, met, reason = '' }) => [
		goal,
		measured,
		met ? 'yes' : 'no',
		reason,
	]);
	return {
		title: 'Goals',
		text: [],
		tables: [{ head: ['goal', 'measured', 'met', 'why not'], rows }],
	};
}

/** The machine, as far as it matters for the figures. */
const machine = () =>
	`${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}, Node.js ${process.version}`;

/** What one run of a part gave. */
export interface Result {
	section: Section;
	goals: Goal[];
	/** When, where and how it was measured. */
	about: string;
}

export const aboutRun = (seconds: number, quick: boolean, note: string): string =>
	[
		`Measured ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC in ${Math.round(seconds)} s on ${machine()}.`,
		quick ? 'Small amounts and two runs of each (`--quick`).' : '',
		note,
	]
		.filter(Boolean)
		.join(' ');

const results = new URL('results/', import.meta.url);

/** Keeps what a part gave, for this report and the next ones. */
export async function keep(part: string, result: Result): Promise<void> {
	await mkdir(results, { recursive: true });
	await writeFormatted(new URL(`${part}.json`, results), JSON.stringify(result), 'json');
}

async function writeFormatted(file: URL, text: string, parser: string): Promise<void> {
	const options = (await resolveConfig(fileURLToPath(file))) ?? {};
	await writeFile(file, await format(text, { ...options, parser }));
}

/** Writes README.md and the charts from what each part gave last. */
export async function writeReport(parts: string[]): Promise<void> {
	const kept = await Promise.all(
		parts.map(async (part) => {
			const text = await readFile(new URL(`${part}.json`, results), 'utf8').catch(() => undefined);
			return text === undefined ? [] : [JSON.parse(text) as Result];
		}),
	);
	const all = kept.flat();
	const charts = new URL('charts/', import.meta.url);
	await rm(charts, { recursive: true, force: true });
	await mkdir(charts, { recursive: true });
	for (const chart of all.flatMap(({ section }) => section.charts ?? []))
		await writeFile(new URL(fileOf(chart), charts), draw(chart));
	const sections = all.map(({ section, about }) => ({
		...section,
		text: [...section.text, about],
	}));
	const text = [
		'# Benchmarks',
		'Written by `npm run bench`; do not edit. `npm run bench -- --only listing,sync` measures some parts anew, `-- --quick` takes small amounts and writes nothing without `--write`. Ratios are the result: times are those of one machine on one day. All sides ask the same local hub in a process of its own and take turns; each figure is the median of its runs with the least and the most in brackets.',
		...[goalsOf(all.flatMap(({ goals }) => goals)), ...sections].map(markdownOf),
	].join('\n\n');
	await writeFormatted(new URL('README.md', import.meta.url), text, 'markdown');
}

/** A section as the terminal shows it. */
export const shown = (section: Section): string => `${markdownOf(section)}\n`;
