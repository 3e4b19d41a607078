import { mkdir, rm, writeFile } from 'node:fs/promises';
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

const folder = fileURLToPath(new URL('.', import.meta.url));

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

/** Writes README.md and the charts. */
export async function writeReport(
	sections: Section[],
	goals: Goal[],
	about: string[],
): Promise<void> {
	const charts = new URL('charts/', import.meta.url);
	await rm(charts, { recursive: true, force: true });
	await mkdir(charts, { recursive: true });
	for (const chart of sections.flatMap((section) => section.charts ?? []))
		await writeFile(new URL(fileOf(chart), charts), draw(chart));
	const text = [
		'# Benchmarks',
		'Written by `npm run bench`; do not edit. Ratios are the result: times are those of one machine on one day. All sides ask the same local hub in a process of its own and take turns; each figure is the median of its runs with the least and the most in brackets.',
		`${machine()}. ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
		...about,
		...[goalsOf(goals), ...sections].map(markdownOf),
	].join('\n\n');
	const file = `${folder}README.md`;
	const options = (await resolveConfig(file)) ?? {};
	await writeFile(file, await format(text, { ...options, parser: 'markdown' }));
}

/** A section as the terminal shows it. */
export const shown = (section: Section): string => `${markdownOf(section)}\n`;
