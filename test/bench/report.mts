import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

export interface Table {
	head: string[];
	rows: string[][];
}

/** One part of the benchmark. */
export interface Section {
	title: string;
	/** What was compared and what was scaled; what the figures say. */
	text: string[];
	tables: Table[];
}

/** How a goal was met. */
export interface Goal {
	goal: string;
	measured: string;
	met: boolean;
	/** Why not, where it is not. */
	reason?: string;
}

const table = ({ head, rows }: Table) =>
	[head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');

const goalTable = (goals: Goal[]): Table => ({
	head: ['goal', 'measured', 'met', 'why not'],
	rows: goals.map(({ goal, measured, met, reason = '' }) =>
		met ? [goal, measured, 'yes', ''] : [goal, measured, 'no', reason],
	),
});

/** The machine, as far as it matters for the figures. */
const machine = () =>
	`${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}, Node.js ${process.version}`;

/** When, where and how a part was measured. */
export const aboutRun = (seconds: number, quick: boolean, note: string): string =>
	[
		`Measured ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC in ${Math.round(seconds)} s on ${machine()}.`,
		quick ? 'Small amounts and two runs of each (`--quick`).' : '',
		note,
	]
		.filter(Boolean)
		.join(' ');

/** The page of a part, in Markdown. */
export const pageOf = ({ title, text, tables }: Section, goals: Goal[], about: string): string =>
	[
		`# ${title}`,
		...text,
		about,
		...tables.map(table),
		...(goals.length === 0 ? [] : [table(goalTable(goals))]),
	].join('\n\n');

/** Writes `results/<part>.md`. */
export async function writePage(part: string, page: string): Promise<void> {
	const file = fileURLToPath(new URL(`results/${part}.md`, import.meta.url));
	const options = await resolveConfig(file);
	await mkdir(new URL('results/', import.meta.url), { recursive: true });
	await writeFile(file, await format(page, { ...options, parser: 'markdown' }));
}
